import { createSandbox } from "#/app.ts";
import { SettingError } from "#/settings/setting-error.ts";
import { readSettings } from "#/settings/settings.ts";
import { findDialect } from "#/spelling/dialects/find-dialect.ts";
import { writeDocumentation } from "./documentation.ts";

// It reads the settings of the service, so that the page describes the service that they start.
try {
  const { host, port, spelling, indexVersions, seed, practitioners, writes } = readSettings(process.env);
  const sandbox = createSandbox({ spelling, indexVersions, seed, practitioners, writes });
  const page = await writeDocumentation({
    dialect: findDialect(spelling, indexVersions),
    send: (path, init) => sandbox.app.request(path, init),
    baseUrl: `http://${host}:${port}`,
    writes,
    now: Date.now,
    samples: sandbox.samples,
  });
  process.stdout.write(page);
} catch (cause) {
  if (!(cause instanceof SettingError)) throw cause;
  process.stderr.write(`The documentation cannot be printed: ${cause.message}\n`);
  process.exit(1);
}
