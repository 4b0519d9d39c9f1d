/** Which part of a day in figures comes first, such as 11/20/2026. */
export type DayOrder = "month first" | "day first";

export const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const longestDay = 40;

/** Behind a day: the time that a spreadsheet shows with it. */
const time = String.raw`(?:(?:T|,? )\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?Z?)?$`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d\d?)\2(\d\d?)${time}`, "i");
const yearLast = new RegExp(String.raw`^(\d\d?)([-/.])(\d\d?)\2(\d{4})${time}`, "i");
const dayThenMonth = new RegExp(
  String.raw`^(\d\d?)(?:st|nd|rd|th|\.)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d\d)${time}`,
  "i",
);
const monthThenDay = new RegExp(String.raw`^([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})${time}`, "i");

/**
 * The day that a text says, as people and spreadsheets write it. Of a day in figures with the year last, such as 4/3/2026, those that
 * it may be, unless the order is told.
 */
export function daysInText(text: string, order: DayOrder | null = null): string[] {
  const { figures, spelled } = read(text);
  if (figures === null) return spelled === null ? [] : [spelled];
  const { monthFirst, dayFirst } = figures;
  const days = order === null ? [monthFirst, dayFirst] : [order === "month first" ? monthFirst : dayFirst];
  return [...new Set(days.filter((day) => day !== null))];
}

/** The order in which a day in figures can be read where it can be read in that one alone. */
export function dayOrderIn(text: string): DayOrder | null {
  const { figures } = read(text);
  if (figures === null || (figures.monthFirst === null) === (figures.dayFirst === null)) return null;
  return figures.dayFirst === null ? "month first" : "day first";
}

interface Read {
  /** A day whose order is said by nothing but its figures. */
  figures: { monthFirst: string | null; dayFirst: string | null } | null;
  /** A day that can be read in one way alone. */
  spelled: string | null;
}

function read(text: string): Read {
  if (text.length > longestDay) return { figures: null, spelled: null };
  const [, first = "", , second = "", year = ""] = yearLast.exec(text) ?? [];
  if (year !== "")
    return { figures: { monthFirst: dayOf(year, first, second), dayFirst: dayOf(year, second, first) }, spelled: null };
  return { figures: null, spelled: spelledDay(text) };
}

function spelledDay(text: string): string | null {
  const [, year = "", , month = "", day = ""] = yearFirst.exec(text) ?? [];
  if (year !== "") return dayOf(year, month, day);
  const [, dayOfMonth = "", nameBehind = "", yearBehind = ""] = dayThenMonth.exec(text) ?? [];
  // Spreadsheets show 20-Nov-26.
  if (nameBehind !== "") return dayOf(yearBehind.padStart(4, "20"), monthOf(nameBehind), dayOfMonth);
  const [, name = "", number = "", yearAfter = ""] = monthThenDay.exec(text) ?? [];
  return name === "" ? null : dayOf(yearAfter, monthOf(name), number);
}

/** Its number, from 1; 0 for what is no month. */
function monthOf(name: string): string {
  const written = name.toLowerCase().replace(/^sept$/, "sep");
  return String(
    1 + months.map((month) => month.toLowerCase()).findIndex((month) => [month, month.slice(0, 3)].includes(written)),
  );
}

function dayOf(year: string, month: string, day: string): string | null {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const told = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return date.toISOString().slice(0, 10) === told ? told : null;
}
