import { SettingError } from "#/settings/setting-error.ts";
import { dialectOf } from "#/spelling/dialects/find-dialect.ts";
import { profileOf } from "./profile.ts";

const [name, ...flags] = process.argv.slice(2);
const unknown = flags.find((flag) => flag !== "--writes");
if (name === undefined || unknown !== undefined) {
  process.stderr.write(
    `${unknown === undefined ? "a spelling is needed" : `${unknown} is not known`}; use: print-profile.ts default|respelled|seed:N [--writes]\n`,
  );
  process.exit(1);
}
try {
  const profile = profileOf(dialectOf(name), { writes: flags.includes("--writes") });
  process.stdout.write(`${JSON.stringify(profile, null, 2)}\n`);
} catch (cause) {
  if (!(cause instanceof SettingError)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exit(1);
}
