import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox } from "./app.ts";
import { listen } from "#/http/listen.ts";
import { makeFolder } from "#/store/make-folder.ts";
import type { Samples } from "#/seed/samples.ts";
import { SettingError } from "#/settings/setting-error.ts";
import { readSettings } from "#/settings/settings.ts";

try {
  await start();
} catch (cause) {
  process.stderr.write(
    cause instanceof SettingError
      ? `sandbox cannot start: ${cause.message}\n`
      : `sandbox cannot start: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`,
  );
  process.exit(1);
}

async function start(): Promise<void> {
  const { host, port, controlPort, ...options } = readSettings(process.env);
  const sandbox = createSandbox(options);
  writeSamples(join(options.dataDir, "sandbox", "samples"), sandbox.samples);
  const listening = await listen(sandbox, { host, port, ...(controlPort === undefined ? {} : { controlPort }) });
  const stop = (): void => {
    process.off("SIGTERM", stop).off("SIGINT", stop);
    void listening.close().then(() => sandbox.close());
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.stdout.write(`${JSON.stringify({ ready: true, url: listening.url, controlUrl: listening.controlUrl })}\n`);
}

function writeSamples(directory: string, samples: Samples): void {
  try {
    makeFolder(directory);
    writeMissing(join(directory, "roster.csv"), samples.roster);
    writeMissing(join(directory, "plans.csv"), samples.plans);
  } catch (cause) {
    throw new SettingError(
      "DATA_DIR",
      `cannot write to ${directory} (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  }
}

function writeMissing(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
  }
}
