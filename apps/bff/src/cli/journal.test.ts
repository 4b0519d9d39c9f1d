import { initialAdministrator } from "@dc/tooling/testing/initial-store";
import { runCommand as run, startServer } from "@dc/tooling/testing/server-process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "./store-address.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "directory-console-journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("the record is verified while the server runs, from a backup, and after a restore; who tampered is told of", async () => {
  await using server = await startServer();
  const env = { DATA_DIR: server.dataDir, PORT: new URL(server.url).port };
  const enter = async () => await server.call("POST", "/api/v1/session", initialAdministrator);
  const numberOf = (anchor: string) => Number(anchor.split(":")[0]);
  /** The head, once it is beyond this number. */
  const headAfter = async (number: number) => {
    let anchor = "";
    await expect
      .poll(async () => numberOf((anchor = (await run("journal-head", [], env)).out.trim())))
      .toBeGreaterThan(number);
    return anchor;
  };
  await enter();
  const first = await headAfter(0);
  expect(first).toMatch(/^\d+:epo_\w+:[0-9a-f]{64}$/);
  expect(await run("journal-verify", ["--anchor", first], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining("The record is whole"),
  });
  // Who does not have the secret key learns nothing.
  for (const path of ["journal", "journal-head"])
    expect((await fetch(`${server.url}/operator/${path}`, { method: "POST" })).status).toBe(404);

  const file = join(folder, "store.gz");
  expect((await run("backup", [file], env)).code).toBe(0);
  await enter();
  await enter();
  const later = await headAfter(numberOf(first) + 1);
  await server.stop("SIGTERM");

  const restored = { DATA_DIR: join(folder, "restored") };
  expect((await run("restore", [file], restored)).code).toBe(0);
  expect((await run("journal-verify", ["--anchor", first], restored)).code).toBe(0);
  const told = await run("journal-verify", ["--anchor", later], restored);
  expect([told.code, told.err]).toEqual([
    3,
    expect.stringContaining(`Restored: the anchor of entry ${numberOf(later)}`),
  ]);
  const again = await run("journal-verify", [file, "--anchor", later], {});
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("The record was cut off")]);

  const store = await openStore({ kind: "embedded", dataDir: restored.DATA_DIR });
  await sql`alter table journal disable trigger user`.execute(store.db);
  await sql`update journal set actor = '{"kind":"person","id":"per_x","name":"Mallory"}' where sealed_seq = 1`.execute(
    store.db,
  );
  await store.close();
  expect(await run("journal-verify", [], restored)).toEqual({
    code: 1,
    out: "",
    err: "Entry 1 was changed: its content does not make its hash.\nFirst bad entry: 1 (changed).\n",
  });
});

it("a command says what is wrong with its arguments", async () => {
  const env = { DATA_DIR: join(folder, "none") };
  expect(await run("journal-verify", [], env)).toMatchObject({ code: 1, err: `${env.DATA_DIR} has no store.\n` });
  expect(await run("journal-head", [], env)).toMatchObject({ code: 1, err: `${env.DATA_DIR} has no store.\n` });
  const wrong = await run("journal-verify", ["--anchor", "12"], env);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^12 is no anchor: it must be NUMBER:EPOCH:HASH/)]);
  expect((await run("journal-head", ["x"], env)).code).toBe(2);
});
