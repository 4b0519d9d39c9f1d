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
  /** What somebody who knows the service should answer; null where nothing is open. */
  readonly question: string | null;
}

/** A profile as far as it is drafted. */
export interface Draft {
  /** Writes a value at a pointer; a question leaves the line open. */
  set(pointer: string, value: Json, reason: string, question?: string | null): void;
  /** Asks about something that has no line. */
  ask(question: string): void;
  readonly profile: JsonObject;
  readonly lines: readonly DraftLine[];
  readonly questions: readonly string[];
}

/** The paths of the two records, where a person has told them. */
export interface ToldPaths {
  readonly practitioner?: string | undefined;
  readonly schedule?: string | undefined;
}

function asObject(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new TypeError("a draft is an object");
  return value;
}

export function createDraft(): Draft {
  let profile: JsonObject = {};
  const lines: DraftLine[] = [];
  const questions: string[] = [];
  return {
    set(pointer, value, reason, question = null) {
      const keys = parsePointer(pointer) ?? [];
      for (let length = 1; length < keys.length; length += 1) {
        const outer = formatPointer(keys.slice(0, length));
        if (valueAt(profile, outer) === undefined) profile = asObject(withValueAt(profile, outer, {}));
      }
      profile = asObject(withValueAt(profile, pointer, value));
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

const interfaces: Readonly<Record<string, readonly [value: Json, question: string]>> = {
  "/apiVersion": ["2026-09-01", "Which API version is asked for? It is a date."],
  "/headers/apiVersion/name": ["Service-API-Version", "Which header selects the API version?"],
  "/headers/index/name": ["Service-Index-Version", "Which header selects the index version?"],
  "/credential/composition": ["key-as-user", "How is the credential made of the key?"],
  "/indexes/prefix": ["idx_", "How do ids of index versions begin?"],
  "/indexes/standard": ["idx_standard", "What is the id of the standard index?"],
  "/records/schedule/meanings/practitioner/kind": ["reference", "Where does a schedule name its practitioner?"],
  "/records/schedule/meanings/practitioner/to": ["practitioner", "Where does a schedule name its practitioner?"],
  "/records/schedule/meanings/practitioner/at": ["/practitioner", "Where does a schedule name its practitioner?"],
  "/answers/openSlot/startAt/at": ["/start_at", "Where is the start of an open slot?"],
  "/answers/openSlot/duration/at": ["/duration", "Where is the duration of an open slot?"],
  "/answers/patient/id/at": ["/id", "Where is the id of a patient?"],
  "/answers/appointment/id/at": ["/id", "Where is the id of an appointment?"],
  "/answers/indexVersion/id/at": ["/id", "Where is the id of an index version?"],
  "/units/slotDuration": ["minutes", "In which unit is the duration of a slot?"],
  "/errors/reasons": [[], "Which statuses and codes do errors have, and where are code and words in their bodies?"],
};

/** Fills in what every profile must have with what the interface says, as a question each. */
export function leaveOpen(draft: Draft): void {
  const isRead = ["practitioner", "schedule"].every(
    (type) => valueAt(draft.profile, `/records/${type}/collection`) !== undefined,
  );
  for (const [pointer, [value, question]] of Object.entries(interfaces))
    if (valueAt(draft.profile, pointer) === undefined && (isRead || !pointer.startsWith("/records/")))
      draft.set(pointer, value, "the interface's own", question);
}
