const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/gu;

interface Open {
  /** null in a list. */
  readonly names: Set<string> | null;
  /** The member or element that is being read. */
  at: string | number;
}

/** The dotted path of the first member that an object of this valid JSON text names twice. */
export function repeatedMember(json: string): string | undefined {
  const open: Open[] = [];
  let isName = false;
  for (const [text] of json.matchAll(token)) {
    const here = open.at(-1);
    if (text === "{" || text === "[") {
      isName = text === "{";
      open.push({ names: isName ? new Set() : null, at: 0 });
    } else if (text === "}" || text === "]") {
      open.pop();
      isName = false;
    } else if (text === ",") {
      isName = here?.names !== null;
      if (typeof here?.at === "number") here.at += 1;
    } else if (isName && here?.names) {
      isName = false;
      here.at = String(JSON.parse(text));
      if (here.names.has(here.at)) return open.map(({ at }) => at).join(".");
      here.names.add(here.at);
    }
  }
  return undefined;
}
