import type { Override } from "@dc/contract";
import { keyOfPlace } from "@dc/directory";
import { type FieldRow, fieldRowId, fieldRowsOf, type Naming } from "#/record/field-row.ts";

/** The entry whose place an override decides, or that it decides itself. */
export const entryOf = (element: string) => keyOfPlace(element) ?? element;

/** What can be decided about an override: the elements that it decides, else its field as a whole. */
export function fieldRowsIn({ record, recordName, compared, elements }: Override, naming: Naming): FieldRow[] {
  if (compared == null) return [];
  const { presence, field } = compared;
  const rows = fieldRowsOf({ record, name: recordName, lost: [], comparison: { presence, fields: [field] } }, naming);
  const decided = new Set(elements.map(entryOf));
  const ofElements = rows.filter(({ element }) => element !== null && decided.has(element));
  if (ofElements.length > 0) return ofElements;
  const [first] = rows;
  return first === undefined
    ? []
    : [{ ...first, id: fieldRowId(record, field.key, null), comparison: field, element: null }];
}
