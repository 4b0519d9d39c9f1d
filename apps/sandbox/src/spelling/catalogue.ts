import { SettingError } from "#/setting-error.ts";
import { defaultSpelling } from "#/spelling/default.ts";
import type { Spelling } from "#/spelling/spelling.ts";

/** The spelling that a dial names; throws a `SettingError` for a name that there is none for. */
export function spellingOf(name: string): Spelling {
  if (name === "default") return defaultSpelling;
  if (name === "respelled" || /^seed:\d+$/.test(name))
    throw new SettingError("SANDBOX_SPELLING", `${name} is not built yet; use default`);
  throw new SettingError("SANDBOX_SPELLING", `${name} is not a spelling; use default`);
}
