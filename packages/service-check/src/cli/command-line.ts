import { parseArgs } from "node:util";
import type { Clock, Transport } from "@dc/api-client";
import { UsageError } from "./command-errors.ts";

/** The streams and the surroundings of a command, beside its arguments. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly transport?: Transport;
  readonly clock?: Clock;
}

/** The parsed flags: texts by name, and the switches that are on. */
export interface Flags {
  readonly texts: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Parses a command line; throws UsageError for an unknown flag or one without its value. */
export function readFlags(
  argv: readonly string[],
  known: { readonly texts: readonly string[]; readonly switches: readonly string[] },
): Flags {
  const options: Record<string, { readonly type: "string" | "boolean" }> = {};
  for (const name of known.texts) options[name] = { type: "string" };
  for (const name of known.switches) options[name] = { type: "boolean" };
  // pnpm passes "--" on to the script.
  const args = argv.filter((arg, position) => arg !== "--" || position > 0);
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    const switches = Object.entries(values).flatMap(([name, value]) => (value === true ? [name] : []));
    return { texts: Object.fromEntries(texts), switches: new Set(switches), positionals };
  } catch (error) {
    const words = error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error);
    throw new UsageError(
      `${words}. Flags: ${[...known.texts.map((name) => `--${name} …`), ...known.switches.map((name) => `--${name}`)].join(", ")}.`,
    );
  }
}

/** Address and key, from the flags or from the environment that the console is started with. */
export function serviceOf(
  flags: Flags,
  environment: Environment,
): { readonly baseUrl: string; readonly apiKey: string } {
  const baseUrl = flags.texts["base-url"] ?? environment["SERVICE_BASE_URL"] ?? "";
  const apiKey = flags.texts["api-key"] ?? environment["SERVICE_API_KEY"] ?? "";
  if (baseUrl === "")
    throw new UsageError(
      "--base-url is required, for example --base-url https://service.example/v1. SERVICE_BASE_URL can be set instead.",
    );
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new UsageError(`--base-url is "${baseUrl}"; it must be an address such as https://service.example/v1.`);
  if (apiKey === "")
    throw new UsageError(
      "--api-key is required. SERVICE_API_KEY can be set instead, which keeps the key out of process lists.",
    );
  return { baseUrl, apiKey };
}

/** The API version that replaces the profile's; undefined without the flag. */
export function apiVersionOf({ texts }: Flags): string | undefined {
  const version = texts["api-version"];
  if (version !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(version))
    throw new UsageError(`--api-version is "${version}"; it must be a date, YYYY-MM-DD.`);
  return version;
}

/** The patient to search for; empty without the flags. */
export function patientOf({ texts }: Flags): {
  readonly patient?: { readonly name: string; readonly dateOfBirth: string };
} {
  const name = texts["patient-name"];
  const dateOfBirth = texts["patient-dob"];
  if (name === undefined && dateOfBirth === undefined) return {};
  if (name === undefined || dateOfBirth === undefined)
    throw new UsageError("--patient-name and --patient-dob must be given together.");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth)) throw new UsageError("--patient-dob must be a date, YYYY-MM-DD.");
  return { patient: { name, dateOfBirth } };
}
