import type { ServiceProfile } from "./profile.ts";
import { fillPath, placeholdersOf } from "./template.ts";

/** An address of the service that is read: a record by its id, or the open slots of a schedule. */
export interface ReadRoute {
  readonly kind: "record" | "slots";
  readonly type: string;
  readonly path: PathPattern;
  /** The placeholder that holds the id. */
  readonly idName: string;
  /** For an id in the query instead of the path: its parameter, and the fixed values of the other parameters. */
  readonly query: {
    readonly name: string;
    readonly value: RegExp;
    readonly others: ReadonlyMap<string, string>;
  } | null;
}

interface PathPattern {
  /** One group for each name; a name that is repeated must hold the same value. */
  readonly expression: RegExp;
  readonly names: readonly string[];
  /** The path with these values, encoded; null where one would change its shape. */
  fill(values: readonly string[]): string | null;
}

/** What a segment may hold without an escape. Semicolons are left out, since some servers take what follows for parameters. */
const plainSegment = /^[A-Za-z0-9\-._~!$&'()*+,=:@]+$/;
const plainQuery = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?[\]]|%[0-9A-Fa-f]{2})*$/;

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function compilePath(template: string): PathPattern {
  const names = [...new Set(placeholdersOf(template))];
  const seen = new Set<string>();
  // Literals and names take turns: the expression that splits them has one group.
  const source = template.split(/\{([A-Za-z]+)\}/).map((part, position) => {
    if (position % 2 === 0) return escaped(part);
    if (seen.has(part)) return `\\k<${part}>`;
    seen.add(part);
    return `(?<${part}>[^/]+)`;
  });
  return {
    expression: new RegExp(`^${source.join("")}$`),
    names,
    fill: (values) =>
      fillPath(template, Object.fromEntries(names.map((name, position) => [name, values[position] ?? ""]))),
  };
}

/** Matches what a template makes of an id; repeated placeholders must hold the same id. */
function valuePattern(template: string): RegExp {
  const [first = "", ...rest] = template.split(/\{[A-Za-z]+(?::[^{}]+)?\}/).map(escaped);
  return new RegExp(
    `^${first}${rest.map((part, position) => `${position === 0 ? "(?<id>.+)" : "\\k<id>"}${part}`).join("")}$`,
  );
}

/** The address of an operation; none where the profile has no such operation, or where it names no id. */
export function routeOf(
  profile: ServiceProfile,
  operation: string,
  { kind, type, idName }: Pick<ReadRoute, "kind" | "type" | "idName">,
): readonly ReadRoute[] {
  const read = profile.data.operations[operation];
  if (read === undefined) return [];
  const path = compilePath(read.path);
  if (path.names.includes(idName)) return [{ kind, type, path, idName, query: null }];
  const parameter = Object.entries(read.query).find(([, template]) => placeholdersOf(template).includes(idName));
  if (parameter === undefined) return [];
  const others = new Map(Object.entries(read.query).filter(([, template]) => placeholdersOf(template).length === 0));
  return [{ kind, type, path, idName, query: { name: parameter[0], value: valuePattern(parameter[1]), others } }];
}

/** The ids that a path and its query name by a route, and the path as we spell it; null where it is another request. */
export function readBy(
  { path, idName, query }: ReadRoute,
  target: string,
): { readonly ids: readonly string[]; readonly path: string; readonly query: string } | null {
  const queryStart = target.indexOf("?");
  const match = path.expression.exec(queryStart < 0 ? target : target.slice(0, queryStart));
  if (match === null) return null;
  const values: string[] = [];
  for (let group = 1; group <= path.names.length; group += 1) {
    const value = exactSegment(match[group] ?? "");
    if (value === null) return null;
    values.push(value);
  }
  const asked = queryStart < 0 ? "" : target.slice(queryStart + 1);
  if (!plainQuery.test(asked)) return null;
  const spelled = path.fill(values);
  if (spelled === null) return null;
  const found = query === null ? [values[path.names.indexOf(idName)]] : idsInQuery(query, new URLSearchParams(asked));
  const ids = found.filter((id) => id !== undefined);
  return ids.length === 0 || ids.length < found.length ? null : { ids, path: spelled, query: asked };
}

function idsInQuery({ name, value, others }: NonNullable<ReadRoute["query"]>, sent: URLSearchParams) {
  const isFixed = ([parameter, fixed]: [string, string]) =>
    sent.getAll(parameter).length === 1 && sent.get(parameter) === fixed;
  return [...others].every(isFixed) ? sent.getAll(name).map((given) => value.exec(given)?.[1]) : [];
}

/** What a segment holds, if it is spelled plainly or as `encodeURIComponent` spells it; null for every other spelling. */
function exactSegment(segment: string): string | null {
  if (plainSegment.test(segment)) return segment;
  try {
    const value = decodeURIComponent(segment);
    return encodeURIComponent(value) === segment.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
      ? value
      : null;
  } catch {
    return null;
  }
}
