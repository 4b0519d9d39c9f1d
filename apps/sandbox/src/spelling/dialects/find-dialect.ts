import { SettingError } from "#/settings/setting-error.ts";
import { defaultDialect } from "./default-dialect.ts";
import type { IndexVersionKind } from "#/settings/index-version-kind.ts";
import type { Dialect } from "#/spelling/dialect.ts";
import { everyKindDialect } from "./every-kind-dialect.ts";
import { namesInPartsDialect } from "./names-in-parts-dialect.ts";
import { overlayDialect } from "./overlay-dialect.ts";
import { respelledDialect } from "./respelled-dialect.ts";
import { seededDialect } from "./seeded-dialect.ts";

const shippedDialects = [defaultDialect, respelledDialect, namesInPartsDialect, overlayDialect, everyKindDialect];

/** The names of the spellings that are written down, not drawn. */
export const shippedSpellings = shippedDialects.map(({ name }) => name);

/**
 * The dialect with this name, with the index versions that it says or, where they are given, with those; throws a
 * `SettingError` for an unknown name.
 */
export function findDialect(name: string, indexVersions?: IndexVersionKind): Dialect {
  const named = namedDialect(name);
  return indexVersions === undefined ? named : { ...named, indexVersions };
}

function namedDialect(name: string): Dialect {
  const shipped = shippedDialects.find((dialect) => dialect.name === name);
  if (shipped !== undefined) return shipped;
  const seed = /^seed:(\d{1,9})$/.exec(name)?.[1];
  if (seed !== undefined) return seededDialect(Number(seed));
  throw new SettingError("SANDBOX_SPELLING", `must be ${shippedSpellings.join(", ")} or seed:N, not "${name}"`);
}
