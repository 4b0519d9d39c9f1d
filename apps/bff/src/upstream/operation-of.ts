import { createWireFormat, type WireFormat, patientOperations, type ServiceProfile } from "@dc/api-client";
import type { RecordKey } from "@dc/directory";

interface Known {
  operation: string | null;
  /** The record that is read. */
  record: RecordKey | null;
  /** The path for the log, reduced to parts that cannot concern a patient. */
  shownPath: string;
}

interface Pattern {
  operation: string;
  method: string;
  template: string;
  path: RegExp;
  type: string | null;
  /** The path contains the id of a record of the service. */
  namesRecord: boolean;
  isPrivate: boolean;
  query: ReadonlySet<string>;
}

interface Patterns {
  /** The most specific first. */
  all: readonly Pattern[];
  /** Recognises reads whose record id is in the query. */
  face: Pick<WireFormat, "matchRead">;
  /** All literal path prefixes of templates. */
  beginnings: ReadonlySet<string>;
  queryNames: ReadonlySet<string>;
}

const known = new WeakMap<ServiceProfile, Patterns>();
const MASK = "***";
const VARIABLE = /\{[A-Za-z]+\}/g;

function patternsOf(profile: ServiceProfile): Patterns {
  const before = known.get(profile);
  if (before !== undefined) return before;
  const verbs = ["read", "update", "delete"];
  const typed = new Map(
    profile.recordTypes.flatMap((type) =>
      verbs.map((verb) => [`${verb}${type.charAt(0).toUpperCase()}${type.slice(1)}`, type] as const),
    ),
  );
  const all = Object.entries(profile.data.operations).map(([operation, spelled]): Pattern => {
    const type = typed.get(operation);
    return {
      operation,
      method: spelled.method,
      template: spelled.path,
      path: new RegExp(
        `^${spelled.path
          .split(VARIABLE)
          .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
          .join("([^/]+)")}$`,
      ),
      type: operation.startsWith("read") ? (type ?? null) : null,
      namesRecord: type !== undefined,
      isPrivate: spelled.private || patientOperations.has(operation),
      query: new Set(Object.keys(spelled.query)),
    };
  });
  // A template without variables is more specific than one with them; among equals, one that must not be shown takes
  // precedence.
  all.sort(
    (a, b) =>
      Number(a.template.includes("{")) - Number(b.template.includes("{")) || Number(b.isPrivate) - Number(a.isPrivate),
  );
  const made = {
    all,
    face: createWireFormat(profile),
    beginnings: new Set(all.flatMap(({ template }) => beginningsOf(template))),
    queryNames: new Set(all.flatMap(({ query }) => [...query])),
  };
  known.set(profile, made);
  return made;
}

/** The profile's operation for a request, and the part of the request that may be stored. */
export function operationOf(profile: ServiceProfile, method: string, target: string): Known {
  const { all, face, beginnings, queryNames } = patternsOf(profile);
  const queryStart = target.indexOf("?");
  const path = queryStart < 0 ? target : target.slice(0, queryStart);
  const query = queryStart < 0 ? "" : target.slice(queryStart + 1);
  const fitting = all.filter((pattern) => pattern.path.test(path));
  const read = method === "GET" ? face.matchRead(target) : null;
  const ofMethod = fitting.filter((candidate) => candidate.method === method);
  const [nearest] = ofMethod;
  // Several reads and lists may share a path and differ by their query.
  const reading =
    nearest?.isPrivate === true || read === null ? undefined : ofMethod.find(({ type }) => type === read.type);
  const pattern = reading ?? nearest;
  if (pattern?.isPrivate === true) {
    const shownPath = withQuery(pattern.template.replaceAll(VARIABLE, MASK), query, queryNames, () => false);
    return { operation: pattern.operation, record: null, shownPath };
  }
  if (pattern !== undefined) {
    const id = pattern.path.exec(path)?.[1];
    const inPath = pattern.type === null || id === undefined ? null : { type: pattern.type, id: decoded(id) };
    const record = inPath ?? (read?.type === pattern.type ? read : null);
    const shownPath = withQuery(path, query, queryNames, (name) => pattern.query.has(name));
    return { operation: pattern.operation, record, shownPath };
  }
  // A path that names a record under another method has no secret id; every other path may contain anything.
  const isRecord = fitting.some(({ namesRecord }) => namesRecord) && !fitting.some(({ isPrivate }) => isPrivate);
  const shownPath = withQuery(isRecord ? path : knownBeginning(path, beginnings), query, queryNames, () => false);
  return { operation: null, record: null, shownPath };
}

/** "/v1/people/{lastName}/notes" begins with "/v1" and "/v1/people". */
function beginningsOf(template: string): string[] {
  const parts = template.slice(1).split("/");
  const end = parts.findIndex((part) => part.includes("{"));
  const spelled = end < 0 ? parts : parts.slice(0, end);
  return spelled.map((_, last) => `/${spelled.slice(0, last + 1).join("/")}`);
}

/** The literal beginning of the path, without the rest. */
function knownBeginning(path: string, beginnings: ReadonlySet<string>): string {
  if (beginnings.has(path)) return path;
  const parts = path.slice(1).split("/");
  for (let count = parts.length - 1; count > 0; count -= 1) {
    const beginning = `/${parts.slice(0, count).join("/")}`;
    if (beginnings.has(beginning)) return `${beginning}/${MASK}`;
  }
  return `/${MASK}`;
}

/** Even the name of an unknown parameter may contain data. */
function withQuery(
  path: string,
  query: string,
  names: ReadonlySet<string>,
  isShown: (name: string) => boolean,
): string {
  if (query === "") return path;
  const parts = [...new URLSearchParams(query)].map(([name, value]) =>
    names.has(name) ? `${encodeURIComponent(name)}=${isShown(name) ? encodeURIComponent(value) : MASK}` : MASK,
  );
  return `${path}?${[...new Set(parts)].join("&")}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
