/** Replaces what must not be shown, or would differ from run to run, in any text. */
export interface Shroud {
  hideKey(key: string): void;
  hide(text: string, label: string): void;
  over(text: string): string;
}

function spellings(key: string): readonly string[] {
  const pairs = [key, `${key}:`, `:${key}`, `api:${key}`];
  return [...pairs.map((pair) => Buffer.from(pair, "utf8").toString("base64")), encodeURIComponent(key), key];
}

/** Makes a shroud; a longer text is replaced before a shorter one that it contains. */
export function createShroud(): Shroud {
  const labels = new Map<string, string>();
  let ordered: readonly (readonly [string, string])[] = [];
  const hide = (text: string, label: string) => {
    if (text === "" || labels.has(text)) return;
    labels.set(text, label);
    ordered = [...labels].sort(([a], [b]) => b.length - a.length);
  };
  return {
    hide,
    hideKey(key) {
      for (const spelling of spellings(key)) hide(spelling, "<key>");
    },
    over: (text) => ordered.reduce((shown, [needle, label]) => shown.replaceAll(needle, label), text),
  };
}
