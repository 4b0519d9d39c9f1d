import type { UndecidedPage, UndecidedRecord } from "@dc/contract";
import { recordKey, undecided } from "@dc/directory";
import { type InfiniteData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { path } from "#/api/bff.ts";
import { itemsOf, listQuery } from "#/api/list-query.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { paths } from "#/paths.ts";
import { type FieldRow, fieldRowsOf } from "#/record/field-row.ts";
import { wordingIn } from "#/record/wording.ts";

/** What is to be decided in a directory: all of it, or one of its kinds. */
export const kinds = ["any", "conflict", "moved", "outside", "base moved"] as const;

export const undecidedQuery = (indexId: string, only: (typeof kinds)[number]) =>
  listQuery<UndecidedPage>({
    key: ["undecided", indexId],
    to: path`/index-versions/${indexId}/undecided`,
    query: { only: only === "any" ? null : only },
    limit: 200,
  });

/** A value that is to be decided, with the practitioner it is told under. */
export interface UndecidedRow extends FieldRow {
  practitioner: UndecidedRecord["practitioner"];
}

export const idOf = ({ id }: UndecidedRow) => id;
export const nameOf = ({ practitioner, record, recordName }: UndecidedRow) =>
  practitioner?.name ?? recordName ?? record.id;
/** The field, and the record that has it where that is not the practitioner. */
export const fieldOf = ({ label, practitioner, record, recordName }: UndecidedRow) =>
  `${label}${practitioner?.id === record.id ? "" : `, ${recordName}`}`;
export const placeOf = (indexId: string, { id, practitioner }: UndecidedRow) =>
  practitioner === null ? null : paths.practitioner.href({ indexId, practitionerId: practitioner.id }, { at: id });

/** The records of the pages that were read, and a row for each of their values that is to be decided. */
export function useUndecidedRows(read: InfiniteData<UndecidedPage> | undefined) {
  const { data: connection } = useQuery(connectionQuery);
  return useMemo(() => {
    const pages = read?.pages ?? [];
    const records = itemsOf(read, ({ record }) => recordKey(record));
    const plans = pages.flatMap((page) => page.plans);
    const wording = wordingIn({ plans, records: [...pages.flatMap(({ members }) => members), ...records] }, connection);
    const rows = records.flatMap(({ practitioner, presence, ...of }): UndecidedRow[] =>
      fieldRowsOf({ ...of, lost: [], comparison: { presence, fields: of.fields } }, { connection, wording })
        .filter(({ comparison }) => undecided(comparison) !== null)
        .map((row) => ({ ...row, practitioner })),
    );
    return { records, rows, wording };
  }, [read, connection]);
}
