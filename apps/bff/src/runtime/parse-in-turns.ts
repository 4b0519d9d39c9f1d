import { parseJson } from "@dc/directory";
import { inTurns } from "./turns.ts";

/** So many characters of a list, to the end of an entry, are parsed at once. */
const PARSED_AT_ONCE = 32 * 1024;

/** As `parseJson`, of an object with long lists in parts between which others have their turn; throws as it does. */
export async function parseInTurns(text: string): Promise<unknown> {
  const lists = new Map<string, unknown[]>();
  const rest: Rest = { text: "", members: 0 };
  try {
    await inTurns(partsOf(text, rest), ({ key, entries }) => {
      const list = lists.get(key) ?? [];
      lists.set(key, list);
      for (const entry of parseList(entries)) list.push(entry);
    });
    const whole = lists.size === 0 ? undefined : parseJson(rest.text);
    if (isObject(whole) && Object.keys(whole).length === rest.members && filled(whole, lists)) return whole;
  } catch {
    // What is wrong is told of the whole text.
  }
  return parseJson(text);
}

/** What an object says without the entries of its long lists, and how many members are written. */
interface Rest {
  text: string;
  members: number;
}

/** Some entries of the list that a key names, as JSON without the brackets. */
interface Part {
  key: string;
  entries: string;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The parts of the long lists that are members of the object that a text is; what is no JSON is found as they are parsed. */
function* partsOf(text: string, rest: Rest): Generator<Part> {
  let [depth, restFrom, stringFrom, partFrom] = [0, 0, 0, 0];
  let [key, isList, isCut] = ["", false, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      stringFrom = at;
      do {
        at = text.indexOf('"', at + 1);
        if (at < 0) throw new SyntaxError("A text does not end.");
      } while (isEscaped(text, at));
    } else if (code === COLON && depth === 1) {
      rest.members += 1;
      key = text.slice(stringFrom, at);
    } else if (code === LIST || code === OBJECT) {
      depth += 1;
      if (depth === 1 && code === LIST) return;
      if (depth === 2) [isList, isCut, partFrom] = [code === LIST, false, at + 1];
    } else if (code === LIST_END || code === OBJECT_END) {
      if (depth === 2 && isCut) {
        yield { key, entries: text.slice(partFrom, at) };
        restFrom = at;
      }
      depth -= 1;
    } else if (code === COMMA && depth === 2 && isList && at - partFrom >= PARSED_AT_ONCE) {
      if (!isCut) rest.text += text.slice(restFrom, partFrom);
      yield { key, entries: text.slice(partFrom, at) };
      [isCut, partFrom] = [true, at + 1];
    }
  }
  rest.text += text.slice(restFrom);
}

/** Whether an odd number of backslashes is before this place. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

function parseList(entries: string): unknown[] {
  const list = parseJson(`[${entries}]`);
  if (!Array.isArray(list) || list.length === 0) throw new SyntaxError("An entry of a list is missing.");
  return list;
}

/** Fills the lists that the object has without their entries. False where one of them is not there. */
function filled(whole: object, lists: ReadonlyMap<string, readonly unknown[]>): boolean {
  for (const [key, entries] of lists) {
    const name = parseJson(key);
    const list: unknown = typeof name === "string" ? Object.getOwnPropertyDescriptor(whole, name)?.value : undefined;
    if (!Array.isArray(list) || list.length > 0) return false;
    for (const entry of entries) list.push(entry);
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
