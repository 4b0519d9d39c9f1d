import { readLatency, type Latency } from "./runtime-settings.ts";
import { SettingError } from "./setting-error.ts";

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly controlPort: number | undefined;
  readonly writes: boolean;
  readonly spelling: string;
  readonly latencyMs: Latency;
  readonly practitioners: number;
  readonly seed: string;
  readonly dataDir: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const mostPractitioners = 10_000_000;

/** Reads the sandbox's settings; throws a `SettingError` for the first value that is not one of those it may have. */
export function readSettings(environment: Environment): Settings {
  const writes = valueOf(environment, "SANDBOX_WRITES") ?? "off";
  if (writes !== "on" && writes !== "off")
    throw new SettingError("SANDBOX_WRITES", `"${writes}" is neither on nor off`);
  const latency = valueOf(environment, "SANDBOX_LATENCY_MS") ?? "0";
  const latencyMs = readLatency(latency);
  if (latencyMs === undefined)
    throw new SettingError(
      "SANDBOX_LATENCY_MS",
      `"${latency}" is neither milliseconds (200) nor a range of them (50-300)`,
    );
  return {
    host: valueOf(environment, "HOST") ?? "127.0.0.1",
    port: readInteger(environment, "SANDBOX_PORT", { least: 0, most: 65_535 }) ?? 4700,
    controlPort: readInteger(environment, "SANDBOX_CONTROL_PORT", { least: 0, most: 65_535 }),
    writes: writes === "on",
    spelling: valueOf(environment, "SANDBOX_SPELLING") ?? "default",
    latencyMs,
    practitioners: readInteger(environment, "SANDBOX_PRACTITIONERS", { least: 1, most: mostPractitioners }) ?? 5000,
    seed: valueOf(environment, "SANDBOX_SEED") ?? "1",
    dataDir: valueOf(environment, "DATA_DIR") ?? ".data",
  };
}

/** An empty value counts as not set, as shells and process managers leave them. */
function valueOf(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

function readInteger(
  environment: Environment,
  name: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const text = valueOf(environment, name);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new SettingError(name, `"${text}" is not a whole number from ${least} to ${most}`);
}
