import type { JsonObject } from "@dc/api-client";
import type { RecordKey } from "@dc/contract";
import type { LedgerEntry } from "@dc/sandbox/app";
import type { TestStack } from "#system-tests/test-stack.ts";
import { type Elements, elementsOf, type Kind } from "./oracle.ts";

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
  /** The same just before an entry of the ledger. */
  elementsAt(indexId: string, field: Field, seq: number): Map<string, string>;
  /** Whether what moved last between two entries was moved by a write of ours. */
  isLastFromUs(
    indexId: string,
    field: Field,
    among: { since: number; until: number; isMoved: (before: Elements, after: Elements) => boolean },
  ): boolean;
  /** Every value that the field had in the index, including the first one; of an overlay, those that somebody wrote. */
  past(indexId: string, field: Field): Map<string, string>[];
  /** The values that our own writes gave the field, in the order of execution. */
  written(indexId: string, field: Field): Map<string, string>[];
  /** The entry of the last write of ours of the record there; 0 if there is none. */
  lastWritten(indexId: string, record: RecordKey): number;
  /** Whether an index version that lies over base by record still shows base's record: nobody has written it there. */
  followsBase(indexId: string, record: RecordKey): boolean;
  /** The same just before an entry of the ledger. */
  followedBase(indexId: string, record: RecordKey, seq: number): boolean;
  touchedFromOutside(indexId: string, record: RecordKey): boolean;
  ofRaw(raw: JsonObject, field: Field): Map<string, string>;
}

/** Entries of the ledger, by number, that landed otherwise than asked for. */
export interface Strays {
  /** Those that landed minutes later, and for whose they count. */
  late: Map<number, "us" | "outside">;
  /** Those that base took, too, or every other index version. */
  leaked: Map<number, "base" | "indices">;
}

export async function watchServiceStates(
  stack: TestStack,
  indices: readonly string[],
  strays: Strays,
): Promise<ServiceStates> {
  const { ledger } = stack.app.sandbox;
  const { profile } = stack.app.deps.service;
  const states = new Map<string, { raw: JsonObject; from: State; seq: number }[]>();
  const keyOf = (indexId: string | null, type: string, id: string) => `${indexId} ${type} ${id}`;
  for (const record of stack.records) {
    for (const indexId of indices) {
      const raw = await stack.direct(record, indexId);
      if (raw === null) throw new Error(`${record.id} is not in ${indexId}.`);
      states.set(keyOf(indexId, record.type, record.id), [{ raw, from: "start", seq: 0 }]);
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
  const follow = ({ kind, record, after, seq }: LedgerEntry) => {
    for (const indexId of indices) {
      const list = states.get(keyOf(indexId, kind, record));
      if (indexId !== stack.standardIndex && list !== undefined && after !== null && isUnwritten(list))
        list.push({ raw: after, from: "base", seq });
    }
  };
  /** The record of an entry in the index versions beside its own. */
  const othersOf = ({ index, kind, record }: LedgerEntry) =>
    indices.filter((id) => id !== index && id !== stack.standardIndex).map((id) => states.get(keyOf(id, kind, record)));
  return {
    catchUp() {
      const entries = [...ledger.after(seen)];
      seen += entries.length;
      for (const entry of entries) {
        const list = states.get(keyOf(entry.index, entry.kind, entry.record));
        if (list !== undefined && entry.after !== null)
          list.push({
            raw: entry.after,
            from: strays.late.get(entry.seq) ?? (entry.key === "control" ? "outside" : "us"),
            seq: entry.seq,
          });
        const base = states.get(keyOf(stack.standardIndex, entry.kind, entry.record));
        const leak = strays.leaked.get(entry.seq);
        if (leak !== undefined && entry.after !== null)
          for (const other of leak === "base" ? [base] : othersOf(entry))
            other?.push({ raw: entry.after, from: "outside", seq: entry.seq });
        if (isOverlay && leak === "base") follow(entry);
        if (isOverlay && entry.index === stack.standardIndex) follow(entry);
      }
      return entries;
    },
    raw,
    elements: (indexId, field) => ofRaw(raw(indexId, field.record), field),
    elementsAt: (indexId, field, seq) => {
      const before = statesOf(indexId, field.record).findLast((state) => state.seq < seq);
      return ofRaw(before?.raw ?? {}, field);
    },
    isLastFromUs(indexId, field, { since, until, isMoved }) {
      const list = statesOf(indexId, field.record);
      const last = list.findLastIndex(({ raw, seq }, at) => {
        const before = list[at - 1];
        return seq < until && before !== undefined && isMoved(ofRaw(before.raw, field), ofRaw(raw, field));
      });
      const { from, seq } = list[last] ?? { from: "start", seq: 0 };
      return from === "us" && seq > since;
    },
    past: (indexId, field) =>
      statesOf(indexId, field.record)
        .filter(({ from }) => !isOverlay || from === "us" || from === "outside")
        .map((state) => ofRaw(state.raw, field)),
    written: (indexId, field) =>
      statesOf(indexId, field.record)
        .filter(({ from }) => from === "us")
        .map((state) => ofRaw(state.raw, field)),
    lastWritten: (indexId, record) => statesOf(indexId, record).findLast(({ from }) => from === "us")?.seq ?? 0,
    followsBase: (indexId, record) => isOverlay && isUnwritten(statesOf(indexId, record)),
    followedBase: (indexId, record, at) =>
      isOverlay && isUnwritten(statesOf(indexId, record).filter(({ seq }) => seq < at)),
    touchedFromOutside: (indexId, record) => statesOf(indexId, record).some(({ from }) => from === "outside"),
    ofRaw,
  };
}
