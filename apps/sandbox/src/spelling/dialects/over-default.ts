import type {
  CredentialDialect,
  DetailsDialect,
  Dialect,
  LimitDialect,
  PagingDialect,
  RecordDialect,
} from "#/spelling/dialect.ts";
import { defaultDialect } from "./default-dialect.ts";

/** What is either said whole or left to the default dialect. */
type Whole =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly unknown[]
  | CredentialDialect
  | PagingDialect
  | RecordDialect
  | DetailsDialect
  | LimitDialect["wait"];

type Overrides<T> = T extends Whole ? T : { readonly [K in keyof T]?: Overrides<T[K]> };

/** A dialect that says only what differs from the default one, and has a name and records of its own. */
export function overDefault(overrides: Overrides<Dialect> & Pick<Dialect, "name" | "records">): Dialect {
  // Each override has the type of what it takes the place of.
  return merged(defaultDialect, overrides) as Dialect;
}

function merged(base: object, overrides: object): object {
  const members = new Map<string, unknown>(Object.entries(base));
  for (const [name, value] of new Map<string, unknown>(Object.entries(overrides))) {
    const below = members.get(name);
    members.set(name, isMembers(below) && isMembers(value) ? merged(below, value) : value);
  }
  return Object.fromEntries(members);
}

function isMembers(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
