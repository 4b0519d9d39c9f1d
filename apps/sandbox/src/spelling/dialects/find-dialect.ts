import { SettingError } from "#/settings/setting-error.ts";
import { defaultDialect } from "./default-dialect.ts";
import type { Dialect } from "#/spelling/dialect.ts";
import { respelledDialect } from "./respelled-dialect.ts";
import { seededDialect } from "./seeded-dialect.ts";

/** The dialect with this name; throws a `SettingError` for an unknown name. */
export function findDialect(name: string): Dialect {
  if (name === "default") return defaultDialect;
  if (name === "respelled") return respelledDialect;
  const seed = /^seed:(\d{1,9})$/.exec(name)?.[1];
  if (seed !== undefined) return seededDialect(Number(seed));
  throw new SettingError("SANDBOX_SPELLING", `must be default, respelled or seed:N, not "${name}"`);
}
