import { foldText, type RecordKey, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";
import { selectNamed } from "#/store/tables/statements/statement-places.ts";
import { selectOpenIndexVersions } from "#/store/tables/directories/index-versions.ts";
import { selectKnownSchedules, selectRosterNames } from "#/store/tables/directories/roster.ts";

/** So many ids are asked for at once. */
const AT_ONCE = 500;
/** So many texts that are no ids are looked for by name or number. */
const MOST_NAMES = 2_000;

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
  { deps, connection }: RequestContext,
  indexId: string,
  texts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Named[]>> {
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
  const names = [...texts].filter((text) => !found.has(text)).slice(0, MOST_NAMES);
  for (const text of names) {
    const digits = askedDigits(text, deps.service.profile.defaultRegion);
    const meant = await selectNamed(db, { connectionId: connection.id, q: text, digits, indexId });
    const ids = meant
      .filter(
        ({ record, name }) =>
          record.type === "practitioner" && (digits !== null || foldText(name ?? "") === foldText(text)),
      )
      .map(({ record }) => record.id);
    found.set(text, await onRoster(ids));
  }
  return found;
}

/** The schedules of these practitioners that a directory knows, by practitioner. */
export async function schedulesOf(
  { deps, connection }: RequestContext,
  indexId: string,
  practitionerIds: readonly string[],
): Promise<ReadonlyMap<string, Named[]>> {
  const schedules = new Map<string, Named[]>();
  for (let at = 0; at < practitionerIds.length; at += AT_ONCE)
    for (const { practitioner_id: owner, record_id: id, name } of await selectKnownSchedules(deps.store.db, {
      connectionId: connection.id,
      indexIds: [indexId],
      practitionerIds: practitionerIds.slice(at, at + AT_ONCE),
    })) {
      if (owner === null) continue;
      const own = schedules.get(owner);
      if (own === undefined) schedules.set(owner, [{ id, name }]);
      else own.push({ id, name });
    }
  return schedules;
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
