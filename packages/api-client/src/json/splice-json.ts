import { isJsonArray, isJsonObject, sameJson, type Json, type JsonObject } from "./json.ts";
import { type Pointer, keysOf } from "./pointer.ts";

/** A value in a text, and where its name begins, for a member of an object. */
interface Place {
  readonly key: string;
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

/** The text that a value was parsed from, with what differs in another value in its place; all else stays as it is spelled. */
export function spliceJson(text: string, before: Json, after: Json): string {
  const place = placeOf(text, 0);
  return text.slice(0, place.start) + spliced(text, place, before, after) + text.slice(place.end);
}

/** The text of the value that a pointer names; null where there is none. */
export function textAt(text: string, pointer: Pointer): string | null {
  let place: Place | undefined = placeOf(text, 0);
  for (const key of keysOf(pointer)) place = place && placesIn(text, place).findLast((inner) => inner.key === key);
  return place === undefined ? null : text.slice(place.start, place.end);
}

function spliced(text: string, place: Place, before: Json, after: Json): string {
  if (sameJson(before, after)) return text.slice(place.start, place.end);
  if (isJsonObject(before) && isJsonObject(after)) return splicedObject(text, place, before, after);
  if (isJsonArray(before) && isJsonArray(after)) return splicedArray(text, place, before, after);
  return JSON.stringify(after);
}

function splicedObject(text: string, place: Place, before: JsonObject, after: JsonObject): string {
  const places = placesIn(text, place);
  // Of a name that is repeated, the last member counts.
  const counted = new Map(places.map((member) => [member.key, member]));
  const kept = places.flatMap((member): Piece[] => {
    const { key, from, start } = member;
    const [was, is] = [before[key], after[key]];
    if (was === undefined || is === undefined || !Object.hasOwn(after, key)) return [];
    if (counted.get(key) !== member) return [{ of: member, text: text.slice(from, member.end) }];
    return [{ of: member, text: text.slice(from, start) + spliced(text, member, was, is) }];
  });
  const added = Object.entries(after).flatMap(([key, value]): Piece[] =>
    Object.hasOwn(before, key) ? [] : [{ of: null, text: `${JSON.stringify(key)}:${JSON.stringify(value)}` }],
  );
  return joined(text, place, places, [...kept, ...added]);
}

function splicedArray(text: string, place: Place, before: readonly Json[], after: readonly Json[]): string {
  const places = placesIn(text, place);
  const left = new Set(before.keys());
  let next = 0;
  const same = after.map((element, index) => {
    // What was parsed once is the same value; of equal ones, that in its own place comes first.
    const isIt = (position: number) => left.has(position) && before[position] === element;
    const isEqual = (position: number) => left.has(position) && sameJson(before[position], element);
    const likely = before.length === after.length ? [index] : [next];
    const found = likely.find(isIt) ?? [...left].find(isIt) ?? likely.find(isEqual) ?? [...left].find(isEqual);
    if (found === undefined) return undefined;
    left.delete(found);
    next = found + 1;
    return found;
  });
  // As many others as before are the same elements, changed.
  const changed = same.filter((found) => found === undefined).length === left.size ? [...left] : [];
  const pieces = after.map((element, index): Piece => {
    const position = same[index] ?? changed.shift();
    const of = position === undefined ? undefined : places[position];
    const was = position === undefined ? undefined : before[position];
    if (of === undefined || was === undefined) return { of: null, text: JSON.stringify(element) };
    return { of, text: spliced(text, of, was, element) };
  });
  return joined(text, place, places, pieces);
}

interface Piece {
  /** Where it was; null for what is new. */
  readonly of: Place | null;
  readonly text: string;
}

/** Members or elements between the brackets of what they were in, each after what it followed. */
function joined(text: string, place: Place, places: readonly Place[], pieces: readonly Piece[]): string {
  const [first, second] = places;
  const separator = first === undefined || second === undefined ? "," : text.slice(first.end, second.from);
  const separators = new Map(places.map((of, index) => [of, text.slice(places[index - 1]?.end ?? of.from, of.from)]));
  const inner = pieces.map((piece, index) => {
    const own = piece.of === null ? "" : separators.get(piece.of);
    return index === 0 ? piece.text : (own || separator) + piece.text;
  });
  const head = text.slice(place.start, first?.from ?? place.start + 1);
  return head + inner.join("") + text.slice(places.at(-1)?.end ?? place.start + 1, place.end);
}

/** The members of an object, or the elements of a list, by their positions. */
function placesIn(text: string, { start }: Place): Place[] {
  const opening = text[start];
  if (opening !== "{" && opening !== "[") return [];
  const places: Place[] = [];
  for (let at = afterSpace(text, start + 1); text[at] !== "}" && text[at] !== "]";) {
    const name = opening === "{" ? placeOf(text, at) : null;
    const value = placeOf(text, name === null ? at : afterSpace(text, name.end) + 1);
    const key = name === null ? String(places.length) : String(JSON.parse(text.slice(name.start, name.end)));
    places.push({ ...value, key, from: at });
    at = afterSpace(text, value.end);
    if (text[at] === ",") at = afterSpace(text, at + 1);
  }
  return places;
}

function placeOf(text: string, from: number): Place {
  const start = afterSpace(text, from);
  return { key: "", from: start, start, end: endOf(text, start) };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** Where the value that starts here ends; the text must be JSON. */
function endOf(text: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (depth === 0) while (/[^\s,\]}]/.test(text[at + 1] ?? "")) at += 1;
    at += 1;
  } while (depth > 0);
  return at;
}

/** Where the last quote of a string is. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
