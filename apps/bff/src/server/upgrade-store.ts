import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { NewerStoreError, SettingError } from "#/runtime/errors.ts";
import type { Store } from "#/store/engine/database.ts";
import { migrateToLatest, migrationsOf, pendingAfter } from "#/store/migrations/migrate.ts";
import { streamSnapshot, writeWholeFile } from "#/store/snapshot/snapshot-file.ts";
import type { Settings } from "./settings.ts";

const PREFIX = "before-";
const COPIES_KEPT = 5;

/**
 * Brings the store to this version. A store that an earlier version wrote is copied to the backup directory first. Throws a
 * SettingError if it is of a newer version, or cannot be copied; then nothing in it was changed.
 */
export async function upgradeStore(store: Store, settings: Settings, log: Logger): Promise<void> {
  try {
    // Asked once: another replica may migrate an empty store between two questions.
    const run = await migrationsOf(store.db);
    const pending = pendingAfter(run);
    if (run.length > 0 && pending.length > 0) await copyStore(store, settings.backupDir, pending.at(-1) ?? "", log);
    await migrateToLatest(store.db, pending.length === 0 ? run : undefined);
  } catch (error) {
    if (!(error instanceof NewerStoreError)) throw error;
    const setting = settings.databaseUrl === undefined ? "DATA_DIR" : "DATABASE_URL";
    throw new SettingError(setting, error.message, { cause: error });
  }
}

async function copyStore({ db }: Store, backupDir: string, migration: string, log: Logger): Promise<void> {
  const now = new Date();
  const path = join(backupDir, `${PREFIX}${migration}-${now.toISOString().replaceAll(":", "-")}.gz`);
  try {
    await writeWholeFile(path, (to) => streamSnapshot(db, now, to));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new SettingError(
      "BACKUP_DIR",
      `the store has to be copied to ${backupDir} before this version changes it, and could not be (${code}).`,
      { cause: error },
    );
  }
  log.info({ path }, "the store was copied before it is changed for this version");
  const copies = readdirSync(backupDir).filter((name) => name.startsWith(PREFIX) && name.endsWith(".gz"));
  // By time and not by migration: branches land in another order than their numbers say.
  const oldestFirst = copies.toSorted((a, b) => (timeIn(a) < timeIn(b) ? -1 : 1));
  for (const name of oldestFirst.slice(0, -COPIES_KEPT)) rmSync(join(backupDir, name), { force: true });
}

/** The end of the name of a copy, which sorts by time. */
function timeIn(name: string): string {
  return name.slice(-"2026-01-01T00-00-00.000Z.gz".length);
}
