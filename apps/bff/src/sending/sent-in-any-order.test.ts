import { CONNECTION_API } from "#/testing/app.ts";
import { shippedProfile } from "@dc/api-client";
import { PractitionerView } from "@dc/contract";
import { formatPhone, type Json } from "@dc/directory";
import { expect, test } from "vitest";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { sendAgain } from "#/operations/changes/send-again.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";

interface WaitingStack extends SendingStack {
  practitionerId: string;
  /** Held one after the other, each in its own set. */
  held(field: string, ...operations: AskedChange["operation"][]): Promise<string[]>;
  /** Enables writes of the service, and sends the changes in this order. */
  sent(ids: readonly string[]): Promise<void>;
  states(ids: readonly string[]): Promise<string[]>;
  field(key: string): Promise<PractitionerView["practitioner"]["comparison"]["fields"][number] | undefined>;
}

/** A console whose profile has no write operation yet. */
async function createWaitingStack(): Promise<WaitingStack> {
  const stack = await createSendingStack({ profile: "default" });
  const { app } = stack;
  const { service } = app.deps;
  const { raw } = await service.client.records.retrieve("schedule", stack.scheduleId, { index: INDEX });
  const practitionerId = practitionerOf(service.profile, "schedule", stack.scheduleId, raw) ?? "";
  const states = async (ids: readonly string[]) => (await stack.rows(ids)).map(({ state }) => state);
  return {
    ...stack,
    practitionerId,
    states,
    async held(field, ...operations) {
      const record =
        field === "acceptedInsurances"
          ? { type: "schedule", id: stack.scheduleId }
          : { type: "practitioner", id: practitionerId };
      const ids: string[] = [];
      for (const operation of operations) {
        ids.push(...(await stack.applied([{ record, field, operation, policy: "pin", evidence: null }])));
        await stack.pass();
      }
      return ids;
    },
    async sent(ids) {
      service.prepare(shippedProfile("with-writes", { formatPhone }))();
      for (const id of ids) {
        if ((await states([id]))[0] === "held") await sendAgain(app.context, id);
        app.clock.advance(app.deps.undoMs);
        await stack.pass();
      }
    },
    async field(key) {
      const path = `${CONNECTION_API}/index-versions/${INDEX}/practitioners/${practitionerId}?maxAge=0`;
      const view = PractitionerView.parse(await (await app.signedIn("GET", path)).json());
      return view.practitioner.comparison.fields.find((field) => field.key === key);
    },
  };
}

const set = (value: Json) => ({ op: "set", value }) as const;

test("an older held value is not sent after a newer one, and ends with it", async () => {
  await using stack = await createWaitingStack();
  const [first = "", second = ""] = await stack.held("preferredName", set("First"), set("Second"));
  expect(await stack.states([first, second])).toEqual(["held", "held"]);
  await stack.sent([second, first]);
  expect(await stack.states([first, second])).toEqual(["withdrawn", "applied"]);
  expect(await stack.field("preferredName")).toMatchObject({
    verdict: "ours",
    flags: ["pinned"],
    values: { index: { value: "Second" }, effective: { value: "Second" } },
  });
});

test("a held value that was set back before it was sent is never sent", async () => {
  await using stack = await createWaitingStack();
  const right = (await stack.field("displayName"))?.values.index;
  if (!right || !("value" in right)) throw new Error("The practitioner has a name.");
  const [wrong = "", back = ""] = await stack.held("displayName", set("Dr. WRONG"), set(right.value));
  expect(await stack.states([wrong, back])).toEqual(["held", "held"]);
  await stack.field("displayName");
  expect(await stack.states([wrong, back])).toEqual(["withdrawn", "applied"]);
  await stack.sent([wrong, back]);
  expect((await stack.field("displayName"))?.values.index).toEqual(right);
  expect(stack.written().filter(({ path }) => path.startsWith("/practitioners"))).toEqual([]);
});

test("a whole list that is sent after an addition to it keeps the addition", async () => {
  await using stack = await createWaitingStack();
  const [a = "", b = "", c = ""] = stack.plans;
  const ids = await stack.held("acceptedInsurances", set([a, b]), { op: "add", element: c });
  const [list = "", addition = ""] = ids;
  await stack.sent([addition, list]);
  expect(await stack.states([list, addition])).toEqual(["applied", "applied"]);
  expect((await stack.insurances()).toSorted()).toEqual([a, b, c].toSorted());
});

test("a phone that was replaced twice ends as the second one, whichever is sent first", async () => {
  await using stack = await createWaitingStack();
  const phone = (number: string) => ({ number, extension: null, label: null });
  const start = (await stack.field("phones"))?.parts.find(({ key }) => key !== "")?.key ?? "";
  const ids = await stack.held(
    "phones",
    { op: "replace", element: start, by: phone("+1 212 555 0113") },
    { op: "replace", element: "+12125550113;ext=", by: phone("+1 212 555 0114") },
  );
  const keysOf = async (side: "effective" | "index") =>
    (await stack.field("phones"))?.parts
      .filter(({ values }) => values[side] !== null && "value" in values[side])
      .map(({ key }) => key)
      .toSorted();
  const wanted = await keysOf("effective");
  await stack.sent(ids.toReversed());
  expect(await stack.states(ids)).toEqual(["applied", "applied"]);
  expect([await keysOf("index"), await keysOf("effective")]).toEqual([wanted, wanted]);
  expect((await stack.field("phones"))?.flags).not.toContain("held");
});
