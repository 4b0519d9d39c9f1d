import { DatabaseSync } from "node:sqlite";
import { SettingError } from "#/runtime/errors.ts";

export interface DirectoryLock {
  release(): void;
}

/**
 * Locks a directory for this process until it is released or the process ends, kill -9 included. The process must
 * never open the file again: closing the second handle would release the lock.
 */
export function lockDirectory(lockFile: string, directory: string): DirectoryLock {
  const database = new DatabaseSync(lockFile);
  try {
    database.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    database.close();
    throw new SettingError(
      "DATA_DIR",
      `${directory} is in use by another process; stop it, or give this one another directory.`,
      {
        cause: error,
      },
    );
  }
  return { release: () => database.close() };
}
