import type { Change } from "@dc/contract";
import { elementKey, entryInPlace } from "@dc/directory";
import { fieldRowId } from "#/record/field-row.ts";
import { paths } from "#/paths.ts";
import { isUnderReview } from "./chosen-set.ts";

/** The address of what a change decides, on the page of its practitioner; phones are read in `region`, and `edit` opens its editor, which stages into its set unless it was applied. */
export function placeOfChange(change: Change, region: string, { edit = false } = {}): string {
  const { indexId, practitioner, record, field, operation, moved, changeSetId, state } = change;
  const of = { indexId, practitionerId: practitioner?.id ?? record.id };
  if (field === null) return paths.practitioner.href(of);
  const element =
    "element" in operation && operation.element !== undefined ? elementKey(operation.element, region) : null;
  const { seen, now } = moved?.base ?? { seen: null, now: null };
  const inPlace =
    element === null || seen === null || now === null ? null : entryInPlace(element, { seen, now }, region);
  const at = fieldRowId(record, field, inPlace?.key ?? element);
  return paths.practitioner.href(of, {
    at,
    edit: edit ? "1" : null,
    set: edit && (state === "draft" || isUnderReview({ state })) ? changeSetId : null,
  });
}
