import {
  isJsonObject,
  planUpdate,
  recordOperation,
  valueAt,
  withoutValueAt,
  type Json,
  type JsonObject,
  type PlannedWrite,
  type Reading,
} from "@dc/api-client";
import type { Probed } from "#/service/probe.ts";
import { objectOf, type Suite } from "#/service/suite.ts";
import { lackingId } from "./check.ts";

/** A name of a record that the profile can write, with what stands there in an index. */
export interface WritableName {
  readonly type: string;
  readonly id: string;
  readonly meaning: string;
  readonly current: JsonObject;
  readonly value: string;
}

/** What stands in an index at a place of a record that the profile can write, as the service spells it. */
export interface Standing {
  readonly type: string;
  readonly id: string;
  readonly pointer: string;
  readonly current: JsonObject;
  readonly value: Json;
}

// A time zone or a kind must be one that the service knows; a name may be any text.
const isName = /name$/i;

export function readIn(suite: Suite, type: string, id: string, index: string | null): Promise<Probed> {
  return suite.send({ operation: recordOperation("read", type), values: { id }, index });
}

export function planned(plan: PlannedWrite, index: string | null) {
  return { operation: plan.plan.operation, values: plan.values, index };
}

/** The meanings that a record of this type holds itself and that the profile can write. */
function ownWritable(suite: Suite, type: string) {
  return suite.profile.meanings(type).filter(({ isWritable, via }) => isWritable && via.length === 0);
}

async function currentOf(suite: Suite, type: string, index: string) {
  const id = suite.subjects.get(type);
  if (id === undefined || !suite.has(recordOperation("update", type))) return null;
  const current = objectOf(await readIn(suite, type, id, index));
  return current === null ? null : { id, current };
}

/** The first name that can be written, among the records of the run. */
export async function writableName(suite: Suite, index: string): Promise<WritableName | null> {
  for (const type of suite.subjects.keys()) {
    const found = await currentOf(suite, type, index);
    const readings = found === null ? {} : suite.profile.decode(type, found.current);
    for (const { name, kind } of found === null ? [] : ownWritable(suite, type)) {
      const reading = readings[name];
      const value = reading !== undefined && "value" in reading ? reading.value : null;
      if (found !== null && kind === "text" && isName.test(name) && typeof value === "string" && value !== "")
        return { type, ...found, meaning: name, value };
    }
  }
  return null;
}

/** Anything that stands where the profile can write in the record of a type, names first; null where nothing does. */
async function standing(suite: Suite, type: string, index: string): Promise<Standing | null> {
  const found = await currentOf(suite, type, index);
  if (found === null) return null;
  const meanings = ownWritable(suite, type).toSorted(
    (a, b) => Number(isName.test(b.name)) - Number(isName.test(a.name)),
  );
  for (const { pointer } of meanings) {
    const value = valueAt(found.current, pointer);
    if (value !== undefined && value !== null) return { type, ...found, pointer, value };
  }
  return null;
}

/** The same of the first record that has any, one with a name before the others. */
export async function anyStanding(suite: Suite, index: string): Promise<Standing | null> {
  const named = await writableName(suite, index);
  for (const type of named === null ? suite.subjects.keys() : [named.type]) {
    const found = await standing(suite, type, index);
    if (found !== null) return found;
  }
  return null;
}

/** Why no update of a record type was tried, in a sentence. */
export function whyNotUpdated(suite: Suite, type: string): string {
  if (!suite.subjects.has(type)) return lackingId(type);
  if (ownWritable(suite, type).length > 0)
    return `nothing stands in the ${type} of the run where the profile can write: try another id`;
  const elsewhere = suite.profile.meanings(type).filter(({ via }) => via.length > 0);
  const owners = [...new Set(elsewhere.map(({ owner }) => owner.type))].map(
    (owner) =>
      `${elsewhere
        .filter((one) => one.owner.type === owner)
        .map(({ name }) => name)
        .join(", ")} live on the ${owner} (see /operations/${recordOperation("update", owner)})`,
  );
  const told = owners.length === 0 ? "" : `: ${owners.join("; ")}`;
  return `a ${type} holds nothing of its own that the profile can write${told}`;
}

/** An update that says what stands there already, word for word: a service that takes it has changed nothing. */
export function restatement(
  suite: Suite,
  { type, id, pointer, current, value }: Standing,
  index: string,
): PlannedWrite {
  // Without the value in what is compared, it counts as a change and is sent.
  const bare = withoutValueAt(current, pointer);
  const fields: Readonly<Record<string, Reading>> = { [pointer]: { value } };
  return planUpdate(suite.probe.exchange, { type, id, index, fields, current: isJsonObject(bare) ? bare : current });
}

export function updateOf(suite: Suite, target: WritableName, index: string, value: string) {
  const fields: Readonly<Record<string, Reading>> = { [target.meaning]: { value } };
  const { type, id, current } = target;
  return planned(planUpdate(suite.probe.exchange, { type, id, index, fields, current }), index);
}

export function textIn(suite: Suite, probed: Probed, { type, meaning }: WritableName): unknown {
  const raw = objectOf(probed);
  const reading = raw === null ? undefined : suite.profile.decode(type, raw)[meaning];
  return reading !== undefined && "value" in reading ? reading.value : undefined;
}
