import { SettingError } from "#/settings/setting-error.ts";
import { defaultDialect } from "./default-dialect.ts";
import type { IndexVersionKind } from "#/settings/index-version-kind.ts";
import type { Dialect } from "#/spelling/dialect.ts";
import { respelledDialect } from "./respelled-dialect.ts";
import { seededDialect } from "./seeded-dialect.ts";

/**
 * The dialect with this name, with the index versions that it says or, where they are given, with those; throws a
 * `SettingError` for an unknown name.
 */
export function findDialect(name: string, indexVersions?: IndexVersionKind): Dialect {
  const named = namedDialect(name);
  return indexVersions === undefined ? named : { ...named, indexVersions };
}

function namedDialect(name: string): Dialect {
  if (name === "default") return defaultDialect;
  if (name === "respelled") return respelledDialect;
  const seed = /^seed:(\d{1,9})$/.exec(name)?.[1];
  if (seed !== undefined) return seededDialect(Number(seed));
  throw new SettingError("SANDBOX_SPELLING", `must be default, respelled or seed:N, not "${name}"`);
}
