import { SettingError } from "#/runtime/errors.ts";

/** Ends the process with one line where a setting is wrong, and with the stack for anything else. */
export function exitWithError(error: unknown): never {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${error instanceof SettingError ? error.message : words}\n`);
  process.exit(1);
}
