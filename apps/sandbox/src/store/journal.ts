import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isJsonObject, parseJson, type Json } from "#/json.ts";
import { makeDirectory } from "#/make-directory.ts";
import { SettingError } from "#/setting-error.ts";

/** Which world the lines belong to: state made under one seed means nothing under another. */
export interface World {
  readonly seed: string;
  readonly practitioners: number;
  readonly spelling: string;
}

export interface Journal {
  /** The lines of earlier runs, each as it was appended. */
  readonly earlier: readonly unknown[];
  /** Returns when the lines are on the disk; throws with nothing kept when they cannot be. */
  append(lines: readonly unknown[]): void;
  close(): void;
}

const settingOf: Readonly<Record<keyof World, string>> = {
  seed: "SANDBOX_SEED",
  practitioners: "SANDBOX_PRACTITIONERS",
  spelling: "SANDBOX_SPELLING",
};

export function openJournal(directory: string, world: World): Journal {
  const lock = lockDirectory(directory);
  try {
    return readJournal(directory, world, lock);
  } catch (cause) {
    lock.close();
    throw cause;
  }
}

function readJournal(directory: string, world: World, lock: DatabaseSync): Journal {
  const path = join(directory, "journal.jsonl");
  const descriptor = openSync(path, "a+", 0o600);
  const written = readFileSync(path);
  // A line without its end was never acknowledged: the process died while it was appending.
  let length = written.lastIndexOf(0x0a) + 1;
  if (length < written.length) ftruncateSync(descriptor, length);
  const [header, ...earlier] = parseLines(written.subarray(0, length).toString("utf8"), path);

  const append = (lines: readonly unknown[]): void => {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
      fdatasyncSync(descriptor);
    } catch (cause) {
      ftruncateSync(descriptor, length);
      throw cause;
    }
    length += bytes.length;
  };

  if (header === undefined) append([{ format: 1, ...world }]);
  else requireSameWorld(header, world, directory);
  return {
    earlier,
    append,
    close() {
      closeSync(descriptor);
      lock.close();
    },
  };
}

function lockDirectory(directory: string): DatabaseSync {
  try {
    makeDirectory(directory);
    const lock = new DatabaseSync(join(directory, "lock.sqlite"));
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by TEXT); COMMIT");
    return lock;
  } catch (cause) {
    if (cause instanceof Error && /locked|busy/i.test(cause.message)) {
      throw new SettingError("DATA_DIR", `${directory} is in use by another sandbox`);
    }
    throw new SettingError(
      "DATA_DIR",
      `${directory} cannot be written (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  }
}

function parseLines(text: string, path: string): Json[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line, at) => {
      try {
        return parseJson(line);
      } catch {
        throw new SettingError("DATA_DIR", `${path} is damaged at line ${at + 1}`);
      }
    });
}

function requireSameWorld(header: Json, world: World, directory: string): void {
  const found = isJsonObject(header) ? header : {};
  for (const name of ["seed", "practitioners", "spelling"] as const) {
    const made = found[name];
    if (made === world[name]) continue;
    throw new SettingError(
      settingOf[name],
      `${String(world[name])} does not fit the state in ${directory}, made with ${made === undefined ? "another format" : JSON.stringify(made)}; use that value or another DATA_DIR`,
    );
  }
}
