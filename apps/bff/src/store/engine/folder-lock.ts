import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { SettingError } from "#/runtime/errors.ts";

export interface DirectoryLock {
  release(): void;
}

/**
 * Locks a directory for this process until it is released or the process ends, kill -9 included. The process must
 * never open the file again: closing the second handle would release the lock. The directory itself is locked too, since
 * a lock file can be deleted, and then the next process would make and lock another one.
 */
export function lockFolder(lockFile: string, directory: string): DirectoryLock {
  const inUse = (cause?: unknown) =>
    new SettingError(
      "DATA_DIR",
      `${directory} is in use by another process; stop it, or give this one another directory.`,
      { cause },
    );
  const database = new DatabaseSync(lockFile);
  try {
    database.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    database.close();
    throw inUse(error);
  }
  const itself = lockItself(directory);
  if (itself === "in use") {
    database.close();
    throw inUse();
  }
  return {
    release() {
      if (itself !== "cannot be locked") closeSync(itself);
      database.close();
    },
  };
}

/** `O_EXLOCK` of macOS and the BSDs, which Node does not name: opens and locks at once. */
const EXCLUSIVE_LOCK = 0x20;

/** The open directory with a lock of the system on it, which lasts until it is closed. */
function lockItself(directory: string): number | "in use" | "cannot be locked" {
  if (process.platform === "win32") return "cannot be locked";
  if (process.platform !== "linux") return openLocked(directory);
  // Node cannot lock a file. The lock belongs to the open directory, which the command shares, and not to the command.
  const open = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  const { status } = spawnSync("flock", ["-x", "-n", "3"], { stdio: ["ignore", "ignore", "ignore", open] });
  if (status === 0) return open;
  closeSync(open);
  return status === 1 ? "in use" : "cannot be locked";
}

function openLocked(directory: string): ReturnType<typeof lockItself> {
  try {
    return openSync(directory, constants.O_RDONLY | constants.O_NONBLOCK | EXCLUSIVE_LOCK);
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EAGAIN";
    return isTaken ? "in use" : "cannot be locked";
  }
}
