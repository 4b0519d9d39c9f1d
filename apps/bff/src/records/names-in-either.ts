import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { toLedgerChange } from "#/store/tables/changes/changes.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";
import { nameOf } from "#/upstream/records/to-domain.ts";

/** What a record itself is called by the directory and by the standard index. */
export function namesInEither(
  { service: { profile } }: Pick<Deps, "service">,
  { record: { type }, here, against, changes }: Pick<ComparedRecord, "record" | "here" | "against" | "changes">,
): string[] {
  const effective = effectiveRaw(profile, type, here.raw, changes.map(toLedgerChange));
  return [
    ...new Set([effective, against.raw].flatMap((raw) => (raw === null ? [] : (nameOf(profile, type, raw) ?? [])))),
  ];
}
