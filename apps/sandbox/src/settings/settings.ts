import { parseLatency, type Latency } from "./dials.ts";
import { indexVersionKinds, type IndexVersionKind } from "./index-version-kind.ts";
import { SettingError } from "./setting-error.ts";

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly controlPort: number | undefined;
  readonly writes: boolean;
  readonly spelling: string;
  /** Undefined: what the spelling says. */
  readonly indexVersions: IndexVersionKind | undefined;
  readonly latencyMs: Latency;
  readonly practitioners: number;
  readonly seed: string;
  readonly dataDir: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const maxPractitioners = 10_000_000;

/** Reads the settings from the environment; throws a `SettingError` for the first invalid value. */
export function readSettings(environment: Environment): Settings {
  const writes = valueOf(environment, "SANDBOX_WRITES") ?? "off";
  if (writes !== "on" && writes !== "off")
    throw new SettingError("SANDBOX_WRITES", `must be on or off, not "${writes}"`);
  const latency = valueOf(environment, "SANDBOX_LATENCY_MS") ?? "0";
  const latencyMs = parseLatency(latency);
  if (latencyMs === undefined)
    throw new SettingError(
      "SANDBOX_LATENCY_MS",
      `must be milliseconds (200) or a range of them (50-300), not "${latency}"`,
    );
  const versions = valueOf(environment, "SANDBOX_INDEX_VERSIONS");
  const indexVersions = indexVersionKinds.find((kind) => kind === versions);
  if (versions !== undefined && indexVersions === undefined)
    throw new SettingError(
      "SANDBOX_INDEX_VERSIONS",
      `must be one of ${indexVersionKinds.join(", ")}, not "${versions}"`,
    );
  const host = valueOf(environment, "HOST") ?? "127.0.0.1";
  const controlPort = readInteger(environment, "SANDBOX_CONTROL_PORT", { min: 0, max: 65_535 });
  if (controlPort !== undefined) refuseOpenControl(environment, host);
  return {
    host,
    port: readInteger(environment, "SANDBOX_PORT", { min: 0, max: 65_535 }) ?? 4700,
    controlPort,
    writes: writes === "on",
    spelling: valueOf(environment, "SANDBOX_SPELLING") ?? "default",
    indexVersions,
    latencyMs,
    practitioners: readInteger(environment, "SANDBOX_PRACTITIONERS", { min: 1, max: maxPractitioners }) ?? 5000,
    seed: valueOf(environment, "SANDBOX_SEED") ?? "1",
    dataDir: valueOf(environment, "DATA_DIR") ?? ".data",
  };
}

/** The control API has no sign-in and changes the service's data, so it is for this machine and for tests alone. */
function refuseOpenControl(environment: Environment, host: string): void {
  if (!/^(?:localhost|::1|127\.\d+\.\d+\.\d+)$/.test(host))
    throw new SettingError("SANDBOX_CONTROL_PORT", `is for this machine alone, not for HOST ${host}`);
  if (valueOf(environment, "SERVICE_MODE") === "live")
    throw new SettingError("SANDBOX_CONTROL_PORT", "is not for the settings of a live connection (SERVICE_MODE)");
}

/** An empty value counts as not set: shells and process managers leave such values behind. */
function valueOf(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

function readInteger(
  environment: Environment,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = valueOf(environment, name);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new SettingError(name, `must be a whole number from ${min} to ${max}, not "${text}"`);
}
