import type { RecordChoices } from "@dc/contract";
import { compareNames, foldText, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { effectiveNames } from "#/records/effective-names.ts";
import { operationError } from "#/runtime/errors.ts";
import { searchRecords } from "#/store/tables/directories/search.ts";
import { fetchRecord } from "#/upstream/records/fetch-record.ts";
import { findRecords, namesIn } from "#/upstream/records/find-records.ts";
import { listWholeType } from "#/upstream/records/list-records.ts";
import type { Service } from "#/upstream/service.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";

const MOST = 50;

interface Found {
  items: { id: string; name: string | null }[];
  more: boolean;
  failure: string | null;
}

/**
 * Records of a type that a reference can name: from the service's list, else by a look-up of the text, else those that are
 * known here. What can be an id is read, so that it is known whether there is such a record.
 */
export async function listRecordChoices(
  context: RequestContext,
  { indexId, type, q }: { indexId: string; type: string; q: string },
): Promise<RecordChoices> {
  const { connection, deps } = context;
  const { service, store } = deps;
  const { recordTypes } = service.profile;
  if (!recordTypes.includes(type))
    throw operationError("not_found", "record-type", { type, recordTypes: recordTypes.join(", ") });
  await loadIndexVersion(context, indexId);
  const asked = { indexId, type, q };
  const listed = await fromList(service, asked);
  const lookedUp = listed === null ? await fromLookUp(service, asked) : null;
  const byId = (listed ?? lookedUp)?.items.some(({ id }) => id === q) === true ? null : await byItsId(service, asked);
  const known =
    listed !== null
      ? []
      : await searchRecords(
          store.db,
          { connectionId: connection.id, q, indexId, near: undefined, isLimited: context.reach !== "all" },
          { types: [type], most: MOST },
        );
  const records = new Map(
    [
      ...(byId?.items ?? []),
      ...(listed ?? lookedUp ?? { items: [] }).items,
      ...known.map(({ record_id: id, name }) => ({ id, name })),
    ].map((item) => [item.id, item]),
  );
  const items = [...records.values()].slice(0, MOST);
  const names = await effectiveNames(deps, store.db, { indexId, records: items.map(({ id }) => ({ type, id })) });
  return {
    items: items
      .map(({ id, name }) => ({ id, name: names.get(recordKey({ type, id })) ?? name }))
      .toSorted((a, b) => compareNames(a.name ?? a.id, b.name ?? b.id)),
    more: records.size > MOST || (listed ?? lookedUp)?.more === true,
    from: listed !== null ? "list" : lookedUp !== null ? "look-up" : "known",
    failure: (listed ?? lookedUp)?.failure ?? byId?.failure ?? null,
  };
}

type Asked = Parameters<typeof listRecordChoices>[1];

async function fromList(service: Service, { indexId, type, q }: Asked): Promise<Found | null> {
  const listed = await listWholeType(service, { indexId, type });
  if (listed.outcome === "no such operation") return null;
  if (listed.outcome === "failed") return { items: [], more: false, failure: listed.failure.detail };
  const sought = foldText(q);
  const items = listed.records
    .map(({ id, raw }) => ({ id, name: namesIn(service.profile, type, id, raw).name }))
    .filter(({ id, name }) => foldText(name ?? "").includes(sought) || id.includes(q))
    .toSorted((a, b) => compareNames(a.name ?? a.id, b.name ?? b.id));
  return { items: items.slice(0, MOST), more: items.length > MOST, failure: null };
}

async function fromLookUp(service: Service, { indexId, type, q }: Asked): Promise<Found | null> {
  const lookUps = service.profile.lookUps(type).filter(({ match }) => match === "text");
  if (lookUps.length === 0) return null;
  if (q.length < 2) return { items: [], more: false, failure: null };
  const found = await findRecords(service, { indexId, value: q, lookUps });
  return found.outcome === "failed"
    ? { items: [], more: false, failure: found.failure.detail }
    : { items: found.finds, more: !found.isWhole, failure: null };
}

async function byItsId(service: Service, { indexId, type, q }: Asked): Promise<Found | null> {
  const { profile } = service;
  const prefix = profile.idPrefixOf(type);
  if (!profile.fitsId(type, q) || q === prefix || (prefix === "" && !/\d/.test(q))) return null;
  const fetched = await fetchRecord(service, { indexId, type, id: q });
  if (fetched.outcome === "failed") return { items: [], more: false, failure: fetched.failure.detail };
  const items =
    fetched.outcome === "found" ? [{ id: q, name: namesIn(profile, type, q, fetched.record.raw).name }] : [];
  return { items, more: false, failure: null };
}
