import { closeSync, fdatasyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isJsonObject, parseJson, type Json } from "#/json/json.ts";
import { makeDirectory } from "./make-directory.ts";
import { SettingError } from "#/settings/setting-error.ts";

/** Which world the lines belong to: state made under one seed means nothing under another. */
export interface World {
  readonly seed: string;
  readonly practitioners: number;
  readonly spelling: string;
}

export interface Journal {
  /** Returns when the lines are on the disk; throws with nothing kept when they cannot be. */
  append(lines: readonly unknown[]): void;
  close(): void;
}

const settingOf: Readonly<Record<keyof World, string>> = {
  seed: "SANDBOX_SEED",
  practitioners: "SANDBOX_PRACTITIONERS",
  spelling: "SANDBOX_SPELLING",
};

/** Opens the journal and hands every line of earlier runs on, one after the other, each as it was appended. */
export function openJournal(directory: string, world: World, replay: (line: Json) => void): Journal {
  const lock = lockDirectory(directory);
  try {
    return readJournal({ directory, world, replay, lock });
  } catch (cause) {
    lock.close();
    throw cause;
  }
}

function readJournal({
  directory,
  world,
  replay,
  lock,
}: {
  directory: string;
  world: World;
  replay: (line: Json) => void;
  lock: DatabaseSync;
}): Journal {
  const path = join(directory, "journal.jsonl");
  const descriptor = openSync(path, "a+", 0o600);
  let length = 0;
  let size = 0;
  let number = 0;
  for (const { text, end, isWhole } of linesOf(descriptor)) {
    size = end;
    // A line without its end was never acknowledged: the process died while it was appending.
    if (!isWhole) break;
    number += 1;
    const line = parseLine(text, number, path);
    if (number === 1) requireSameWorld(line, world, directory);
    else replay(line);
    length = end;
  }
  if (length < size) ftruncateSync(descriptor, length);

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

  if (number === 0) append([{ format: 1, ...world }]);
  return {
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

const pieceSize = 1024 * 1024;

interface Line {
  readonly text: string;
  /** The position after it. */
  readonly end: number;
  readonly isWhole: boolean;
}

/** The lines of a file, of which never more than a piece and one line are in memory. */
function* linesOf(descriptor: number): Generator<Line> {
  const piece = Buffer.alloc(pieceSize);
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  let end = 0;
  for (;;) {
    const count = readSync(descriptor, piece, 0, pieceSize, position);
    if (count === 0) break;
    position += count;
    rest = Buffer.concat([rest, piece.subarray(0, count)]);
    for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
      end += at + 1;
      yield { text: rest.toString("utf8", 0, at), end, isWhole: true };
      rest = rest.subarray(at + 1);
    }
  }
  if (rest.length > 0) yield { text: rest.toString("utf8"), end: end + rest.length, isWhole: false };
}

function parseLine(text: string, number: number, path: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw new SettingError("DATA_DIR", `${path} is damaged at line ${number}`);
  }
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
