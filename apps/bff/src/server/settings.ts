import { existsSync, readFileSync } from "node:fs";
import { BlockList } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { parseAddressList } from "#/http/client-address.ts";
import { packageRoot } from "#/package-root.ts";
import { SettingError } from "#/runtime/errors.ts";
import { parseSecretKey } from "#/runtime/secrets.ts";
import { type AllowedAddresses, parseAllowedAddresses } from "#/upstream/service-addresses/allowed-addresses.ts";
import type { IdentityProviderSettings } from "#/context/identity-provider.ts";
import { identityProviderEnvironment, readIdentityProvider } from "./identity-provider-settings.ts";

const SANDBOX_KEY = "test_sandbox_key_7Qm2VtKc9Xw4";

const port = z
  .string()
  .regex(/^\d{1,5}$/, "must be a port number")
  .transform(Number)
  .pipe(z.number().max(65_535, "must be a port number"));
const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an http or https address", abort: true })
  .refine(
    (text) => new URL(text).username === "" && new URL(text).password === "",
    "must not contain a user name or password",
  )
  .refine((text) => !/[?#]/.test(text), "must not have a query or a fragment");
const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const level = z.enum(levels, `must be one of ${levels.join(", ")}`);

const Environment = z.object({
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, "must be a host name or address")
    .default("127.0.0.1"),
  PORT: port.default(4600),
  PUBLIC_URL: webAddress.refine((text) => new URL(text).pathname === "/", "must not have a path").optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (text) => parseAddressList(text) !== undefined,
      "must be addresses or networks, such as 10.0.0.5,10.1.0.0/16",
    )
    // Whatever anybody writes into X-Forwarded-For would then be believed.
    .refine(
      (text) => !/\/0*(?:,|$)/.test(text.replaceAll(" ", "")),
      "must name the proxies; a network of /0 is everybody",
    )
    .optional(),
  DATA_DIR: z.string().default(".data"),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    // Without a host, the socket's folder is in the query.
    .refine(
      (text) => URL.canParse(text.replace("@/", "@socket/")),
      "must be an address such as postgres://user:password@host:5432/database, with each of /, ?, #, @ and : in a password written as %2F, %3F, %23, %40 and %3A",
    )
    .optional(),
  SECRET_KEY: z
    .string()
    .refine((text) => parseSecretKey(text) !== undefined, "must be 32 bytes in base64")
    .optional(),
  SECRET_KEY_PREVIOUS: z
    .string()
    .refine((text) => parseSecretKey(text) !== undefined, "must be 32 bytes in base64")
    .optional(),
  SERVICE_BASE_URL: webAddress.optional(),
  SERVICE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must consist of printable characters without spaces")
    .optional(),
  SERVICE_API_VERSION: z.iso.date("must be a date, YYYY-MM-DD").optional(),
  SERVICE_PROFILE: z.string().optional(),
  SERVICE_MODE: z.enum(["test", "live"], "must be test or live").optional(),
  SERVICE_ADDRESSES: z.string().default(""),
  SANDBOX_PORT: port.default(4700),
  SANDBOX_SAMPLES_DIR: z.string().optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").max(254, "must have at most 254 characters").optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, "must have at least 8 characters; 15 or more are better")
    .max(128, "must have at most 128 characters")
    .optional(),
  ...identityProviderEnvironment,
  CONSOLE_DIR: z
    .string()
    .refine((folder) => existsSync(join(folder, "index.html")), "must be a folder with a built console (index.html)")
    .default(join(packageRoot, "../console/dist")),
  LOG_LEVEL: level.default("info"),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{20,}$/, "must have at least 20 printable characters without spaces")
    .optional(),
  STALE_AFTER_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be a whole number of hours from 1 to 9999")
    .transform(Number)
    .default(24),
  RECORDS_AT_ONCE: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, "must be a whole number of records from 1 to 64")
    .transform(Number)
    .optional(),
  KEEP_JOURNAL_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number of days, at least 30")
    .transform(Number)
    .refine((days) => days >= 30, "must be a whole number of days, at least 30")
    .optional(),
  TEST_WAIT_MS: z
    .string()
    .regex(/^\d{1,4}$/, "must be milliseconds, at most 9999")
    .transform(Number)
    .optional(),
});

export interface ServiceSettings {
  baseUrl: string;
  apiKey: string;
  /** undefined: the version that the profile names. */
  apiVersion: string | undefined;
  mode: "test" | "live";
  /** The profile's file, not yet validated; undefined for the default profile. */
  profile: { path: string; text: string } | undefined;
  samplesDir: string | undefined;
}

export interface Settings {
  host: string;
  port: number;
  /** The public address if it differs from the one listened on, such as behind a proxy that ends TLS. */
  publicUrl: string | undefined;
  /** The proxies whose X-Forwarded-For is believed. */
  trustedProxies: BlockList;
  dataDir: string;
  /** Where the store is copied before a newer version changes it. */
  backupDir: string;
  databaseUrl: string | undefined;
  secretKey: Buffer | undefined;
  /** While the key is being changed: the other one, which is accepted too. */
  previousSecretKey: Buffer | undefined;
  service: ServiceSettings;
  /** Where the services of connections may be. */
  serviceAddresses: AllowedAddresses;
  admin: { email: string; password: string } | undefined;
  identityProvider: IdentityProviderSettings | undefined;
  consoleDir: string;
  logLevel: z.infer<typeof level>;
  /** Where metrics are read: a port of their own, or with a token on the port of the console; neither if both are undefined. */
  metrics: { port: number | undefined; token: string | undefined };
  /** The age in ms beyond which a reading is called old. */
  staleAfterMs: number;
  /** How many records of a set are sent at once to the service of these settings. */
  recordsAtOnce: number | undefined;
  /** How long entries of the journal are kept at least; for ever if undefined. */
  keepJournalDays: number | undefined;
  /** For tests only: replaces the sender's two waits of five seconds, for an undo and after a lost reply. */
  testWaitMs: number | undefined;
}

/**
 * Reads every setting once. Throws a SettingError that names the first invalid one, without its value if that is a
 * secret.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingError(String(issue?.path[0] ?? "settings"), issue?.message ?? "is not valid");
  }
  const settings = parsed.data;
  if (settings.DATABASE_URL !== undefined && settings.SECRET_KEY === undefined) {
    throw new SettingError(
      "SECRET_KEY",
      "is required with DATABASE_URL: 32 bytes in base64, the same for every replica.",
    );
  }
  refuseOpenListening(settings);
  // Port 0 is any free one, of which two differ.
  if (settings.METRICS_PORT === settings.PORT && settings.PORT !== 0)
    throw new SettingError("METRICS_PORT", `${settings.PORT} is already the port of PORT; choose another one.`);
  if ((settings.ADMIN_EMAIL === undefined) !== (settings.ADMIN_PASSWORD === undefined)) {
    const missing = settings.ADMIN_EMAIL === undefined ? "ADMIN_EMAIL" : "ADMIN_PASSWORD";
    throw new SettingError(missing, "ADMIN_EMAIL and ADMIN_PASSWORD must be set together.");
  }
  const identityProvider = readIdentityProvider(settings, Object.keys(given));
  const service = readServiceSettings(settings);
  if (settings.TEST_WAIT_MS !== undefined && !isTestServiceOfThisMachine(service)) {
    throw new SettingError(
      "TEST_WAIT_MS",
      "is only for automated tests: it needs SERVICE_MODE=test and a service on this machine's loopback address.",
    );
  }
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL).origin,
    trustedProxies: parseAddressList(settings.TRUSTED_PROXIES ?? "") ?? new BlockList(),
    dataDir: resolve(settings.DATA_DIR),
    backupDir: resolve(settings.BACKUP_DIR ?? join(settings.DATA_DIR, "backups")),
    databaseUrl: settings.DATABASE_URL,
    secretKey: settings.SECRET_KEY === undefined ? undefined : parseSecretKey(settings.SECRET_KEY),
    previousSecretKey:
      settings.SECRET_KEY_PREVIOUS === undefined ? undefined : parseSecretKey(settings.SECRET_KEY_PREVIOUS),
    service,
    serviceAddresses: readServiceAddresses(settings.SERVICE_ADDRESSES, service),
    admin:
      settings.ADMIN_EMAIL === undefined || settings.ADMIN_PASSWORD === undefined
        ? undefined
        : { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD },
    identityProvider,
    consoleDir: resolve(settings.CONSOLE_DIR),
    logLevel: settings.LOG_LEVEL,
    metrics: { port: settings.METRICS_PORT, token: settings.METRICS_TOKEN },
    staleAfterMs: settings.STALE_AFTER_HOURS * 3_600_000,
    recordsAtOnce: settings.RECORDS_AT_ONCE,
    keepJournalDays: settings.KEEP_JOURNAL_DAYS,
    testWaitMs: settings.TEST_WAIT_MS,
  };
}

/** Others can reach the console beyond this machine, so its sessions must not go over the network in the clear. */
function refuseOpenListening({
  HOST: host,
  PUBLIC_URL: publicUrl,
  SECRET_KEY: key,
}: z.infer<typeof Environment>): void {
  if (host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)) return;
  const reason = `to listen on ${host}, beyond this machine`;
  if (key === undefined) throw new SettingError("SECRET_KEY", `is required ${reason}: 32 bytes in base64.`);
  if (publicUrl?.startsWith("https://") !== true)
    throw new SettingError("PUBLIC_URL", `must be an https address ${reason}, so that session cookies are secure.`);
}

/** Whether only a local test service can be reached, so that no real change is sent without its time to undo. */
function isTestServiceOfThisMachine({ baseUrl, mode }: ServiceSettings): boolean {
  return mode === "test" && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(baseUrl).hostname);
}

function readServiceSettings(settings: z.infer<typeof Environment>): ServiceSettings {
  const profile =
    settings.SERVICE_PROFILE === undefined ? undefined : readProfileFile(resolve(settings.SERVICE_PROFILE));
  const shared = { apiVersion: settings.SERVICE_API_VERSION, profile, samplesDir: settings.SANDBOX_SAMPLES_DIR };
  if (settings.SERVICE_BASE_URL === undefined) {
    if (settings.SERVICE_MODE === "live")
      throw new SettingError("SERVICE_MODE", "must be test without SERVICE_BASE_URL: the service is the sandbox then.");
    const baseUrl = `http://127.0.0.1:${settings.SANDBOX_PORT}`;
    return {
      ...shared,
      baseUrl,
      apiKey: settings.SERVICE_API_KEY ?? SANDBOX_KEY,
      mode: "test",
    };
  }
  if (settings.SERVICE_API_KEY === undefined)
    throw new SettingError("SERVICE_API_KEY", "is required with SERVICE_BASE_URL.");
  const baseUrl = settings.SERVICE_BASE_URL.replace(/\/+$/, "");
  return { ...shared, baseUrl, apiKey: settings.SERVICE_API_KEY, mode: settings.SERVICE_MODE ?? "live" };
}

function readServiceAddresses(text: string, { baseUrl }: ServiceSettings): AllowedAddresses {
  const allowed = parseAllowedAddresses(text, baseUrl);
  if ("problem" in allowed) throw new SettingError("SERVICE_ADDRESSES", allowed.problem);
  return allowed;
}

function readProfileFile(path: string): { path: string; text: string } {
  try {
    return { path, text: readFileSync(path, "utf8") };
  } catch (error) {
    throw new SettingError("SERVICE_PROFILE", `${path} cannot be read.`, { cause: error });
  }
}

/** Ends the process: with one line for a wrong setting, with the stack for anything else. */
export function exitWithError(error: unknown): never {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${error instanceof SettingError ? error.message : words}\n`);
  process.exit(1);
}
