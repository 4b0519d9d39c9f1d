import { type Phone, phonesOf, type RecordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { addSharedNeed, selectSummaries, toCountColumns, upsertSummaries } from "#/store/tables/record-summaries.ts";
import { transact } from "#/store/sql/transaction.ts";
import { searchablePhones } from "#/store/sql/phone-search.ts";
import { sharesRecords } from "#/upstream/references.ts";
import { practitionerInFields, practitionerOf } from "#/upstream/to-domain.ts";

/** Saves the counts of comparisons with the standard index for the lists; writes only changed rows. */
export async function saveSummaries(deps: Deps, indexId: string, compared: readonly ComparedRecord[]): Promise<void> {
  const known = compared.filter(({ comparison }) => comparison.presence !== "not read");
  if (known.length === 0) return;
  const connectionId = deps.connection.id;
  const { profile } = deps.service;
  const rows = known.map(({ record, comparison, here, against, changes }) => {
    const raw = here.raw ?? against.raw;
    return {
      connection_id: connectionId,
      index_id: indexId,
      record_type: record.type,
      record_id: record.id,
      practitioner_id:
        raw === null
          ? practitionerOfCreation(profile, record, changes)
          : practitionerOf(profile, record.type, record.id, raw),
      ...toCountColumns(comparison.counts),
      phones: searchablePhones(phonesIn(comparison), profile.defaultRegion),
      compared_at: deps.clock.now(),
    };
  });
  const kept = await selectSummaries(deps.store.db, {
    connectionId,
    indexId,
    records: known.map(({ record }) => record),
  });
  const keptText = new Set(kept.map(textOf));
  const moved = rows.filter((row) => !keptText.has(textOf(row)));
  if (moved.length === 0) return;
  await transact(deps.store.db, async (trx) => {
    await upsertSummaries(trx, moved);
    const records = moved.map((row) => ({ type: row.record_type, id: row.record_id }));
    if (sharesRecords(deps.service.profile)) await addSharedNeed(trx, { connectionId, indexId, records });
  });
}

function practitionerOfCreation(
  profile: Deps["service"]["profile"],
  record: RecordKey,
  changes: ComparedRecord["changes"],
): string | null {
  if (record.type === "practitioner") return record.id;
  const creation = changes.findLast(({ operation }) => operation.op === "create")?.operation;
  return creation?.op === "create" ? practitionerInFields(profile, record.type, creation.fields) : null;
}

/** The phones that the record should have, by every meaning that is a list of phones. */
function phonesIn({ fields }: ComparedRecord["comparison"]): Phone[] {
  return fields
    .filter(({ kind }) => kind === "phones")
    .flatMap(({ values: { effective } }) => (effective === null ? [] : (phonesOf(effective) ?? [])));
}

type Counted = Parameters<typeof upsertSummaries>[1][number];

function textOf({
  record_type,
  record_id,
  practitioner_id,
  same,
  ours,
  base_moved,
  conflict,
  differs,
  outside,
  held,
  drafts,
  phones,
}: Counted): string {
  return JSON.stringify([
    record_type,
    record_id,
    practitioner_id ?? null,
    same,
    ours,
    base_moved,
    conflict,
    differs,
    outside,
    held,
    drafts,
    phones,
  ]);
}
