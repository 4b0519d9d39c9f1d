import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "./make-folder.ts";
import { SettingError } from "#/start/start-settings.ts";

/** A lock on a data directory, held until it is closed or the process ends in any way. */
export interface HeldDirectory {
  close: () => void;
}

/**
 * Creates the data directory if it is missing and locks it; throws SettingError if it is unusable or already locked.
 */
export function holdDataDirectory(directory: string): HeldDirectory {
  try {
    makeFolder(directory);
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SettingError(`DATA_DIR: ${directory} cannot be written to (${why}).`, { cause });
  }
  const lock = new DatabaseSync(join(directory, "start.lock"), { timeout: 0 });
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new SettingError(`DATA_DIR: ${directory} is in use by another process.`, { cause });
  }
  return { close: () => lock.close() };
}
