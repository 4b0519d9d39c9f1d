import {
  formatPointer,
  isJsonObject,
  parsePointer,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
} from "@dc/api-client";

/** One line of a draft: what stands there, why, and what is still to be asked. */
export interface DraftLine {
  readonly pointer: string;
  readonly value: Json;
  readonly reason: string;
  /** What somebody who knows the service should answer; null where the description says it. */
  readonly question: string | null;
}

/** A profile as far as it is drafted. */
export interface Draft {
  /** Writes a value where the keys lead; a question marks it as assumed. */
  set(keys: readonly string[], value: Json, reason: string, question?: string | null): void;
  /** Asks about something that has no line. */
  ask(question: string): void;
  readonly profile: JsonObject;
  readonly lines: readonly DraftLine[];
  readonly questions: readonly string[];
}

export function createDraft(): Draft {
  let profile: JsonObject = {};
  const lines: DraftLine[] = [];
  const questions: string[] = [];
  return {
    set(keys, value, reason, question = null) {
      const pointer = formatPointer(keys);
      profile = asObject(withValueAt(withParents(profile, keys), pointer, value));
      lines.push({ pointer, value, reason, question });
    },
    ask: (question) => void questions.push(question),
    get profile() {
      return profile;
    },
    lines,
    questions,
  };
}

function asObject(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new TypeError("a draft is an object");
  return value;
}

function withParents(profile: JsonObject, keys: readonly string[]): JsonObject {
  let next = profile;
  for (let length = 1; length < keys.length; length += 1) {
    const pointer = formatPointer(keys.slice(0, length));
    if (valueAt(next, pointer) === undefined) next = asObject(withValueAt(next, pointer, {}));
  }
  return next;
}

/** The line that says a place of the profile, or the nearest one around it. */
export function lineOf(lines: readonly DraftLine[], pointer: string): DraftLine | null {
  const keys = parsePointer(pointer) ?? [];
  for (let length = keys.length; length > 0; length -= 1) {
    const outer = formatPointer(keys.slice(0, length));
    const found = lines.findLast((line) => line.pointer === outer);
    if (found !== undefined) return found;
  }
  return null;
}
