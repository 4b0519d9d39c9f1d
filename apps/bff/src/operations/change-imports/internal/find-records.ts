import { setImmediate as nextTurn } from "node:timers/promises";
import { foldText, nameKey, type RecordKey, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";
import { selectNamed } from "#/store/tables/statements/statement-places.ts";
import { selectOpenIndexVersions } from "#/store/tables/directories/index-versions.ts";
import { selectNamedOnRoster, selectPhonesOnRoster, selectRosterNames } from "#/store/tables/directories/roster.ts";

/** So many ids are asked for at once. */
const AT_ONCE = 500;
/** So many names of a roster are compared before other work has its turn. */
const NAMES_AT_ONCE = 1_000;
/** So many numbers that are nobody's phone are looked for in names and ids. */
const MOST_NUMBERS = 2_000;

export interface Named {
  id: string;
  name: string | null;
}

/** Directories by id, and by folded name. */
export async function directoriesOf({ deps, connection }: RequestContext): Promise<(text: string) => Named[]> {
  const rows = await selectOpenIndexVersions(deps.store.db, connection.id);
  const byText = Map.groupBy(
    rows.flatMap(({ id, label, referrer_name: referrer }) =>
      [id, foldText(label), foldText(referrer ?? label)].map((text) => ({ text, id, name: label })),
    ),
    ({ text }) => text,
  );
  return (text) => distinct(byText.get(text) ?? byText.get(foldText(text)) ?? []);
}

const distinct = <One extends Named>(found: readonly One[]): One[] => [
  ...new Map(found.map((one) => [one.id, one])).values(),
];

/** Practitioners of a directory by id, name or phone number, for each of these texts. */
export async function practitionersOf(
  context: RequestContext,
  indexId: string,
  texts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Named[]>> {
  const { deps, connection } = context;
  const { db } = deps.store;
  const of = { connectionId: connection.id, indexId, type: "practitioner" };
  const found = new Map<string, Named[]>();
  const onRoster = async (ids: readonly string[]) => {
    const named: Named[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE)
      for (const [id, name] of await selectRosterNames(db, { ...of, ids: ids.slice(at, at + AT_ONCE) }))
        named.push({ id, name });
    return named;
  };
  for (const one of await onRoster([...texts])) found.set(one.id, [one]);
  const others = [...texts].filter((text) => !found.has(text));
  const digitsOf = new Map(others.map((text) => [text, askedDigits(text, deps.service.profile.defaultRegion)]));
  const numbers = others.filter((text) => digitsOf.get(text) != null);
  const reached = await practitionersReached(
    context,
    indexId,
    new Set(numbers.map((text) => digitsOf.get(text) ?? "")),
  );
  for (const text of numbers) {
    const named = reached.get(digitsOf.get(text) ?? "");
    if (named !== undefined) found.set(text, named);
  }
  for (const text of numbers.filter((text) => !found.has(text)).slice(0, MOST_NUMBERS)) {
    const { named: meant } = await selectNamed(db, { connectionId: connection.id, q: text, digits: null, indexId });
    const ids = meant.flatMap(({ record }) => (record.type === "practitioner" ? [record.id] : []));
    found.set(text, await onRoster(ids));
  }
  const called = await practitionersCalled(
    context,
    indexId,
    others.filter((text) => digitsOf.get(text) == null),
  );
  for (const [text, named] of called) found.set(text, named);
  return found;
}

/** Practitioners of a directory by digits that a phone of theirs has. Its phones are read once. */
async function practitionersReached(
  { deps, connection }: RequestContext,
  indexId: string,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Named[]>> {
  const reached = new Map<string, Named[]>();
  const lengths = new Set([...wanted].map(({ length }) => length));
  for (let after: string | undefined; wanted.size > 0;) {
    const of = { connectionId: connection.id, indexId, after, limit: NAMES_AT_ONCE };
    const page = await selectPhonesOnRoster(deps.store.db, of);
    for (const { id, name, phones } of page) {
      const parts = phones.split("\n").flatMap((line) => partsOf(line.slice(0, line.indexOf("\t")), lengths));
      for (const digits of wanted.intersection(new Set(parts)))
        reached.set(digits, [...(reached.get(digits) ?? []), { id, name }]);
    }
    after = page.at(-1)?.id;
    if (page.length < NAMES_AT_ONCE) break;
    await nextTurn();
  }
  return reached;
}

/** Every part of a text that has one of these lengths. */
const partsOf = (text: string, lengths: ReadonlySet<number>): string[] =>
  [...lengths].flatMap((length) =>
    Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length)),
  );

/**
 * Practitioners of a directory who are called as these texts say, as it is written there, else by the key of a name, else by what
 * they prefer to be called. Its names are read once.
 */
async function practitionersCalled(
  { deps, connection }: RequestContext,
  indexId: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Named[]>> {
  const keys = new Map(texts.map((text) => [text, nameKey(text)]));
  const wanted = [...keys.values()].filter((key) => key !== "");
  const byKey = new Map(wanted.map((key) => [key, { named: [] as Named[], preferring: [] as Named[] }]));
  if (byKey.size === 0) return new Map();
  for (let after: string | undefined; ;) {
    const page = await selectNamedOnRoster(deps.store.db, {
      connectionId: connection.id,
      indexId,
      type: "practitioner",
      after,
      limit: NAMES_AT_ONCE,
    });
    for (const { id, name, preferred } of page) {
      byKey.get(nameKey(name))?.named.push({ id, name });
      if (preferred !== null) byKey.get(nameKey(preferred))?.preferring.push({ id, name });
    }
    after = page.at(-1)?.id;
    if (page.length < NAMES_AT_ONCE) break;
    await nextTurn();
  }
  return new Map(
    texts.map((text) => {
      const { named = [], preferring = [] } = byKey.get(keys.get(text) ?? "") ?? {};
      const same = named.filter(({ name }) => foldText(name ?? "") === foldText(text));
      return [text, [same, named, preferring].find((found) => found.length > 0) ?? []];
    }),
  );
}

/** The records among these that are on the roster of a directory, or were read there, with their names. */
export async function recordsOnRoster(
  { deps, connection }: RequestContext,
  indexId: string,
  records: readonly RecordKey[],
): Promise<ReadonlyMap<string, Named>> {
  const known = new Map<string, Named>();
  for (const [type, ofType] of Map.groupBy(records, (record) => record.type))
    for (let at = 0; at < ofType.length; at += AT_ONCE) {
      const ids = ofType.slice(at, at + AT_ONCE).map(({ id }) => id);
      for (const [id, name] of await selectRosterNames(deps.store.db, {
        connectionId: connection.id,
        indexId,
        type,
        ids,
      }))
        known.set(recordKey({ type, id }), { id, name });
    }
  return known;
}
