import { ProfileError } from "@dc/api-client";
import type { ContractSuiteOptions } from "#/contract-suite/contract-session.ts";
import { runContractSuite } from "#/contract-suite/run-contract-suite.ts";
import { describeFailure, UsageError } from "./command-errors.ts";
import { apiVersionOf, patientOf, readFlags, serviceOf, type CommandContext, type Flags } from "./command-line.ts";
import { contractTable, lacksFlags } from "./contract-table.ts";
import { loadProfile, problemLines } from "./load-profile.ts";

const known = {
  texts: [
    "base-url",
    "api-key",
    "other-key",
    "api-version",
    "profile",
    "mode",
    "schedule",
    "practitioner",
    "patient-name",
    "patient-dob",
    "write-index",
    "sandbox-control",
  ],
  switches: ["probe-writes", "strict", "json", "verbose", "help"],
};

const help = `pnpm contract --base-url URL --api-key KEY [options]

Checks a service against each rule of the interface, and against every entry of a profile.
It only reads unless --probe-writes is given.

  --profile FILE|name      a profile file, or a built-in profile: default, with-writes
  --api-version DATE       the API version, instead of the profile's
  --schedule ID            a schedule to read, together with its practitioner
  --practitioner ID        a practitioner to read
  --patient-name, --patient-dob   a patient to search for; never printed
  --other-key KEY          the key of another developer, to check that it cannot see the index versions
  --probe-writes           send writes too, in test mode only; see below
  --write-index ID         an index version of your own to write to, instead of the test index: some services only
                           simulate writes there
  --mode test|live         the mode of the key, if its prefix does not tell
  --sandbox-control URL    the control address of the sandbox, to change its standard index during the run
  --strict                 end with 3 where a flag would have let more be tested
  --json                   print the report as JSON
  --verbose                print the requests and responses of every check, not only of failed ones

What --probe-writes sends, if the profile has the operation and an id is given or listed:
  to the standard index    two updates of one record, one with the index named and one without the index header;
                           both must be refused with 403. They repeat the current values, so a service that
                           accepts them changes nothing
  to the test index        or that of --write-index: another value for every meaning stored in the record itself,
                           read back and restored; new records, deleted again; an appointment
  to no index              two index versions, deleted again if the profile has that operation; they are read only,
                           unless the test index keeps nothing: then one of them is written to, to tell that apart
                           from an update that the service does not know
  in test mode             a made-up patient, for whom the appointment is
What cannot be removed or restored is listed at the end.

If the service limits requests (429), the suite waits as asked, up to 15 minutes in all. What could still not be
tested is listed as such, with the service's answer.

SERVICE_BASE_URL and SERVICE_API_KEY can be set instead of --base-url and --api-key.
Exit code: 0 all that could be tested holds, 2 something does not hold, 1 the suite could not run. What could not be
tested is listed by its reason, and is no failure; with --strict the suite ends with 3 where a flag would bring it.
`;

function mayWrite(flags: Flags, apiKey: string): boolean {
  const mode = flags.texts["mode"];
  if (mode !== undefined && mode !== "test" && mode !== "live")
    throw new UsageError(`--mode is "${mode}"; it must be test or live.`);
  if (!flags.switches.has("probe-writes")) return false;
  if (mode === "live" || /live/i.test(apiKey.slice(0, 12)))
    throw new UsageError(
      "--probe-writes works in test mode only: a live key would create real patients and appointments.",
    );
  if (mode !== "test" && !/test/i.test(apiKey.slice(0, 12)))
    throw new UsageError(
      "--probe-writes works in test mode only, and the mode of this key is unknown. Add --mode test if it is a test key.",
    );
  return true;
}

function optionsOf(flags: Flags, surroundings: CommandContext): ContractSuiteOptions {
  const [extra] = flags.positionals;
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}". Use --help to list the flags.`);
  const { baseUrl, apiKey } = serviceOf(flags, surroundings.environment);
  const { texts } = flags;
  const version = apiVersionOf(flags);
  const profile = loadProfile(texts["profile"] ?? "default");
  const control = texts["sandbox-control"];
  return {
    baseUrl,
    apiKey,
    profile,
    probeWrites: mayWrite(flags, apiKey),
    ...patientOf(flags),
    ...(version === undefined ? {} : { apiVersion: version }),
    ...(texts["other-key"] === undefined ? {} : { otherKey: texts["other-key"] }),
    ...(texts["schedule"] === undefined ? {} : { schedule: texts["schedule"] }),
    ...(texts["write-index"] === undefined ? {} : { writeIndex: texts["write-index"] }),
    ...(texts["practitioner"] === undefined ? {} : { practitioner: texts["practitioner"] }),
    ...(control === undefined ? {} : { changeStandardRecord: changeThroughSandboxControl(control) }),
    ...(surroundings.transport === undefined ? {} : { transport: surroundings.transport }),
    ...(surroundings.clock === undefined ? {} : { clock: surroundings.clock }),
  };
}

let moves = 0;

/** Changes sample records in a sandbox's standard index, through its control API. */
function changeThroughSandboxControl(
  controlUrl: string,
): (subject: { readonly type: string; readonly id: string }) => Promise<void> {
  return async ({ type, id }) => {
    moves += 1;
    const response = await fetch(new URL("/drift", controlUrl), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ type, id, set: { moved_for_contract_suite: `${Date.now()} ${moves}` }, extra: true }),
    });
    if (!response.ok)
      throw new UsageError(`--sandbox-control answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  };
}

/** Runs `pnpm contract` and returns the exit code. */
export async function contractCommand(argv: readonly string[], surroundings: CommandContext): Promise<0 | 1 | 2 | 3> {
  const { out, err } = surroundings;
  try {
    const flags = readFlags(argv, known);
    if (flags.switches.has("help")) {
      out(help);
      return 0;
    }
    const options = optionsOf(flags, surroundings);
    if (options.probeWrites === true)
      err(
        `Writing to ${options.writeIndex ?? options.profile.testIndex ?? "the test index"}, and creating two index versions, a patient and an appointment in test mode. Two updates that repeat the current values are sent to ${options.profile.standardIndex}, which must refuse them. What cannot be removed is listed at the end.\n`,
      );
    const report = await runContractSuite(options);
    out(
      flags.switches.has("json")
        ? `${JSON.stringify(report, null, 2)}\n`
        : contractTable(report, { isVerbose: flags.switches.has("verbose") }),
    );
    if (report.counts["does-not-hold"] > 0) return 2;
    return flags.switches.has("strict") && lacksFlags(report) ? 3 : 0;
  } catch (error) {
    if (error instanceof ProfileError) err(`The profile is not valid:\n${problemLines(error).join("\n")}\n`);
    else err(`${describeFailure(error)}\n`);
    return 1;
  }
}
