const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/gu;

/** An object or list that has not been closed yet. */
interface Container {
  /** The member names seen so far; null for a list. */
  readonly names: Set<string> | null;
  /** The name of the current member, or the position of the current element. */
  key: string | number;
}

/** The dotted path of the first member that an object of this valid JSON text names twice. */
export function duplicateMember(json: string): string | undefined {
  const open: Container[] = [];
  let expectsName = false;
  for (const [text] of json.matchAll(token)) {
    const container = open.at(-1);
    if (text === "{" || text === "[") {
      expectsName = text === "{";
      open.push({ names: expectsName ? new Set() : null, key: 0 });
    } else if (text === "}" || text === "]") {
      open.pop();
      expectsName = false;
    } else if (text === ",") {
      expectsName = container?.names !== null;
      if (typeof container?.key === "number") container.key += 1;
    } else if (expectsName && container?.names) {
      expectsName = false;
      container.key = String(JSON.parse(text));
      if (container.names.has(container.key)) return open.map(({ key }) => key).join(".");
      container.names.add(container.key);
    }
  }
  return undefined;
}
