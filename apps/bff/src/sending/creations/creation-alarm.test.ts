import { expect, test } from "vitest";
import { settleChange } from "#/operations/changes/settle.ts";
import { selectNewestReceipts } from "#/store/tables/changes/receipts.ts";
import { json } from "#/store/sql/json.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";

const creation = {
  record: { type: "practitioner", id: "new_00000000000000Pr" },
  operation: { op: "create", fields: { displayName: "Dr. New" } },
  policy: "pin",
  evidence: null,
} as const;

async function knowSibling({ app }: SendingStack): Promise<string> {
  const made = await app.deps.service.client.indexVersions.create({ name: "Sibling" });
  if (made.outcome !== "done") throw new Error("the sandbox made no index version");
  await app.deps.store.db
    .insertInto("index_version")
    .values({
      connection_id: app.deps.connection.id,
      id: made.value.id,
      label: "Sibling",
      search: "sibling",
      origin: "created",
      created_at: app.clock.now(),
      created_by: json(app.context.actor),
    })
    .execute();
  return made.value.id;
}

test.each([
  ["write-leaks", "idx_standard"],
  ["write-leaks-to-indices", "sibling"],
] as const)(
  "[A1] a creation that is read back later than it was answered is looked for in base and in a sibling: %s",
  async (deviation, leaked) => {
    await using stack = await createSendingStack();
    const { app } = stack;
    const sibling = await knowSibling(stack);
    const headers = { "Content-Type": "application/json" };
    await app.sandbox.control.request("/dials", { method: "PUT", body: json({ deviation }), headers });
    const ids = await stack.applied([creation]);
    await stack.pass({
      onStep: (step) => {
        if (step === "after send")
          app.sandbox.faults.arm({ kind: "status", status: 500, phase: "before", method: "GET", times: 20, ms: 0 });
      },
    });
    expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", reason: { code: "not-read-back" } }]);
    app.sandbox.faults.clear();
    app.clock.advance(QUIET_MS);
    await stack.pass();
    const indices = [leaked === "sibling" ? sibling : leaked];
    expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", reason: { code: "alarm", params: { indices } } }]);
    const receipt = (await selectNewestReceipts(app.deps.store.db, ids)).get(ids[0] ?? "");
    expect(receipt).toMatchObject({ sibling_index_id: sibling });
    await expect(settleChange(app.context, ids[0] ?? "", { as: "applied" })).rejects.toMatchObject({
      code: "wrong_state",
    });
    expect(await stack.rows(ids)).toMatchObject([{ index_id: INDEX }]);
  },
);
