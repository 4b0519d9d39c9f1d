import { resolve } from "node:path";

const SANDBOX_KEY = "test_sandbox_key_7Qm2VtKc9Xw4";
const ONLY_FOR_BFF = /^(?:SERVICE_|ADMIN_|SECRET_KEY(?:_PREVIOUS)?$|METRICS_|DATABASE_URL$)/;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface StartSettings {
  host: string;
  port: number;
  dataDir: string;
  /** Undefined if a real service is used. */
  sandbox: { port: number; controlPort: number; writes: string; env: Environment } | undefined;
  /** Whether the data directory has data that a second process could damage. */
  keepsData: boolean;
  bffEnv: Environment;
}

/** An invalid setting; the message names it and says which values are valid. */
export class SettingError extends Error {
  override name = "SettingError";
}

/**
 * Reads the settings of `npm start` from the environment; relative paths start at the given root. Throws SettingError.
 */
export function startSettings(environment: Environment, root: string): StartSettings {
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const dataDir = resolve(root, env["DATA_DIR"] ?? ".data");
  const host = env["HOST"] ?? "127.0.0.1";
  const port = portNumber(env, "PORT", 4600);
  const profile = env["SERVICE_PROFILE"] === undefined ? undefined : resolve(root, env["SERVICE_PROFILE"]);
  const consoleDir = env["CONSOLE_DIR"] === undefined ? undefined : resolve(root, env["CONSOLE_DIR"]);
  const shared: Environment = {
    ...env,
    HOST: host,
    PORT: String(port),
    DATA_DIR: dataDir,
    SERVICE_PROFILE: profile,
    CONSOLE_DIR: consoleDir,
  };
  const keepsStore = env["DATABASE_URL"] === undefined;
  if (env["SERVICE_BASE_URL"] !== undefined) {
    if (env["SANDBOX_CONTROL_PORT"] !== undefined)
      throw new SettingError(
        "SANDBOX_CONTROL_PORT: leave it out beside SERVICE_BASE_URL; the control API belongs to the sandbox and never starts beside a real service.",
      );
    return { host, port, dataDir, sandbox: undefined, keepsData: keepsStore, bffEnv: shared };
  }
  const sandboxPort = portNumber(env, "SANDBOX_PORT", 4700);
  const controlPort = portNumber(env, "SANDBOX_CONTROL_PORT", 0);
  requireDistinct({ PORT: port, SANDBOX_PORT: sandboxPort, SANDBOX_CONTROL_PORT: controlPort });
  const writes = oneOf(env, "SANDBOX_WRITES", ["off", "on"]);
  const mode = oneOf(env, "SERVICE_MODE", ["test"]);
  const others = Object.entries(env).filter(([name]) => !ONLY_FOR_BFF.test(name));
  return {
    host,
    port,
    dataDir,
    keepsData: true,
    // The sandbox listens on this machine only, whatever address the console is given.
    sandbox: {
      port: sandboxPort,
      controlPort,
      writes,
      env: { ...Object.fromEntries(others), HOST: "127.0.0.1", SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir },
    },
    bffEnv: {
      ...shared,
      SERVICE_API_KEY: SANDBOX_KEY,
      SERVICE_MODE: mode,
      SANDBOX_SAMPLES_DIR: resolve(dataDir, "sandbox", "samples"),
    },
  };
}

function portNumber(env: Environment, name: string, otherwise: number): number {
  const text = env[name];
  if (text === undefined) return otherwise;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new SettingError(`${name} is "${text}"; it must be a port number from 0 to 65535.`);
  return port;
}

/** Throws if two ports are the same; 0 stands for any free port. */
function requireDistinct(ports: Readonly<Record<string, number>>): void {
  const [first, second] = Object.keys(ports).flatMap((name, at, names) => {
    const same = names.slice(at + 1).find((other) => ports[name] !== 0 && ports[other] === ports[name]);
    return same === undefined ? [] : [name, same];
  });
  if (first !== undefined && second !== undefined)
    throw new SettingError(`${second}: ${ports[second]} is already the port of ${first}; choose another one.`);
}

function oneOf(env: Environment, name: string, [first, ...others]: readonly [string, ...string[]]): string {
  const text = env[name] ?? first;
  if (text === first || others.includes(text)) return text;
  throw new SettingError(`${name} is "${text}"; it must be ${[first, ...others].join(" or ")}.`);
}
