import { createSandbox } from "#/app.ts";
import { documentationOf } from "./documentation.ts";
import { SettingError } from "#/settings/setting-error.ts";
import { readSettings } from "#/settings/settings.ts";
import { dialectOf } from "#/spelling/dialects/find-dialect.ts";

/** The settings are those of the service, so that the page is about the one that they start. */
try {
  const { host, port, spelling, seed, practitioners, writes } = readSettings(process.env);
  const sandbox = createSandbox({ spelling, seed, practitioners, writes });
  const page = await documentationOf({
    dialect: dialectOf(spelling),
    send: (path, init) => sandbox.app.request(path, init),
    baseUrl: `http://${host}:${port}`,
    writes,
    now: Date.now,
    samples: sandbox.samples,
  });
  process.stdout.write(page);
} catch (cause) {
  if (!(cause instanceof SettingError)) throw cause;
  process.stderr.write(`no documentation: ${cause.message}\n`);
  process.exit(1);
}
