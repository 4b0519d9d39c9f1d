import type { JsonObject } from "@dc/api-client";
import type { RecordKey } from "@dc/contract";
import type { LedgerEntry } from "@dc/sandbox/app";
import type { TestStack } from "#system-tests/test-stack.ts";
import { elementsOf, type Kind } from "./oracle.ts";

/** Where a state of a record came from; `base`: it followed the standard index. */
type State = "start" | "us" | "outside" | "base";

export interface Field {
  record: RecordKey;
  field: string;
  kind: Kind;
}

export const fieldsOf = (record: RecordKey): Field[] =>
  record.type === "practitioner"
    ? [
        { record, field: "phones", kind: "phones" },
        { record, field: "preferredName", kind: "text" },
      ]
    : [{ record, field: "acceptedInsurances", kind: "set" }];

/** The state and history of each record in each index, from the sandbox's own ledger alone. */
export interface ServiceStates {
  /** Reads the new entries, and returns them. */
  catchUp(): LedgerEntry[];
  raw(indexId: string, record: RecordKey): JsonObject;
  elements(indexId: string, field: Field): Map<string, string>;
  /** Every value that the field had in the index, including the first one; of an overlay, those that somebody wrote. */
  past(indexId: string, field: Field): Map<string, string>[];
  /** The values that our own writes gave the field, in the order of execution. */
  written(indexId: string, field: Field): Map<string, string>[];
  /** Whether an index version that lies over base by record still shows base's record: nobody has written it there. */
  followsBase(indexId: string, record: RecordKey): boolean;
  touchedFromOutside(indexId: string, record: RecordKey): boolean;
  ofRaw(raw: JsonObject, field: Field): Map<string, string>;
}

export async function watchServiceStates(stack: TestStack, indices: readonly string[]): Promise<ServiceStates> {
  const { ledger } = stack.app.sandbox;
  const { profile } = stack.app.deps.service;
  const states = new Map<string, { raw: JsonObject; from: State }[]>();
  const keyOf = (indexId: string | null, type: string, id: string) => `${indexId} ${type} ${id}`;
  for (const record of stack.records) {
    for (const indexId of indices) {
      const raw = await stack.direct(record, indexId);
      if (raw === null) throw new Error(`${record.id} is not in ${indexId}.`);
      states.set(keyOf(indexId, record.type, record.id), [{ raw, from: "start" }]);
    }
  }
  let seen = ledger.length;
  const ofRaw = (raw: JsonObject, { record, field, kind }: Field) =>
    elementsOf(kind, profile.decode(record.type, raw)[field]);
  const statesOf = (indexId: string, record: RecordKey) => {
    const list = states.get(keyOf(indexId, record.type, record.id));
    if (list === undefined) throw new Error(`${record.id} in ${indexId} is not watched.`);
    return list;
  };
  const raw = (indexId: string, record: RecordKey): JsonObject => {
    const last = statesOf(indexId, record).at(-1);
    if (last === undefined) throw new Error("There is a first state.");
    return last.raw;
  };
  const isOverlay = profile.indexVersionKind === "overlay-by-record";
  const isUnwritten = (list: readonly { from: State }[]) =>
    list.every(({ from }) => from === "start" || from === "base");
  /** What base says reaches the index versions in which nobody wrote the record. */
  const follow = ({ kind, record, after }: LedgerEntry) => {
    for (const indexId of indices) {
      const list = states.get(keyOf(indexId, kind, record));
      if (indexId !== stack.standardIndex && list !== undefined && after !== null && isUnwritten(list))
        list.push({ raw: after, from: "base" });
    }
  };
  return {
    catchUp() {
      const entries = [...ledger.after(seen)];
      seen += entries.length;
      for (const entry of entries) {
        const list = states.get(keyOf(entry.index, entry.kind, entry.record));
        if (list !== undefined && entry.after !== null)
          list.push({ raw: entry.after, from: entry.key === "control" ? "outside" : "us" });
        if (isOverlay && entry.index === stack.standardIndex) follow(entry);
      }
      return entries;
    },
    raw,
    elements: (indexId, field) => ofRaw(raw(indexId, field.record), field),
    past: (indexId, field) =>
      statesOf(indexId, field.record)
        .filter(({ from }) => !isOverlay || from === "us" || from === "outside")
        .map((state) => ofRaw(state.raw, field)),
    written: (indexId, field) =>
      statesOf(indexId, field.record)
        .filter(({ from }) => from === "us")
        .map((state) => ofRaw(state.raw, field)),
    followsBase: (indexId, record) => isOverlay && isUnwritten(statesOf(indexId, record)),
    touchedFromOutside: (indexId, record) => statesOf(indexId, record).some(({ from }) => from === "outside"),
    ofRaw,
  };
}
