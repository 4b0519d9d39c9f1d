import { recordKey } from "@dc/directory";
import { recordOf } from "#/store/sql/among-records.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { creationIn, provisionalIdsOf } from "./creations/provisional-references.ts";
import type { FirstRecords } from "./first-records.ts";

/** The changes of one record of an index, which are sent together. */
type Group = readonly ChangeRow[];

export interface ParallelWork {
  firsts: FirstRecords;
  /** How many records may be begun at once, now. */
  atOnce: () => number;
  /** Asked before records begin; false if none may any more. */
  mayBegin: () => Promise<boolean>;
  send: (group: Group) => Promise<void>;
}

/** So many records of an index are looked at for one that may begin while those before it wait. */
const LOOKED_AT = 50;

/**
 * Sends records, several at once: one alone until a write is proven, the first of each index before any other of that index,
 * and what names a created record after it. While the first of an index is on its way, nothing writes its record in another
 * index, where it can be read for a leak. Once one fails, those under way are waited for. Answers what was not begun.
 */
export async function sendInParallel(
  groups: readonly Group[],
  { firsts, atOnce, mayBegin, send }: ParallelWork,
): Promise<ChangeRow[]> {
  const left = Map.groupBy(groups, indexOf);
  const underWay = new Map<Group, { isFirst: boolean; done: Promise<void> }>();
  const creations = new Map(groups.flatMap((group) => creationsOf(group).map((key) => [key, group] as const)));
  const failures: unknown[] = [];

  const mayFollow = (group: Group) => {
    const needed = group.flatMap(provisionalIdsOf).map((id) => creations.get(`${indexOf(group)} ${id}`));
    if (needed.some((other) => other !== undefined && other !== group)) return false;
    const others = [...underWay].filter(([other]) => recordIn(other) === recordIn(group));
    return firsts.includes(group) ? others.length === 0 : others.every(([, { isFirst }]) => !isFirst);
  };
  const next = (): Group | undefined => {
    // The first of each index goes early, so that a fault shows early.
    const indices = [...left].toSorted(
      ([, [a = []]], [, [b = []]]) => Number(firsts.includes(b)) - Number(firsts.includes(a)),
    );
    for (const [indexId, ofIndex] of indices) {
      const isFirst = firsts.includes(ofIndex[0] ?? []);
      if (isFirst && [...underWay.keys()].some((group) => indexOf(group) === indexId)) continue;
      const group = ofIndex.slice(0, LOOKED_AT).find(mayFollow);
      if (group !== undefined) return group;
    }
    // Records that name each other in a cycle have no valid order.
    return underWay.size === 0 ? indices[0]?.[1][0] : undefined;
  };
  const begin = (group: Group) => {
    const ofIndex = left.get(indexOf(group)) ?? [];
    ofIndex.splice(ofIndex.indexOf(group), 1);
    if (ofIndex.length === 0) left.delete(indexOf(group));
    const end = () => {
      underWay.delete(group);
      for (const key of creationsOf(group)) creations.delete(key);
    };
    const done = send(group).then(end, (error: unknown) => {
      failures.push(error);
      end();
    });
    underWay.set(group, { isFirst: firsts.includes(group), done });
  };

  const hasRoom = () => failures.length === 0 && left.size > 0 && underWay.size < (firsts.isProven() ? atOnce() : 1);
  for (let mayGoOn = true; ;) {
    if (mayGoOn && hasRoom()) mayGoOn = await mayBegin();
    while (mayGoOn && hasRoom()) {
      const group = next();
      if (group === undefined) break;
      begin(group);
    }
    if (underWay.size === 0) break;
    await Promise.race([...underWay.values()].map(({ done }) => done));
  }
  if (failures.length > 0) throw failures[0];
  return [...left.values()].flat(2);
}

const indexOf = (group: Group) => group[0]?.index_id ?? "";
const recordIn = ([first]: Group) => (first === undefined ? "" : recordKey(recordOf(first)));

/** The creation in a group, within its index: what one directory creates is nothing to another. */
function creationsOf(group: Group): string[] {
  const creation = creationIn(group);
  return creation === null ? [] : [`${indexOf(group)} ${creation}`];
}
