import { unescape } from "node:querystring";

/** Where a text holds a key, with all that is spelled together with it. */
export interface FoundKey {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds keys in a text: as they are, in base64, base64url and hex, also one within the other, as the key alone or as a
 * part of something longer, and all of these with URL and JSON escapes or broken into lines.
 */
export interface KeyFinder {
  add(key: string): void;
  /** The first place; null where there is none. Bytes are given as latin1 text. */
  find(text: string): FoundKey | null;
}

/** Shorter keys would be found in texts that have nothing to do with them. */
const shortestKey = 8;
/** How many layers of escapes are taken off. */
const mostEscapes = 3;

const lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** What is the same in the base64 of every text that contains this one, for each of the three places where it can begin. */
function base64Cores(text: string): readonly string[] {
  const bytes = Buffer.from(text, "utf8");
  return [0, 2, 1].flatMap((skipped) => {
    const whole = bytes.subarray(skipped, bytes.length - ((bytes.length - skipped) % 3));
    return [whole.toString("base64"), whole.toString("base64url")];
  });
}

function encodingsOf(text: string): readonly string[] {
  const hex = Buffer.from(text, "utf8").toString("hex");
  return [hex, hex.toUpperCase(), ...base64Cores(text)];
}

/** Every form of a key that has no escapes of its own, and those of the key that has. */
function searchedForms(key: string): readonly string[] {
  const json = JSON.stringify(key).slice(1, -1);
  const plain = [key, encodeURIComponent(key), json, json.replaceAll("/", "\\/")];
  const once = plain.flatMap(encodingsOf);
  return [...plain, ...once, ...once.flatMap(encodingsOf)];
}

/** User and password of a ready-made Basic credential: each of them is a key. */
function partsOf(key: string): readonly string[] {
  const pair = Buffer.from(key, "base64").toString("latin1");
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(pair) ? pair.split(":") : [];
}

function withoutJsonEscapes(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text.replaceAll(/\\u([0-9A-Fa-f]{4})|\\(.)/g, (_escape, code: string | undefined, plain: string) =>
      code === undefined ? plain : String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}

/** What a text says once a layer of escapes, or of line breaks, is taken off it. */
function unescapedOnce(text: string): readonly string[] {
  const views: string[] = [];
  if (/[\r\n]/.test(text)) views.push(text.replaceAll(/[\r\n]/g, ""));
  if (text.includes("\\")) views.push(withoutJsonEscapes(text));
  if (text.includes("%")) views.push(unescape(text));
  return views.filter((view) => view !== text);
}

/** Makes a finder without keys. */
export function createKeyFinder(): KeyFinder {
  /** The shortest first. */
  let forms: readonly string[] = [];
  let least = Number.POSITIVE_INFINITY;
  /** The characters of which all forms consist, escapes included: only runs of these can hold a key. */
  const table = new Uint8Array(256);

  /**
   * The first run of at least `least` of these characters. Looks at every so-many-th character alone, and around it only
   * where that one fits, so that a text without long runs costs little.
   */
  function findRun(text: string, from: number): FoundKey | null {
    let position = from + least - 1;
    while (position < text.length) {
      if (table[text.charCodeAt(position)] !== 1) {
        position += least;
        continue;
      }
      let start = position;
      while (start > from && table[text.charCodeAt(start - 1)] === 1) start -= 1;
      let end = position + 1;
      while (end < text.length && table[text.charCodeAt(end)] === 1) end += 1;
      if (end - start >= least) return { start, end };
      position = end + least;
    }
    return null;
  }

  function holds(text: string): boolean {
    for (const form of forms) {
      if (form.length > text.length) return false;
      if (text.includes(form)) return true;
    }
    return false;
  }

  function holdsEscaped(run: string): boolean {
    let views: readonly string[] = [run];
    for (let layer = 0; layer <= mostEscapes; layer += 1) {
      if (views.some(holds)) return true;
      views = views.flatMap(unescapedOnce);
    }
    return false;
  }

  return {
    add(key) {
      const keys = [key, ...partsOf(key)].filter(({ length }) => length >= shortestKey);
      forms = [...new Set([...forms, ...keys.flatMap(searchedForms)])].toSorted((a, b) => a.length - b.length);
      least = forms[0]?.length ?? least;
      if (forms.length === 0) return;
      for (const character of `${lettersAndDigits}+/-_=%\\\r\n${keys.join("")}`) table[character.charCodeAt(0)] = 1;
    },
    find(text) {
      for (let run = findRun(text, 0); run !== null; run = findRun(text, run.end))
        if (holdsEscaped(text.slice(run.start, run.end))) return run;
      return null;
    },
  };
}
