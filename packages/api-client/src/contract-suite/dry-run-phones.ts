import type { ProfileProblem } from "#/errors/profile-error.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { parsePointer, valueAt } from "#/json/pointer.ts";
import { readPhone } from "#/profile/read-phone.ts";
import type { OwnMeaning } from "#/profile/schema.ts";
import { excerpt } from "./suggest.ts";

type Phones = Extract<OwnMeaning, { kind: "phones" }>;

const markedExtension = /\d\s*(;ext=|extension|ext\.?|x\.?|#)\s*\d{1,6}$/i;

/** What a shape of phones overlooks in records that it reads: parts that no entry has, extensions inside numbers. */
export function phoneProblems(
  meaning: Phones,
  at: string,
  records: readonly { readonly raw: JsonObject }[],
): readonly ProfileProblem[] {
  const entries = records.flatMap(({ raw }): readonly Json[] => {
    const value = valueAt(raw, parsePointer(meaning.at) ?? []);
    return isJsonArray(value) ? value : typeof value === "string" && value !== "" ? [value] : [];
  });
  const phones = entries.map((entry) => readPhone(entry, meaning.shape));
  if (phones.includes(null)) return [];
  return [...partProblems(meaning, at, entries), ...markProblems(meaning, at, phones)];
}

function partProblems({ shape }: Phones, at: string, entries: readonly Json[]): readonly ProfileProblem[] {
  if (shape.form !== "objects") return [];
  const named = new Set([shape.number, shape.extension, shape.label].map((one) => parsePointer(one ?? "")?.[0]));
  const others = [
    ...new Set(
      entries.flatMap((entry) => (isJsonObject(entry) ? Object.keys(entry).filter((key) => !named.has(key)) : [])),
    ),
  ];
  if (others.length === 0) return [];
  return (["extension", "label"] as const).flatMap((part): readonly ProfileProblem[] => {
    const pointer = shape[part];
    const isThere =
      pointer === undefined || entries.some((entry) => valueAt(entry, parsePointer(pointer) ?? []) !== undefined);
    const message = `is "${pointer ?? ""}", and none of ${String(entries.length)} phones has it; not named so far: ${others.map((key) => `"/${key}"`).join(", ")}`;
    return isThere ? [] : [{ pointer: `${at}/shape/${part}`, message }];
  });
}

function markProblems(
  meaning: Phones,
  at: string,
  phones: readonly ({ readonly number: string; readonly extension: string | null } | null)[],
): readonly ProfileProblem[] {
  const odd = phones.find((phone) => phone?.extension === null && markedExtension.test(phone.number));
  const mark = markedExtension.exec(odd?.number ?? "")?.[1];
  if (odd === undefined || odd === null || mark === undefined) return [];
  const marks = [...meaning.shape.extensionMarks, mark];
  return [
    {
      pointer: `${at}/shape/extensionMarks`,
      message: `the number ${excerpt(odd.number)} carries an extension behind "${mark}": write ${JSON.stringify(marks)}`,
    },
  ];
}
