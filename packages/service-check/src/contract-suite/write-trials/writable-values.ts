import {
  decodeMeaning,
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
import { objectIn } from "#/service/check-session.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { needsId } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { withArticle } from "#/article.ts";

/** A name of a record that the profile can write, with its current value in an index. */
export interface WritableName {
  readonly type: string;
  readonly id: string;
  readonly meaning: string;
  readonly current: JsonObject;
  readonly value: string;
}

/** A value of a record that the profile can write, in the service's own format. */
export interface WritableValue {
  readonly type: string;
  readonly id: string;
  readonly pointer: string;
  readonly current: JsonObject;
  readonly value: Json;
}

// A time zone or a kind must be one that the service knows; a name may be any text.
const isName = /name$/i;

export function readIn(session: ContractSession, type: string, id: string, index: string | null): Promise<ProbeResult> {
  return session.send({ operation: recordOperation("read", type), values: { id }, index });
}

export function requestOf(plan: PlannedWrite, index: string | null) {
  return { operation: plan.plan.operation, values: plan.values, index };
}

/** The meanings of a record that can be read; one that does not fit the profile is told by the check of its entry. */
export function readingsOf(
  { profile }: ContractSession,
  type: string,
  raw: JsonObject,
): Readonly<Record<string, Reading>> {
  const readings = Object.entries(profile.data.records[type]?.meanings ?? {}).flatMap(
    ([name, meaning]): [string, Reading][] => {
      const decoded = "at" in meaning ? decodeMeaning(meaning, raw) : null;
      return decoded === null || "problem" in decoded ? [] : [[name, decoded.reading]];
    },
  );
  return Object.fromEntries(readings);
}

/** The writable meanings of a record type itself, without those of other records. */
function ownWritable(session: ContractSession, type: string) {
  return session.profile.meanings(type).filter(({ isWritable, via }) => isWritable && via.length === 0);
}

async function currentOf(session: ContractSession, type: string, index: string) {
  const id = session.recordIds.get(type);
  if (id === undefined || !session.hasOperation(recordOperation("update", type))) return null;
  const current = objectIn(await readIn(session, type, id, index));
  return current === null ? null : { id, current };
}

/** The first name that can be written, among the records of the run. */
export async function findWritableName(session: ContractSession, index: string): Promise<WritableName | null> {
  for (const type of session.recordIds.keys()) {
    const served = await currentOf(session, type, index);
    const readings = served === null ? {} : readingsOf(session, type, served.current);
    for (const { name, says } of served === null ? [] : ownWritable(session, type)) {
      const reading = readings[name];
      const value = reading !== undefined && "value" in reading ? reading.value : null;
      if (served !== null && says === "a text" && isName.test(name) && typeof value === "string" && value !== "")
        return { type, ...served, meaning: name, value };
    }
  }
  return null;
}

/** A writable value of the record of a type, names first; null when there is none. */
async function standing(session: ContractSession, type: string, index: string): Promise<WritableValue | null> {
  const served = await currentOf(session, type, index);
  if (served === null) return null;
  const meanings = ownWritable(session, type).toSorted(
    (a, b) => Number(isName.test(b.name)) - Number(isName.test(a.name)),
  );
  for (const { pointer } of meanings) {
    const value = valueAt(served.current, pointer);
    if (value !== undefined && value !== null) return { type, ...served, pointer, value };
  }
  return null;
}

/** A writable value of the first record that has one, records with a name first. */
export async function findWritableValue(session: ContractSession, index: string): Promise<WritableValue | null> {
  const named = await findWritableName(session, index);
  for (const type of named === null ? session.recordIds.keys() : [named.type]) {
    const writable = await standing(session, type, index);
    if (writable !== null) return writable;
  }
  return null;
}

/** Why no update of a record type was tried, in a sentence. */
export function notUpdatedReason(session: ContractSession, type: string): string {
  if (!session.recordIds.has(type)) return needsId(type);
  if (ownWritable(session, type).length > 0)
    return `the ${type} of this run has no value that the profile can write: try another id`;
  const elsewhere = session.profile.meanings(type).filter(({ via }) => via.length > 0);
  const owners = [...new Set(elsewhere.map(({ owner }) => owner.type))].map(
    (owner) =>
      `${elsewhere
        .filter((meaning) => meaning.owner.type === owner)
        .map(({ name }) => name)
        .join(", ")} belong to the ${owner} (see /operations/${recordOperation("update", owner)})`,
  );
  const detail = owners.length === 0 ? "" : `: ${owners.join("; ")}`;
  return `${withArticle(type)} has nothing of its own that the profile can write${detail}`;
}

/** An update that writes the current value again, so that a service that accepts it changes nothing. */
export function planUnchangedUpdate(
  session: ContractSession,
  { type, id, pointer, current, value }: WritableValue,
  index: string,
): PlannedWrite {
  // The value is removed from the base of the comparison, or it would not be sent.
  const bare = withoutValueAt(current, pointer);
  const fields: Readonly<Record<string, Reading>> = { [pointer]: { value } };
  return planUpdate(session.probe.exchange, { type, id, index, fields, current: isJsonObject(bare) ? bare : current });
}

export function updateRequest(session: ContractSession, target: WritableName, index: string, value: string) {
  const fields: Readonly<Record<string, Reading>> = { [target.meaning]: { value } };
  const { type, id, current } = target;
  return requestOf(planUpdate(session.probe.exchange, { type, id, index, fields, current }), index);
}

export function writtenTextIn(session: ContractSession, result: ProbeResult, { type, meaning }: WritableName): unknown {
  const raw = objectIn(result);
  const reading = raw === null ? undefined : readingsOf(session, type, raw)[meaning];
  return reading !== undefined && "value" in reading ? reading.value : undefined;
}
