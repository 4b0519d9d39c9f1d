import { type ProfileProblem, sameJson, valueAt } from "@dc/api-client";
import { excerpt } from "#/service/describe-answer.ts";
import { type CheckedKind, type MeaningOf, plainKind, type ReadValues } from "./checked-kind.ts";

/** Whether a record can be booked: never written, and no kind of value. */
export const bookable = {
  ...plainKind,
  suggest: () => '"at" a text, a number, true or false',
  trials: () => [],
  problems: (meaning, read) => [...typeProblems(meaning, read), ...missingProblems(meaning, read)],
} as const satisfies CheckedKind<MeaningOf<"bookable">>;

/** A "yes" of another type than all values of the service, such as the text "true" for true: nothing could be booked. */
function typeProblems(meaning: MeaningOf<"bookable">, { pointer, records }: ReadValues): readonly ProfileProblem[] {
  const values = records.flatMap(({ raw }) => {
    const value = valueAt(raw, meaning.at) ?? null;
    return value === null || typeof value === "object" ? [] : [value];
  });
  const types = new Set(meaning.yes.map((word) => typeof word));
  const spelled = new Set(meaning.yes.map((word) => String(word).toLowerCase()));
  // A text may stand in the place of yes to say why not, so texts alone are blamed only where one is spelled like yes.
  const same = values.find((value) => spelled.has(String(value).toLowerCase()));
  const isOtherType = values.length > 0 && values.every((value) => !types.has(typeof value));
  if (types.size === 0 || !isOtherType || (same === undefined && values.every((value) => typeof value === "string")))
    return [];
  const had = [...new Set(values)].map((value) => excerpt(value));
  const change = same === undefined ? "write the one that means that it can be booked" : `write ${excerpt([same])}`;
  const message = `is ${excerpt(meaning.yes)}, but the service has ${had.join(" and ")} there, of another type, so nothing could be booked: ${change}`;
  return [{ pointer: `${pointer}/yes`, message }];
}

/** Records that have nothing there, where all others mean the same: nothing is likely to mean the opposite, or as much. */
function missingProblems(meaning: MeaningOf<"bookable">, { pointer, records }: ReadValues): readonly ProfileProblem[] {
  if (meaning.missing !== undefined) return [];
  const said = records.map(({ raw }) => valueAt(raw, meaning.at) ?? null);
  const [values, nothing] = [said.filter((value) => value !== null), said.filter((value) => value === null)];
  const meant = new Set(values.map((value) => meaning.yes.some((yes) => sameJson(yes, value))));
  if (nothing.length === 0 || meant.size !== 1) return [];
  const message = `is left out, but ${String(nothing.length)} of ${String(said.length)} have nothing at ${meaning.at}: write ${meant.has(true) ? '"no" if they cannot be booked, or "yes"' : '"yes" if they can be booked, or "no"'}`;
  return [{ pointer: `${pointer}/missing`, message }];
}
