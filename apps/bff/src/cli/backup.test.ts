import { runCommand as run, startServer } from "@dc/tooling/testing/server-process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "directory-console-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a backup of a running server restores to what it had acknowledged, sessions and tokens included", async () => {
  await using first = await startServer();
  const made = await first.call("POST", "/tokens", { name: "Reader’s app =cmd()", scopes: ["read"] });
  expect(made.status).toBe(201);

  const file = join(folder, "store.gz");
  const server = { DATA_DIR: first.dataDir, PORT: new URL(first.url).port };
  expect(await run("backup", [file], server)).toEqual({ code: 0, out: `The store was written to ${file}.\n`, err: "" });
  expect((await run("backup", [file], server)).err).toBe(`${file} exists. Name a new file.\n`);
  const elsewhere = await run("backup", [join(folder, "other.gz")], { ...server, PORT: "9" });
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining("Set HOST and PORT as it has them.")]);
  // Who does not have the secret key learns nothing.
  expect((await fetch(`${first.url}/operator/backup`, { method: "POST" })).status).toBe(404);
  expect((await run("restore", [file], { DATA_DIR: first.dataDir })).err).toMatch(/is in use by another process/);

  const restored = join(folder, "restored");
  // It goes where it was told to, whatever the settings of the server say.
  const settings = {
    DATABASE_URL: "postgres://127.0.0.1:9/production",
    SECRET_KEY: Buffer.alloc(32).toString("base64"),
  };
  const { code, out } = await run("restore", [file, "--to", restored], settings);
  expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ rows of \d+ tables were restored to .*restored\.\n$/)]);
  expect((await run("restore", [file], { DATA_DIR: restored })).err).toMatch(/The target is not empty/);
  await first.stop("SIGTERM");
  copyFileSync(join(first.dataDir, "secret.key"), join(restored, "secret.key"));
  await using second = await startServer({ dataDir: restored });
  const listed = await second.call("GET", "/tokens");
  expect([listed.status, listed.body]).toMatchObject([200, { items: [{ name: "Reader’s app =cmd()" }] }]);
});

it("a command says what is wrong and leaves nothing behind", async () => {
  const env = { DATA_DIR: join(folder, "none") };
  expect(await run("backup", [join(folder, "x.gz")], env)).toMatchObject({
    code: 1,
    err: `${env.DATA_DIR} has no store.\n`,
  });
  expect((await run("backup", [], env)).code).toBe(2);
  const flag = await run("backup", ["--out", join(folder, "y.gz")], env);
  expect([flag.code, flag.err]).toEqual([2, expect.stringContaining("Unknown option '--out'")]);
  writeFileSync(join(folder, "x.gz"), "not a backup");
  const wrong = await run("restore", [join(folder, "x.gz")], env);
  expect(wrong).toMatchObject({ code: 1, err: "The file is not a snapshot, or it was cut off.\n" });
  expect(existsSync(env.DATA_DIR)).toBe(false);
  expect((await run("store-move", ["--from", "x"], env)).err).toMatch(/^Name both stores\./);
  const other = await run("restore", [join(folder, "x.gz"), "--to", "mysql://user:secret@host/name"], env);
  expect(other.err).toBe("mysql://… is no store: it must be a data directory, or begin with postgres://.\n");
});
