import type { RecordKey } from "@dc/contract";
import { createFieldMemory, type FieldMemory, touchedElements } from "./field-memory.ts";
import { changesOn, type History, isSame } from "./history.ts";
import { isInWanted, sameElements } from "./oracle.ts";
import type { Field } from "./service-states.ts";

/** What the oracle remembers of each field of each index. */
export interface Memories {
  /** L, moved by decisions. */
  baseline(indexId: string, field: Field): FieldMemory;
  /** K, moved by what was read. */
  known(indexId: string, field: Field): FieldMemory;
  /** Lets K and L of a record that nobody is known to have written follow base, if the index says what base says. */
  followBase(indexId: string, record: RecordKey): void;
}

export function createMemories(history: History): Memories {
  const { stack, serviceStates } = history;
  const { profile } = stack.app.deps.service;
  const baselines = new Map<string, FieldMemory>();
  const knowns = new Map<string, FieldMemory>();
  const keyOf = (indexId: string, { record, field }: Field) => `${indexId} ${record.id} ${field}`;
  for (const indexId of history.indices) {
    for (const field of history.fields) {
      const start = serviceStates.elements(indexId, field);
      // The roster of the stack was read: an index version that lies over base was seen to say what base says.
      const isObserved = indexId === stack.createdIndex || serviceStates.followsBase(indexId, field.record);
      baselines.set(keyOf(indexId, field), createFieldMemory(isObserved ? start : null));
      knowns.set(keyOf(indexId, field), createFieldMemory(start));
    }
  }
  const memory = (memories: Map<string, FieldMemory>, indexId: string, field: Field): FieldMemory => {
    const found = memories.get(keyOf(indexId, field));
    if (found === undefined) throw new Error("Every field of the run has a memory.");
    return found;
  };
  const baseline = (indexId: string, field: Field) => memory(baselines, indexId, field);
  const known = (indexId: string, field: Field) => memory(knowns, indexId, field);

  /** Records of an overlay of which it was seen that somebody else wrote them. */
  const writtenOutside = new Set<string>();

  function followBase(indexId: string, record: RecordKey): void {
    const fields = history.fields.filter((one) => isSame(one.record, record));
    const ofRecord = fields.flatMap((field) => changesOn(history, indexId, field));
    const place = `${indexId} ${record.id}`;
    if (profile.indexVersionKind === "copy" || writtenOutside.has(place)) return;
    if (ofRecord.some(({ state }) => state === "applied")) return;
    for (const field of fields) {
      const index = serviceStates.elements(indexId, field);
      const base = serviceStates.elements(stack.standardIndex, field);
      if (!sameElements(index, base)) {
        writtenOutside.add(place);
        continue;
      }
      known(indexId, field).move(index, null);
      // What was decided about one element leaves the others following.
      const decided = changesOn(history, indexId, field).filter(
        (change) => isInWanted(change) || change.state === "queued",
      );
      const touched = decided.map((change) => touchedElements(field.kind, change));
      if (touched.includes(null)) continue;
      baseline(indexId, field).moveOthers(
        base,
        touched.flatMap((elements) => elements ?? []),
      );
    }
  }

  return { baseline, known, followBase };
}
