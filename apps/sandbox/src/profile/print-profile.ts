import { SettingError } from "#/settings/setting-error.ts";
import { readSettings } from "#/settings/settings.ts";
import { findDialect, shippedSpellings } from "#/spelling/dialects/find-dialect.ts";
import { profileOf } from "./profile.ts";

const usage = `usage: pnpm sandbox:profile ${shippedSpellings.join("|")}|seed:N [--writes]`;
const [name, ...flags] = process.argv.slice(2);
const unknown = flags.find((flag) => flag !== "--writes");
if (name === undefined) exitWith(`A spelling is required; ${usage}`);
if (unknown !== undefined) exitWith(`Unknown option ${unknown}; ${usage}`);
try {
  const { indexVersions } = readSettings(process.env);
  const profile = profileOf(findDialect(name, indexVersions), { writes: flags.includes("--writes") });
  process.stdout.write(`${JSON.stringify(profile, null, 2)}\n`);
} catch (cause) {
  if (!(cause instanceof SettingError)) throw cause;
  exitWith(cause.message);
}

function exitWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
