import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyInitialStore } from "@dc/tooling/testing/initial-store";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SettingError } from "#/runtime/errors.ts";
import { storeOverEngine } from "./database.ts";
import { openEmbeddedEngine } from "./embedded-engine.ts";
import { lockFolder } from "./folder-lock.ts";
import { durableStartParams } from "./durable-node-fs.ts";
import { migrateToLatest } from "#/store/migrations/migrate.ts";
import { openPgliteEngine } from "./pglite-engine.ts";
import { writeSetting } from "#/store/tables/connections/settings.ts";
import { transact } from "#/store/sql/transaction.ts";

/** Linux locks a directory by a command of util-linux or BusyBox. */
const canLockDirectories =
  process.platform === "darwin" || (process.platform === "linux" && spawnSync("flock", ["-h"]).error === undefined);

describe("the embedded store on disk", () => {
  let dataDir: string;
  const onCrash = (error: Error) => {
    throw error;
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "directory-console-store-"));
  });
  let holder: ChildProcess | undefined;
  afterEach(() => {
    holder?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("syncs once for each commit, and not for reads", async () => {
    let syncs = 0;
    copyInitialStore(dataDir, "empty");
    const store = storeOverEngine(await openPgliteEngine(join(dataDir, "store"), { onSync: () => (syncs += 1) }));
    const before = syncs;
    for (let at = 0; at < 5; at++) {
      await transact(store.db, async (trx) => {
        await writeSetting(trx, `a${at}`, "1");
        await writeSetting(trx, `b${at}`, "2");
      });
    }
    const afterCommits = syncs;
    await store.db.selectFrom("setting").selectAll().execute();
    expect([afterCommits - before, syncs - afterCommits]).toEqual([5, 0]);
    await store.close();
  });

  it("begins a file of its log without writing all of it", async () => {
    copyInitialStore(dataDir, "empty");
    const log = join(dataDir, "store", "pg_wal");
    const filesOfLog = () => readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name));
    const store = storeOverEngine(await openPgliteEngine(join(dataDir, "store")));
    const before = filesOfLog();
    await sql`select pg_switch_wal()`.execute(store.db);
    await writeSetting(store.db, "a", "1");
    const begun = filesOfLog().filter((name) => !before.includes(name));
    expect(begun).not.toEqual([]);
    for (const name of begun) {
      const { size, blocks } = statSync(join(log, name));
      expect(blocks * 512).toBeLessThan(size / 2);
    }
    await store.close();
  });

  it("refuses to run without its sync when PGlite's internals have changed", () => {
    expect(() => durableStartParams(["--single"])).toThrow(/have changed/);
    expect(durableStartParams()).not.toContain("-F");
  });

  it("what was answered is there after closing and opening again; the disk is checked once for all who ask at a time", async () => {
    const engine = await openEmbeddedEngine({ dataDir, onCrash });
    const checks = Array.from({ length: 3 }, () => engine.checkDisk?.());
    expect(checks[0]).toBeInstanceOf(Promise);
    expect(new Set(checks).size).toBe(1);
    await checks[0];
    expect(readdirSync(dataDir)).not.toContain("store.check");
    const first = storeOverEngine(engine);
    await migrateToLatest(first.db);
    await writeSetting(first.db, "kept", "yes");
    await first.close();
    const second = storeOverEngine(await openEmbeddedEngine({ dataDir, onCrash }));
    expect(await second.db.selectFrom("setting").selectAll().execute()).toEqual([{ key: "kept", value: "yes" }]);
    const { rows } = await sql`select '[9007199254740993,1.0]'::json as spelled`.execute(second.db);
    expect(JSON.stringify(rows)).toBe('[{"spelled":[9007199254740993,1.0]}]');
    await second.close();
  });

  it("a first start that was cut short leaves nothing that the next one stumbles over", async () => {
    mkdirSync(join(dataDir, "store.unfinished", "base"), { recursive: true });
    writeFileSync(join(dataDir, "store.unfinished", "PG_VERSION"), "1");
    const store = storeOverEngine(await openEmbeddedEngine({ dataDir, onCrash }));
    await migrateToLatest(store.db);
    await store.close();
    expect(readdirSync(dataDir).filter((name) => !name.startsWith("store.lock"))).toEqual(["store"]);
  });

  it("a second process is refused while the first has the directory, and let in after kill -9 of it", async () => {
    const lockFile = join(dataDir, "store.lock");
    holder = await holdDirectory(lockFile);
    expect(() => lockFolder(lockFile, dataDir)).toThrow(SettingError);
    await expect(openEmbeddedEngine({ dataDir, onCrash })).rejects.toThrow(/DATA_DIR: .* is in use by another process/);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    lockFolder(lockFile, dataDir).release();
  });

  it.skipIf(!canLockDirectories)(
    "a second process is refused with the lock file gone, and let in after kill -9 of the first",
    async () => {
      const lockFile = join(dataDir, "store.lock");
      holder = await holdDirectory(lockFile);
      rmSync(lockFile);
      expect(() => lockFolder(lockFile, dataDir)).toThrow(/DATA_DIR: .* is in use by another process/);
      holder.kill("SIGKILL");
      await once(holder, "exit");
      lockFolder(lockFile, dataDir).release();
      lockFolder(lockFile, dataDir).release();
    },
  );

  async function holdDirectory(lockFile: string): Promise<ChildProcess> {
    const script = `
      const { lockFolder } = await import(${JSON.stringify(new URL("./folder-lock.ts", import.meta.url).href)});
      lockFolder(${JSON.stringify(lockFile)}, ${JSON.stringify(dataDir)});
      process.stdout.write("held");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    return child;
  }

  it("is loaded in a thread of its own only: nothing but the worker's side names it", () => {
    for (const file of [
      "database.ts",
      "worker-engine.ts",
      "embedded-dialect.ts",
      "../migrations/migrate.ts",
      "../sql/transaction.ts",
    ]) {
      expect(readFileSync(new URL(`./${file}`, import.meta.url), "utf8")).not.toMatch(
        /from "(?:@electric-sql\/pglite|[^"]*\/pglite-engine)/,
      );
    }
  });
});
