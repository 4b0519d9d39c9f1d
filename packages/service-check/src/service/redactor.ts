/** Replaces what must not be shown, or would differ from run to run, in any text. */
export interface Redactor {
  /** Redacts a key in every form in which a request can carry it. */
  addKey(key: string): void;
  add(text: string, label: string): void;
  redact(text: string): string;
}

function formsOf(key: string): readonly string[] {
  const pairs = [key, `${key}:`, `:${key}`, `api:${key}`];
  return [...pairs.map((pair) => Buffer.from(pair, "utf8").toString("base64")), encodeURIComponent(key), key];
}

/** Makes a redactor; a longer text is replaced before a shorter one that it contains. */
export function createRedactor(): Redactor {
  const labels = new Map<string, string>();
  let longestFirst: readonly (readonly [string, string])[] = [];
  const add = (text: string, label: string) => {
    if (text === "" || labels.has(text)) return;
    labels.set(text, label);
    longestFirst = [...labels].sort(([a], [b]) => b.length - a.length);
  };
  return {
    add,
    addKey(key) {
      for (const form of formsOf(key)) add(form, "<key>");
    },
    redact: (text) => longestFirst.reduce((shown, [secret, label]) => shown.replaceAll(secret, label), text),
  };
}
