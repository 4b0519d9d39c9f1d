import type { Json } from "#/json/json.ts";
import { daysInText, months } from "#/values/days-in-text.ts";
import { trimInvisible } from "#/values/invisible-signs.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

export const date = {
  ...plainValue,
  canonical: (value) => dayOf(value) ?? value,
  isPossible: (value) => typeof value === "string" && dayOf(value) === value,
  possible: () => "a day of the calendar, YYYY-MM-DD",
  typed: (typed) => typedDay(trimInvisible(typed)) || null,
  words: dayWords,
  told: "beside its name",
} as const satisfies ValueKind;

/** The day of the calendar at the beginning of a text, YYYY-MM-DD; null for everything else. */
function dayOf(value: Json): string | null {
  const day = typeof value === "string" ? (/^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(value)?.[1] ?? null) : null;
  if (day === null) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}

/** A day that is written otherwise, such as 20 Nov 2026, where it can be one alone. */
function typedDay(typed: string): string {
  const [day, other] = daysInText(typed);
  return day === undefined || other !== undefined ? typed : day;
}

/** `2019-06-15` as "15 June 2019"; null for what is no day. */
function dayWords(value: Json): string | null {
  const day = dayOf(value);
  if (day === null) return null;
  const [year = "", month = "", ofMonth = ""] = day.split("-");
  return `${Number(ofMonth)} ${months[Number(month) - 1] ?? month} ${Number(year)}`;
}
