import { closeSync, fdatasyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isJsonObject, parseJson, type Json, type JsonObject } from "#/json/json.ts";
import { makeFolder } from "./make-folder.ts";
import { SettingError } from "#/settings/setting-error.ts";

/** The first line of the journal: the settings that generated the data which the other lines change. */
export interface JournalHeader {
  readonly seed: string;
  readonly practitioners: number;
  readonly spelling: string;
  readonly indexVersions: string;
}

export interface Journal {
  /** Returns when the lines are on the disk; throws, and leaves the file as it was, when they cannot be written. */
  append(lines: readonly unknown[]): void;
  close(): void;
}

const settingOf: Readonly<Record<keyof JournalHeader, string>> = {
  seed: "SANDBOX_SEED",
  practitioners: "SANDBOX_PRACTITIONERS",
  spelling: "SANDBOX_SPELLING",
  indexVersions: "SANDBOX_INDEX_VERSIONS",
};

/** Locks the directory, opens its journal and replays the lines of earlier runs in order. */
export function openJournal(directory: string, header: JournalHeader, replay: (line: Json) => void): Journal {
  const lock = lockFolder(directory);
  try {
    return readJournal({ directory, header, replay, lock });
  } catch (cause) {
    lock.close();
    throw cause;
  }
}

function readJournal({
  directory,
  header,
  replay,
  lock,
}: {
  directory: string;
  header: JournalHeader;
  replay: (line: Json) => void;
  lock: DatabaseSync;
}): Journal {
  const path = join(directory, "journal.jsonl");
  const descriptor = openSync(path, "a+", 0o600);
  let length = 0;
  let size = 0;
  let number = 0;
  for (const { text, end, isComplete } of readLines(descriptor)) {
    size = end;
    // An unfinished line was never acknowledged: the process died while it was appending.
    if (!isComplete) break;
    number += 1;
    const line = parseLine(text, number, path);
    if (number === 1) requireSameHeader(line, header, directory);
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

  if (number === 0) append([{ format: 1, ...header }]);
  return {
    append,
    close() {
      closeSync(descriptor);
      lock.close();
    },
  };
}

function lockFolder(directory: string): DatabaseSync {
  try {
    makeFolder(directory);
    const lock = new DatabaseSync(join(directory, "lock.sqlite"));
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by TEXT); COMMIT");
    return lock;
  } catch (cause) {
    if (cause instanceof Error && /locked|busy/i.test(cause.message)) {
      throw new SettingError("DATA_DIR", `${directory} is in use by another sandbox`);
    }
    throw new SettingError(
      "DATA_DIR",
      `cannot write to ${directory} (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  }
}

const chunkSize = 1024 * 1024;

interface Line {
  readonly text: string;
  /** The position after the line. */
  readonly end: number;
  readonly isComplete: boolean;
}

/** The lines of a file, with no more than a chunk and one line in memory at a time. */
function* readLines(descriptor: number): Generator<Line> {
  const chunk = Buffer.alloc(chunkSize);
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  let end = 0;
  for (;;) {
    const count = readSync(descriptor, chunk, 0, chunkSize, position);
    if (count === 0) break;
    position += count;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let lineEnd = rest.indexOf(0x0a); lineEnd >= 0; lineEnd = rest.indexOf(0x0a)) {
      end += lineEnd + 1;
      yield { text: rest.toString("utf8", 0, lineEnd), end, isComplete: true };
      rest = rest.subarray(lineEnd + 1);
    }
  }
  if (rest.length > 0) yield { text: rest.toString("utf8"), end: end + rest.length, isComplete: false };
}

function parseLine(text: string, number: number, path: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw new SettingError("DATA_DIR", `${path} is damaged at line ${number}`);
  }
}

function requireSameHeader(line: Json, header: JournalHeader, directory: string): void {
  // Every index version was a copy before the setting existed.
  const storedHeader: JsonObject = { indexVersions: "copy", ...(isJsonObject(line) ? line : {}) };
  for (const name of ["seed", "practitioners", "spelling", "indexVersions"] as const) {
    const stored = storedHeader[name];
    if (stored === header[name]) continue;
    throw new SettingError(
      settingOf[name],
      `${String(header[name])} does not match the state in ${directory}, which was created with ${stored === undefined ? "another format" : JSON.stringify(stored)}; use that value or another DATA_DIR`,
    );
  }
}
