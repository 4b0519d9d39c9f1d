import { foldText } from "#/values/fold-text.ts";
import { joinedKey } from "#/values/joined-names.ts";

/** A name on a line of a roster, with what else stands there: a place, a phone number. */
export interface RosterName {
  name: string;
  beside: string;
  /** A degree that is written with it, which tells people of one name apart. */
  degree?: string;
}

const titles = new Set([
  "dr",
  "dra",
  "med",
  "prof",
  "doctor",
  "professor",
  "mr",
  "mrs",
  "ms",
  "miss",
  "mx",
  "frau",
  "herr",
  "dent",
]);
/** As they are written: folded, some of them are names. */
const degrees =
  /^(?:M\.?D|D\.?O|Ph\.?D|D\.?D\.?S|D\.?M\.?D|N\.?P|P\.?A(?:-C)?|R\.?N|FACP|FAAP|FACS|MBBS|MPH|MSc|BSc|md|phd|dds|dmd|PharmD|PsyD|DNP|APRN|FNP(?:-BC|-C)?|CNM|CRNA|DPM|LCSW|LMFT)\.?$/;
const addressOfMail = /<([^<>\s]+@[^<>\s]+)>/g;
const betweenParts = /\s+[-–—|•/·]\s+|\((?!\d)|(?<!\d)\)|;/;
/** Signs around a part, as in "- Ann Lee", "Ann Lee:" and "Ann Lee*". */
const around = /^[\s\-–—|/·•]+|[\s:*,]+$/g;

/**
 * A name as it is compared: folded, without titles and degrees, its words in one order, since lists put either one first, and of an
 * East Asian name without the space, since lists leave it out.
 */
export function nameKey(name: string): string {
  const words = foldedWords(name).toSorted().join(" ");
  return joinedKey(words) ?? words;
}

/** The words of a name as it is compared. */
export const foldedWords = (name: string): string[] => name.split(",").flatMap(wordsOf);

function wordsOf(part: string): string[] {
  const written = part.split(/\s+/).filter((word) => word !== "");
  while (degrees.test(written.at(-1) ?? "")) written.pop();
  const words = foldText(written.join(" ").replaceAll(".", " "))
    .split(" ")
    .filter((word) => word !== "");
  const first = words.findIndex((word) => !titles.has(word));
  return first < 0 ? [] : words.slice(first);
}

/** What is typed to find a person, without the titles and degrees that are written with the name; as it is where nothing is left. */
export function withoutTitles(text: string): string {
  const words = text.split(",").flatMap(wordsOf);
  return words.length === 0 || /\d/.test(text) ? text : words.join(" ");
}

/** The first degree that a name is written with, as it is compared; null where there is none. */
export function degreeIn(name: string): string | null {
  const written = name.split(/[\s,]+/).find((word, at) => at > 0 && degrees.test(word));
  return written === undefined ? null : written.replaceAll(".", "");
}

/** What may be the name among the cells of a line, the likeliest first: the last name may stand in a cell of its own. */
export function namesIn(cells: readonly string[]): RosterName[] {
  const written = cells
    .flatMap((cell) => cell.replace(addressOfMail, " – $1").split(betweenParts).flatMap(apartFromNumber))
    .map((part) => part.replace(/\s+/g, " ").trim().replace(around, ""));
  const parts = written.filter((part) => part !== "" && !degrees.test(part));
  const at = parts.findIndex(isName);
  const [first, second] = [parts[at], parts[at + 1]];
  if (first === undefined) return [];
  const told = degreeIn(written.join(" "));
  const withDegree = told === null ? {} : { degree: told };
  const one = { name: first, beside: besideOf(parts, at, 1), ...withDegree };
  if (second === undefined || !isName(second)) return [one];
  const both = { name: `${second} ${withoutTitlesBefore(first)}`, beside: besideOf(parts, at, 2), ...withDegree };
  return wordsOf(first).length === 1 ? [both, one] : [one, both];
}

const betweenPeople = /\s+(?:and|und|&)\s+/i;
/** The last word of a place, which may stand behind a name as another person does. */
const ofPlaces =
  /(?:^|\s)(?:street|st|road|rd|avenue|ave|lane|ln|drive|way|square|row|hill|suite|clinic|hospital|practice|praxis|centre|center|house|platz|weg)\.?$|(?:stra(?:ß|ss)e|str\.)$/i;
const MOST_WORDS = 5;

/**
 * Several people whose whole names stand on one line, between commas or words such as “and”; null of any other line. A last name
 * before a comma is one person's, as is a degree or a place behind it.
 */
export function peopleIn(line: string): string[] | null {
  if (/[\d@;\t"]/.test(line)) return null;
  const isWhole = (part: string) => {
    const words = foldedWords(part).length;
    return isName(part) && words > 1 && words <= MOST_WORDS && !ofPlaces.test(part);
  };
  const parts = line.split(betweenPeople).map((part) => part.trim().replace(around, ""));
  const people = parts.flatMap((part) => {
    const apart = part.split(/\s*,\s*/).filter((one) => one !== "");
    return apart.every(isWhole) ? apart : [part];
  });
  return people.length > 1 && people.every(isWhole) ? people : null;
}

/** "Dr. Lee", before a first name in a cell of its own. */
function withoutTitlesBefore(part: string): string {
  const words = part.split(" ");
  const isTitle = (word: string) =>
    foldText(word.replaceAll(".", " "))
      .split(" ")
      .every((one) => titles.has(one));
  const at = words.findIndex((word) => !isTitle(word));
  return at <= 0 ? part : words.slice(at).join(" ");
}

const isName = (part: string) => /\p{L}.*\p{L}/u.test(part) && !/[\d@]/.test(part);

const besideOf = (parts: readonly string[], at: number, count: number) =>
  [...parts.slice(0, at), ...parts.slice(at + count)].join("; ");

/** "Ann Lee 555-010-0199" is a name of several words, and a number beside it. */
function apartFromNumber(part: string): string[] {
  const at = part.search(/\s[+(]?\d[\d\s().+-]{6,}$/);
  const name = at < 0 ? "" : part.slice(0, at);
  return isName(name) && /\S\s+\S/.test(name) ? [name, part.slice(at)] : [part];
}
