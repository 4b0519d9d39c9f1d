import { EncodeError } from "#/errors/encode-error.ts";
import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer, parsePointer } from "#/json/pointer.ts";
import { holdsNothing } from "#/profile/creation.ts";
import { encodeReading } from "#/profile/encode/encode-reading.ts";
import { closestName, listNames } from "#/profile/names.ts";
import type { RecordTypeData, ServiceProfileData } from "#/profile/schema/profile-schema.ts";

/** Problems of what a new record must have: fields that nobody could give it, and defaults that cannot be written. */
export function creationProblems({ records, defaultRegion }: ServiceProfileData): readonly ProfileProblem[] {
  return Object.entries(records).flatMap(([type, record]) => {
    if (record.create === undefined) return [];
    const { required, defaults } = record.create;
    const creationKeys = ["records", type, "create"];
    const problem = (keys: readonly PropertyKey[], message: string | null): readonly ProfileProblem[] =>
      message === null ? [] : [{ pointer: formatPointer([...creationKeys, ...keys]), message }];
    return [
      ...required.flatMap((field, place) => problem(["required", place], fieldProblem(record, type, field))),
      ...Object.entries(defaults).flatMap(([field, value]) =>
        problem(
          ["defaults", field],
          fieldProblem(record, type, field) ??
            (required.includes(field) && holdsNothing(value)
              ? "must hold something, since creation requires it"
              : defaultProblem(record, field, { value }, defaultRegion)),
        ),
      ),
    ];
  });
}

/** Why a creation cannot be given this field, as the end of a sentence. */
function fieldProblem(record: RecordTypeData, type: string, field: string): string | null {
  if (field.startsWith("/")) return pointerProblem(record, type, field);
  const meaning = Object.hasOwn(record.meanings, field) ? record.meanings[field] : undefined;
  if (meaning === undefined) {
    const known = Object.keys(record.meanings);
    const near = closestName(field, known);
    return `must be a meaning of "${type}"${near === null ? "" : `, perhaps "${near}"`}, or a JSON Pointer; it has: ${listNames(known)}`;
  }
  if ("via" in meaning)
    return `is held by another record (${meaning.via.join(" → ")}): creation of that record can require it`;
  if (meaning.kind === "composed")
    return "is composed of its parts: creation can require those, and give them defaults";
  if (meaning.write === "never") return 'is never written ("write": "never"), so no creation can give it';
  return unsentProblem(record, meaning.at);
}

function pointerProblem(record: RecordTypeData, type: string, pointer: string): string | null {
  if (doOverlap(pointer, record.id)) return "must not be the id, which the service gives";
  const [name] =
    Object.entries(record.meanings).find(([, meaning]) => "at" in meaning && doOverlap(pointer, meaning.at)) ?? [];
  if (name !== undefined) return `must be written "${name}", the meaning of "${type}" at this place`;
  if (record.ignored.some((ignored) => doOverlap(pointer, ignored))) return 'must not be among "ignored"';
  return unsentProblem(record, pointer);
}

function unsentProblem({ unsent }: RecordTypeData, pointer: string): string | null {
  const left = unsent.find((part) => doOverlap(pointer, part));
  return left === undefined ? null : `must not be among "unsent": a new record is sent without "${left}"`;
}

function defaultProblem(
  record: RecordTypeData,
  field: string,
  reading: Parameters<typeof encodeReading>[3],
  region: string,
): string | null {
  try {
    // Whether a number can be written in another format is known only where numbers can be parsed.
    encodeReading(record, {}, field, reading, { region, formatPhone: (number) => number });
    return null;
  } catch (error) {
    if (error instanceof EncodeError) return `cannot be written: ${error.message}`;
    throw error;
  }
}

function doOverlap(first: string, second: string): boolean {
  const [keys, others] = [parsePointer(first) ?? [], parsePointer(second) ?? []];
  return others.every((key, position) => position >= keys.length || key === keys[position]);
}
