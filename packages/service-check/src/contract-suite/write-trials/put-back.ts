import { EncodeError, planUpdate, type Json, type JsonObject, type Reading } from "@dc/api-client";
import { objectIn } from "#/service/check-session.ts";
import { excerpt } from "#/service/describe-answer.ts";
import { differences, lostMemberMessage, sameMeaning, type Difference } from "./compare-records.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { readIn, requestOf } from "./writable-values.ts";

const longestValue = 500;

/**
 * Puts back what a check changed, now or else once more at the end of the run. Where the service lets it neither time, the report
 * lists what is to be put back. Returns whether it was put back now.
 */
export async function putBack(
  session: ContractSession,
  place: string,
  value: Json | undefined,
  restore: () => Promise<boolean>,
): Promise<boolean> {
  if (await restore()) return true;
  session.cleanUps.push(async () => {
    if (!(await restore())) session.leftovers.push(leftover(place, value));
  });
  return false;
}

/** A record as it was before the first write of the run. */
export interface RecordBefore {
  readonly type: string;
  readonly id: string;
  readonly index: string;
  readonly original: JsonObject;
}

const isWithin = (pointer: string, outer: string) => pointer === outer || pointer.startsWith(`${outer}/`);

/**
 * Puts back what writes changed beside what they wrote, such as another meaning or a member that they removed: now, or
 * else once more at the end of the run, and lists what then is left. `isAside` tells which members are left alone.
 */
export async function putBackRest(
  session: ContractSession,
  before: RecordBefore,
  isAside: (pointer: string) => boolean,
): Promise<void> {
  const { type, id, index } = before;
  const read = async () => {
    const current = objectIn(await readIn(session, type, id, index));
    const members = current === null ? [] : changedMembers(session, before, current);
    return current === null ? null : { current, members: members.filter(({ pointer }) => !isAside(pointer)) };
  };
  const restored = async () => {
    const all = await read();
    if (all === null || all.members.length === 0) return all;
    await writeBack(session, before, all);
    let left = await read();
    // A member that the service refuses must not keep the others from being put back.
    for (const { pointer } of left?.members ?? []) {
      const members = left?.members.filter((member) => member.pointer === pointer) ?? [];
      if (left === null || members.length === 0 || left.members.length === 1) continue;
      await writeBack(session, before, { ...left, members: members });
      left = await read();
    }
    return left;
  };
  const first = await restored();
  if (first !== null && first.members.length === 0) return;
  session.cleanUps.push(async () => {
    const last = await restored();
    const place = `${type} ${id} in ${index}`;
    if (last === null) session.leftovers.push(`${place}: it could not be read again`);
    for (const { pointer, before: value } of last?.members ?? [])
      session.leftovers.push(leftover(`${pointer} of ${place}`, value));
  });
}

function leftover(place: string, value: Json | undefined): string {
  return `${place}: ${value === undefined ? "it had no value before" : `put back ${excerpt(value, longestValue)}`}`;
}

/** The members of a record that changed; another spelling of the same value does not count. */
function changedMembers(
  { profile }: ContractSession,
  { type, original }: RecordBefore,
  now: JsonObject,
): readonly Difference[] {
  const meanings = Object.values(profile.data.records[type]?.meanings ?? {}).flatMap((meaning) =>
    "at" in meaning ? [meaning] : [],
  );
  return differences(profile.withoutIgnored(type, original), profile.withoutIgnored(type, now)).filter(
    ({ pointer }) => {
      const meaning = meanings.find(({ at }) => isWithin(pointer, at));
      return (
        meaning === undefined ||
        !sameMeaning(meaning, original, now) ||
        lostMemberMessage(meaning, original, now, new Map()) !== null
      );
    },
  );
}

/** Writes members as they were, all of them in one update. */
async function writeBack(
  session: ContractSession,
  { type, id, index }: RecordBefore,
  { current, members }: { current: JsonObject; members: readonly Difference[] },
): Promise<void> {
  const fields = Object.fromEntries(
    members.map(({ pointer, before }): [string, Reading] => [
      pointer,
      before === undefined ? { absent: true } : { value: before },
    ]),
  );
  try {
    await session.send(requestOf(planUpdate(session.probe.exchange, { type, id, index, fields, current }), index));
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
  }
}
