import { createKeyFinder } from "./key-finder.ts";

/** Replaces what must not be shown, or would differ from run to run, in any text. */
export interface Redactor {
  /** Redacts a key in every form in which a request can carry it or an answer can give it back. */
  addKey(key: string): void;
  add(text: string, label: string): void;
  /** True for a text that holds a key in any form. A key of fewer than eight characters is not looked for: it would be found everywhere. */
  holdsKey(text: string): boolean;
  redact(text: string): string;
}

const keyLabel = "<key>";

/** The forms that are replaced alone, without the text around them. */
function replacedForms(key: string): readonly string[] {
  const pairs = [key, `${key}:`, `:${key}`, `api:${key}`];
  return [...pairs.map((pair) => Buffer.from(pair, "utf8").toString("base64")), encodeURIComponent(key), key];
}

/** Makes a redactor; a longer text is replaced before a shorter one that it contains. */
export function createRedactor(): Redactor {
  const labels = new Map<string, string>();
  let longestFirst: readonly (readonly [string, string])[] = [];
  const finder = createKeyFinder();
  const add = (text: string, label: string) => {
    if (text === "" || labels.has(text)) return;
    labels.set(text, label);
    longestFirst = [...labels].sort(([a], [b]) => b.length - a.length);
  };
  return {
    add,
    addKey(key) {
      for (const form of replacedForms(key)) add(form, keyLabel);
      finder.add(key);
    },
    holdsKey: (text) => finder.find(text) !== null,
    redact(text) {
      let shown = longestFirst.reduce((rest, [secret, label]) => rest.replaceAll(secret, label), text);
      for (let match = finder.find(shown); match !== null; match = finder.find(shown))
        shown = shown.slice(0, match.start) + keyLabel + shown.slice(match.end);
      return shown;
    },
  };
}
