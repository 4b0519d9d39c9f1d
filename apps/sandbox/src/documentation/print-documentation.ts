import { createSandbox } from "#/app.ts";
import { SettingError } from "#/settings/setting-error.ts";
import { readSettings } from "#/settings/settings.ts";

// It reads the settings of the service, so that the page describes the service that they start.
try {
  const { host, port, spelling, indexVersions, seed, practitioners, writes } = readSettings(process.env);
  const sandbox = createSandbox({ spelling, indexVersions, seed, practitioners, writes });
  process.stdout.write(await sandbox.documentation({ baseUrl: `http://${host}:${port}` }));
} catch (cause) {
  if (!(cause instanceof SettingError)) throw cause;
  process.stderr.write(`The documentation cannot be printed: ${cause.message}\n`);
  process.exit(1);
}
