import { SettingError } from "#/runtime/errors.ts";

/** Ends the process: one line for a setting, for anything else what is needed to mend it. */
export function fail(error: unknown): never {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${error instanceof SettingError ? error.message : words}\n`);
  process.exit(1);
}
