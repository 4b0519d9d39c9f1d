import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtInKey } from "#/app.ts";
import { call, control, createIndexIn, createTestSandbox, firstSchedule } from "#/testing/test-sandbox.ts";

let dataDir = "";
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "sandbox-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

async function written() {
  const sandbox = createTestSandbox({ dataDir });
  const path = `/schedules/${firstSchedule(sandbox)}`;
  const index = await createIndexIn(sandbox);
  await call(sandbox, "POST", path, { index, body: { name: "Kept" } });
  await control(sandbox, "POST", "/drift", { random: 5 });
  const state = { record: (await call(sandbox, "GET", path, { index })).body, ledger: sandbox.ledger.after(0) };
  sandbox.close();
  return { path, index, state };
}

test.each(["", '{"entry":{"seq":99,"at":"20'])(
  "state survives a restart, with %j torn off at the end",
  async (tail) => {
    const { path, index, state } = await written();
    appendFileSync(join(dataDir, "sandbox", "journal.jsonl"), tail);
    const again = createTestSandbox({ dataDir });
    expect({ record: (await call(again, "GET", path, { index })).body, ledger: again.ledger.after(0) }).toEqual(state);
    await call(again, "POST", path, { index, body: { name: "Later" } });
    again.close();
    const third = createTestSandbox({ dataDir });
    expect(third.ledger.length).toBe(state.ledger.length + 1);
    third.close();
  },
);

test("damage above the last line, another seed and a second sandbox are each refused by setting", async () => {
  await written();
  const held = createTestSandbox({ dataDir });
  expect(() => createTestSandbox({ dataDir })).toThrow(/^DATA_DIR: .* in use/);
  held.close();
  expect(() => createTestSandbox({ dataDir, seed: "other" })).toThrow(/^SANDBOX_SEED: /);
  const journal = join(dataDir, "sandbox", "journal.jsonl");
  writeFileSync(journal, readFileSync(journal, "utf8").replace('{"entry"', "{entry"));
  expect(() => createTestSandbox({ dataDir })).toThrow(/^DATA_DIR: .* damaged at line 2/);
});

test("the key is nowhere in the journal", async () => {
  await written();
  expect(readFileSync(join(dataDir, "sandbox", "journal.jsonl"), "utf8")).not.toContain(builtInKey);
});
