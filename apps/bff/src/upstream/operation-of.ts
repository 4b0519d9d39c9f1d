import type { ServiceProfile } from "@dc/api-client";
import type { RecordKey } from "@dc/directory";

interface Known {
  operation: string | null;
  /** The record that is read. */
  record: RecordKey | null;
  /** The path as a log may show it: of a query, only what the operation names and what is about no patient. */
  shownPath: string;
}

interface Pattern {
  operation: string;
  method: string;
  path: RegExp;
  type: string | null;
  isPrivate: boolean;
  query: ReadonlySet<string>;
}

const patterns = new WeakMap<ServiceProfile, readonly Pattern[]>();
const MASK = "***";

function patternsOf(profile: ServiceProfile): readonly Pattern[] {
  const known = patterns.get(profile);
  if (known !== undefined) return known;
  const reads = new Map(
    profile.recordTypes.map((type) => [`read${type.charAt(0).toUpperCase()}${type.slice(1)}`, type]),
  );
  const made = Object.entries(profile.data.operations).map(
    ([operation, { method, path, query, private: isPrivate }]) => ({
      operation,
      method,
      path: new RegExp(
        `^${path
          .split(/\{[A-Za-z]+\}/)
          .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
          .join("([^/]+)")}$`,
      ),
      type: reads.get(operation) ?? null,
      isPrivate,
      query: new Set(Object.keys(query)),
    }),
  );
  // A template without a variable is nearer to a path than one with it.
  made.sort((a, b) => Number(a.path.source.includes("([^/]+)")) - Number(b.path.source.includes("([^/]+)")));
  patterns.set(profile, made);
  return made;
}

/** What the profile calls a request. */
export function operationOf(profile: ServiceProfile, method: string, target: string): Known {
  const [path = "", query = ""] = target.split("?", 2);
  for (const pattern of patternsOf(profile)) {
    const found = pattern.method === method ? pattern.path.exec(path) : null;
    if (found === null) continue;
    const id = found[1];
    const record = pattern.type === null || id === undefined ? null : { type: pattern.type, id: decoded(id) };
    return {
      operation: pattern.operation,
      record,
      shownPath: shown(path, query, (name) => !pattern.isPrivate && pattern.query.has(name)),
    };
  }
  return { operation: null, record: null, shownPath: shown(path, query, () => false) };
}

function shown(path: string, query: string, isShown: (name: string) => boolean): string {
  if (query === "") return path;
  const parts = [...new URLSearchParams(query)].map(
    ([name, value]) => `${encodeURIComponent(name)}=${isShown(name) ? encodeURIComponent(value) : MASK}`,
  );
  return `${path}?${parts.join("&")}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
