import type { Json } from "#/json/json.ts";
import type { OwnMeaning } from "./schema/profile-schema.ts";
import { dayInZone, instantMs, isDay, startOfDay } from "./time-form.ts";

/** The kinds whose value is one word, number, day, statement or choice. */
export type ScalarMeaning = Extract<OwnMeaning, { kind: "word" | "number" | "date" | "boolean" | "choice" }>;

export function isScalar(meaning: OwnMeaning): meaning is ScalarMeaning {
  return ["word", "number", "date", "boolean", "choice"].includes(meaning.kind);
}

/** The value in our form: a text, a number, a day YYYY-MM-DD, true or false, or one of the values; undefined for what does not fit. */
export function decodeScalar(meaning: ScalarMeaning, raw: Json): Json | undefined {
  if (raw === "" && !(meaning.kind === "choice" && meaning.values.some(({ value }) => value === ""))) return null;
  switch (meaning.kind) {
    case "word":
      return typeof raw === "number" ? String(raw) : typeof raw === "string" ? raw : undefined;
    case "number":
      return numberOf(raw) ?? undefined;
    case "date":
      return dayOf(meaning, raw) ?? undefined;
    case "boolean":
      return raw === meaning.yes ? true : raw === meaning.no ? false : undefined;
    case "choice":
      // A service may have got another value since the profile was written: it is shown as it is spelled.
      return typeof raw === "object" ? undefined : raw;
  }
}

/** The value as the service spells it; undefined for what is no value of this kind. */
export function encodeScalar(meaning: ScalarMeaning, value: Json): Json | undefined {
  switch (meaning.kind) {
    case "word":
      return typeof value === "string" ? value : undefined;
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
      return meaning.as === "text" ? String(value) : value;
    case "date": {
      const time = typeof value === "string" && isDay(value) ? startOfDay(value, meaning.zone) : null;
      if (time === null) return undefined;
      if (meaning.as === "day") return value;
      if (meaning.as === "instant") return new Date(time).toISOString();
      return meaning.as === "seconds" ? time / 1000 : time;
    }
    case "boolean":
      return value === true ? meaning.yes : value === false ? meaning.no : undefined;
    case "choice":
      return typeof value === "object" ? undefined : value;
  }
}

/** What a value of the meaning is in our form, and how the service spells it: "a number", "a day as a number of seconds". */
export function scalarText(meaning: ScalarMeaning, of: "value" | "answer"): string {
  switch (meaning.kind) {
    case "word":
      return "a word";
    case "number":
      return of === "answer" && meaning.as === "text" ? "a number, as a text" : "a number";
    case "date":
      if (of === "value" || meaning.as === "day") return "a day, YYYY-MM-DD";
      return meaning.as === "instant"
        ? "an instant, such as 2019-06-15T00:00:00Z"
        : `a number of ${meaning.as} since 1970`;
    case "boolean":
      return of === "value" ? "true or false" : `${JSON.stringify(meaning.yes)} or ${JSON.stringify(meaning.no)}`;
    case "choice":
      return "one value: a text, a number, true or false";
  }
}

/** The number; null for what is none, and for whole ones that a number cannot hold to the last digit. */
function numberOf(raw: Json): number | null {
  if (typeof raw === "number") return isExact(raw) ? raw : null;
  if (typeof raw !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(raw)) return null;
  const number = Number(raw);
  return Number.isFinite(number) && isExact(number) ? number : null;
}

const isExact = (number: number) => !Number.isInteger(number) || Number.isSafeInteger(number);

function dayOf({ as, zone }: Extract<ScalarMeaning, { kind: "date" }>, raw: Json): string | null {
  if (as === "day") return typeof raw === "string" && isDay(raw) ? raw : null;
  if (as === "instant") {
    const time = typeof raw === "string" ? instantMs(raw) : null;
    return time === null ? null : writtenDay(zone, time);
  }
  const number = numberOf(raw);
  const time = number === null ? Number.NaN : as === "seconds" ? number * 1000 : number;
  return Math.abs(time) <= 8.64e15 ? writtenDay(zone, time) : null;
}

/** A day of the years 1 to 9999, as days are written; null for others, which come of a number in another unit. */
function writtenDay(zone: string, time: number): string | null {
  const day = dayInZone(zone, time);
  return isDay(day) && !day.startsWith("0000") ? day : null;
}
