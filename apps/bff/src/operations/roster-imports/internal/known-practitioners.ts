import { setImmediate as nextTurn } from "node:timers/promises";
import { compareNames, foldText, nameDistance, nameKey, nameWords, type RosterSought } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { reachNow } from "#/context/rights-now.ts";
import { detailText, type SearchedLine, whereabouts } from "#/operations/name-choices/whereabouts.ts";
import { findByPhone } from "#/operations/search/find-by-phone.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";
import type { Database } from "#/store/sql/transaction.ts";
import {
  type KnownName,
  type KnownNames,
  selectPractitionerDetails,
  selectNamesOf,
  selectPractitionerNames,
  selectSimilarIds,
} from "#/store/tables/directories/known-names.ts";
import {
  type RosterImportLineRow,
  type RosterImportRow,
  selectWaitingSought,
} from "#/store/tables/directories/roster-imports.ts";

/** So many names are read or compared at once, so that they hold up nobody. */
const AT_ONCE = 1_000;
const MOST_NEAR = 5;
const MOST_WORDS = 4;

/** The practitioners of the connection's rosters by name, as far as whoever asks may see them. */
export interface KnownPractitioners {
  /** Those who are called as a line says, else those who prefer to be called so, and what stands beside the name that fits. */
  namedAs: (sought: RosterSought | null) => Promise<{ found: readonly KnownName[]; key: string; beside: string }>;
  /** Some of those who are reached by a phone number, and whether they are all. */
  reachedBy: (phone: string) => Promise<{ found: readonly { id: string; name: string | null }[]; isWhole: boolean }>;
  /** Those whose names are most alike to that of a line, the nearest first; a few at most. */
  nearest: (sought: RosterSought | null) => Promise<readonly KnownName[]>;
  /**
   * Others than the one who is called as a line says, where what stands beside the name is theirs: a phone number of others alone,
   * or a place or phone number of somebody who is called similarly and nothing of that one's own.
   */
  othersBeside: (
    id: string,
    line: { sought: RosterSought | null; beside: string },
  ) => Promise<readonly { id: string; name: string | null }[]>;
  /** Of each of these ids: where one finds the practitioner, as text, and whether what stands beside the name says so. */
  details: (ids: readonly string[], beside: string) => Promise<ReadonlyMap<string, { text: string; fits: boolean }>>;
}

/** Whose name is so, and who prefers to be called so. */
interface CalledSo {
  named: Map<string, KnownName>;
  preferring: Map<string, KnownName>;
}

const nobody: CalledSo = { named: new Map(), preferring: new Map() };

export function knownPractitioners(
  deps: Deps,
  run: RosterImportRow,
  asker: Actor = run.created_by,
): KnownPractitioners {
  const { connection, service } = deps;
  const region = service.profile.defaultRegion;
  const byKey = new Map<string, CalledSo>();
  /** The names of all lines that wait, as they are compared. */
  const waitingKeys = async () => {
    const keys = new Set<string>();
    for (let after = 0; ;) {
      const page = await selectWaitingSought(deps.store.db, run.id, { after, limit: AT_ONCE });
      for (const { sought } of page) for (const { name } of sought?.names ?? []) keys.add(nameKey(name));
      after = page.at(-1)?.line ?? after;
      if (page.length < AT_ONCE) return keys;
      await nextTurn();
    }
  };
  /** Reads all names once for those of all lines that wait. */
  const look = async (wanted: ReadonlySet<string>) => {
    const keys = new Set([...wanted].filter((key) => key !== "" && !byKey.has(key)));
    if (keys.size === 0) return;
    for (const key of keys) byKey.set(key, { named: new Map(), preferring: new Map() });
    const { db } = await seenBy(deps, asker);
    for (let after: KnownNames | undefined; ;) {
      const page = await selectPractitionerNames(db, { connectionId: connection.id, after, limit: AT_ONCE });
      for (const { id, name, preferred } of page) {
        byKey.get(nameKey(name))?.named.set(id, { id, name });
        if (preferred !== null) byKey.get(nameKey(preferred))?.preferring.set(id, { id, name });
      }
      after = page.at(-1);
      if (page.length < AT_ONCE) return;
      await nextTurn();
    }
  };
  const withDigits = async (digits: string) => {
    const { db, isLimited } = await seenBy(deps, asker);
    const wanted = { connectionId: connection.id, indexId: undefined, near: run.index_id, isLimited, digits };
    const { items, nextCursor } = await findByPhone(db, wanted, undefined);
    return { found: items, isWhole: nextCursor === null };
  };
  const whereaboutsOf = async (ids: readonly string[]) => {
    const of = { connectionId: connection.id, standardIndex: service.profile.standardIndex, ids };
    return Map.groupBy(await selectPractitionerDetails((await seenBy(deps, asker)).db, of), ({ id }) => id);
  };
  const known: KnownPractitioners = {
    namedAs: async (sought) => {
      const names = sought?.names ?? [];
      const own = new Set(names.map(({ name }) => nameKey(name)));
      if ([...own].some((key) => !byKey.has(key))) await look(own.union(await waitingKeys()));
      for (const { name, beside } of names) {
        const { named, preferring } = byKey.get(nameKey(name)) ?? nobody;
        const found = [...(named.size > 0 ? named : preferring).values()];
        if (found.length > 0) return { found, key: nameKey(name), beside };
      }
      const [likeliest] = names;
      return { found: [], key: nameKey(likeliest?.name ?? ""), beside: likeliest?.beside ?? "" };
    },
    reachedBy: async (phone) => {
      const digits = askedDigits(phone, region);
      return digits === null ? { found: [], isWhole: true } : await withDigits(digits);
    },
    othersBeside: async (id, { sought, beside }) => {
      if (beside === "") return [];
      const own = whereabouts((await whereaboutsOf([id])).get(id) ?? []);
      const numbers = numbersIn(beside, region);
      if (!hasNumber(own.phones, numbers))
        for (const digits of numbers) {
          const others = (await withDigits(digits)).found;
          if (others.length > 0) return others.some((one) => one.id === id) ? [] : others;
        }
      if (fitsBeside(beside, own, region)) return [];
      const alike = (await known.nearest(sought)).filter((one) => one.id !== id);
      const theirs = await known.details(
        alike.map((one) => one.id),
        beside,
      );
      return alike.filter((one) => theirs.get(one.id)?.fits === true);
    },
    nearest: async (sought) => {
      const near = new Map<string, KnownName & { apart: number }>();
      for (const { name } of sought?.names ?? []) {
        const words = nameWords(name).slice(0, MOST_WORDS);
        const ids = await selectSimilarIds(deps.wholeStore.db, { connectionId: connection.id, words, limit: AT_ONCE });
        if (ids.length === 0) continue;
        const known = await selectNamesOf((await seenBy(deps, asker)).db, { connectionId: connection.id, ids });
        for (const one of known)
          for (const called of [one.name, one.preferred ?? one.name]) {
            const apart = nameDistance(name, called);
            if (apart !== null && apart < (near.get(one.id)?.apart ?? Infinity)) near.set(one.id, { ...one, apart });
          }
      }
      return [...near.values()]
        .toSorted((a, b) => a.apart - b.apart || compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1))
        .slice(0, MOST_NEAR)
        .map(({ id, name }) => ({ id, name }));
    },
    details: async (ids, beside) => {
      return new Map(
        [...(await whereaboutsOf(ids))].map(([id, ofOne]) => {
          const fits = beside !== "" && fitsBeside(beside, whereabouts(ofOne), region);
          return [id, { text: detailText(ofOne), fits }];
        }),
      );
    },
  };
  return known;
}

/** Whoever corrected a line of an import, else whoever made it: it finds what they may see. */
export function askerOf(run: RosterImportRow, line: RosterImportLineRow | undefined): Actor {
  return line?.corrected_by ?? run.created_by;
}

/** The store as somebody sees it who stages as of now. */
export async function seenBy(deps: Deps, actor: Actor): Promise<{ db: Database; isLimited: boolean }> {
  const reach = await reachNow(deps, deps.wholeStore.db, actor, "stage");
  return reach === "all"
    ? { db: deps.store.db, isLimited: false }
    : { db: deps.store.limitedTo(reach, actor.id), isLimited: true };
}

/** The digits of the phone numbers in what stands beside a name. */
const numbersIn = (beside: string, region: string) =>
  (beside.match(/[+(]?\d[\d\s().+/-]{5,}\d/g) ?? []).flatMap((text) => askedDigits(text, region) ?? []);

const hasNumber = (phones: readonly SearchedLine[], numbers: readonly string[]) =>
  phones.some(({ folded }) => numbers.some((digits) => folded.endsWith(digits)));

/** Whether what stands beside a name has one of these places or phone numbers. */
export function fitsBeside(
  beside: string,
  { places, phones }: { places: readonly SearchedLine[]; phones: readonly SearchedLine[] },
  region: string,
): boolean {
  if (hasNumber(phones, numbersIn(beside, region))) return true;
  const parts = beside
    .split(/[;,]/)
    .map(foldText)
    .filter((part) => part.length > 3);
  return places.some(({ spelled }) => {
    const place = foldText(spelled);
    return place.length > 3 && parts.some((part) => part.includes(place) || place.includes(part));
  });
}
