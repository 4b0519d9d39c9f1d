import { ProfileError, profileJsonSchema, type ServiceProfile } from "@dc/api-client";
import { checkProfile } from "#/profile-check/check-profile.ts";
import { describeFailure, UsageError } from "./command-errors.ts";
import { apiVersionOf, patientOf, readFlags, serviceOf, type CommandContext, type Flags } from "./command-line.ts";
import { loadProfile, problemLines } from "./load-profile.ts";
import { profileCheckTable } from "./profile-check-table.ts";

const known = {
  texts: [
    "base-url",
    "api-key",
    "api-version",
    "index",
    "schedule",
    "practitioner",
    "record",
    "patient-name",
    "patient-dob",
  ],
  switches: ["json", "schema", "help"],
};

const help = `pnpm profile:check FILE [--base-url URL --api-key KEY] [options]

Checks a profile file, and reads a few records with it: what each meaning found, what is missing, and what
to change. It only reads. Without --base-url only the file is checked.

  --schedule ID,ID…      schedules to read; what they refer to is read too
  --practitioner ID,ID…  practitioners to read
  --record TYPE=ID       a record of a further type of the profile
  --patient-name, --patient-dob   a patient to search for; never printed
  --index ID             the index to read in
  --api-version DATE     the API version, instead of the profile's
  --json                 print the findings as JSON
  --schema               print the JSON Schema of profile files and exit

If the service limits requests (429), the check waits as asked, up to 15 minutes in all. What could still not be
checked is listed under "Not checked", with the service's answer.

SERVICE_BASE_URL and SERVICE_API_KEY can be set instead of --base-url and --api-key.
Exit code: 0 the profile fits, 2 it needs changes, 1 the check could not run.
`;

function split(text: string | undefined): readonly string[] {
  return (text ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
}

function idsOf({ texts }: Flags, profile: ServiceProfile): Readonly<Record<string, readonly string[]>> {
  const ids = { schedule: split(texts["schedule"]), practitioner: split(texts["practitioner"]) };
  const record = texts["record"];
  if (record === undefined) return ids;
  const [type = "", id = ""] = record.split("=", 2);
  if (!profile.recordTypes.includes(type) || id === "")
    throw new UsageError(
      `--record is "${record}"; it must be TYPE=ID, with a type of the profile: ${profile.recordTypes.join(", ")}.`,
    );
  return { ...ids, [type]: [id] };
}

async function check(flags: Flags, surroundings: CommandContext): Promise<0 | 2> {
  const [file, extra] = flags.positionals;
  if (file === undefined) throw new UsageError("A profile file is required: pnpm profile:check my-service.json");
  if (extra !== undefined)
    throw new UsageError(`Only one profile can be checked at a time; "${extra}" is not expected.`);
  const profile = loadProfile(file);
  const isJson = flags.switches.has("json");
  const { environment } = surroundings;
  const isOffline = flags.texts["base-url"] === undefined && (environment["SERVICE_BASE_URL"] ?? "") === "";
  if (isOffline) {
    surroundings.out(
      isJson
        ? `${JSON.stringify({ profile: { name: profile.name, hash: profile.hash }, problems: [] }, null, 2)}\n`
        : `The file is a valid profile, "${profile.name}". To check it against a service, add --base-url, --api-key and --schedule.\n`,
    );
    return 0;
  }
  const version = apiVersionOf(flags);
  const index = flags.texts["index"];
  const run = await checkProfile({
    ...serviceOf(flags, environment),
    profile,
    ids: idsOf(flags, profile),
    ...patientOf(flags),
    ...(version === undefined ? {} : { apiVersion: version }),
    ...(index === undefined ? {} : { index }),
    ...(surroundings.transport === undefined ? {} : { transport: surroundings.transport }),
    ...(surroundings.clock === undefined ? {} : { clock: surroundings.clock }),
  });
  surroundings.out(isJson ? `${JSON.stringify(run, null, 2)}\n` : profileCheckTable(run));
  return run.problems.length === 0 ? 0 : 2;
}

/** Runs `pnpm profile:check` and returns the exit code. */
export async function profileCheckCommand(argv: readonly string[], surroundings: CommandContext): Promise<0 | 1 | 2> {
  const { out, err } = surroundings;
  let isJson = false;
  try {
    const flags = readFlags(argv, known);
    isJson = flags.switches.has("json");
    if (flags.switches.has("help")) {
      out(help);
      return 0;
    }
    if (flags.switches.has("schema")) {
      out(`${JSON.stringify(profileJsonSchema())}\n`);
      return 0;
    }
    return await check(flags, surroundings);
  } catch (error) {
    if (error instanceof ProfileError) {
      out(
        isJson
          ? `${JSON.stringify({ problems: error.problems }, null, 2)}\n`
          : `Change in the profile before it can be used:\n${problemLines(error).join("\n")}\nEvery key is explained in docs/profile-reference.md.\n`,
      );
      return 2;
    }
    err(`${describeFailure(error)}\n`);
    return 1;
  }
}
