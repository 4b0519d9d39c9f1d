import { numberText } from "@dc/api-client";
import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";
import { suggestKind } from "./suggest-kind.ts";

export const date = {
  ...plainKind,
  fits: (value) => numberText(value) !== null || (typeof value === "string" && !Number.isNaN(Date.parse(value))),
  suggest(_, value) {
    const number = numberText(value);
    if (number !== null) return `"as": "${Number(number) > 100_000_000_000 ? "milliseconds" : "seconds"}"`;
    if (typeof value !== "string" || Number.isNaN(Date.parse(value))) return suggestKind(value);
    if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return '"as": "instant", with the "zone" of its days';
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? '"as": "day"' : '"kind": "text": a day in words cannot be read as one';
  },
  trials: (_, value) => [trial("another day", value === "2015-03-14" ? "2015-03-15" : "2015-03-14")],
  /** Seconds that are read as milliseconds: all days are in the first weeks of 1970. */
  problems({ as }, { pointer, values }) {
    const days = values.filter((day) => typeof day === "string").filter((day) => /^(1969-12-31|1970-01)/.test(day));
    if (as !== "milliseconds" || values.length === 0 || days.length < values.length) return [];
    const message = `is "milliseconds", by which all days that were read are in January 1970, such as ${days[0] ?? ""}: write "seconds"`;
    return [{ pointer: `${pointer}/as`, message }];
  },
} as const satisfies CheckedKind<MeaningOf<"date">>;
