import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtInKey } from "#/app.ts";
import { call, control, createIndexVersion, createTestSandbox, firstSchedule } from "#/testing/test-sandbox.ts";

let dataDir = "";
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "sandbox-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

async function writeState() {
  const sandbox = createTestSandbox({ dataDir });
  const path = `/schedules/${firstSchedule(sandbox)}`;
  const index = await createIndexVersion(sandbox);
  await call(sandbox, "POST", path, { index, body: { name: "Kept" } });
  await control(sandbox, "POST", "/drift", { random: 5 });
  const state = { record: (await call(sandbox, "GET", path, { index })).body, ledger: sandbox.ledger.after(0) };
  sandbox.close();
  return { path, index, state };
}

test.each(["", '{"entry":{"seq":99,"at":"20'])(
  "state survives a restart, with an unfinished line %j at the end",
  async (tail) => {
    const { path, index, state } = await writeState();
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

test("a damaged journal, another seed and a second sandbox are refused with the name of the setting", async () => {
  await writeState();
  const running = createTestSandbox({ dataDir });
  expect(() => createTestSandbox({ dataDir })).toThrow(/^DATA_DIR: .* in use/);
  running.close();
  expect(() => createTestSandbox({ dataDir, seed: "other" })).toThrow(/^SANDBOX_SEED: /);
  const journal = join(dataDir, "sandbox", "journal.jsonl");
  writeFileSync(journal, readFileSync(journal, "utf8").replace('{"entry"', "{entry"));
  expect(() => createTestSandbox({ dataDir })).toThrow(/^DATA_DIR: .* damaged at line 2/);
});

test("the journal does not contain the key", async () => {
  await writeState();
  expect(readFileSync(join(dataDir, "sandbox", "journal.jsonl"), "utf8")).not.toContain(builtInKey);
});
