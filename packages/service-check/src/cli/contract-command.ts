import { ProfileError } from "@dc/api-client";
import type { ContractSuiteOptions } from "#/contract-suite/contract-session.ts";
import { runContractSuite } from "#/contract-suite/run-contract-suite.ts";
import { describeFailure, UsageError } from "./command-errors.ts";
import { apiVersionOf, patientOf, readFlags, serviceOf, type CommandContext, type Flags } from "./command-line.ts";
import { contractTable } from "./contract-table.ts";
import { loadProfile, problemLines } from "./load-profile.ts";
import { changeThroughSandboxControl } from "./sandbox-control.ts";

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
    "sandbox-control",
  ],
  switches: ["probe-writes", "json", "verbose", "help"],
};

const help = `pnpm contract --base-url URL --api-key KEY [more]

Tries a service against the interface, sentence by sentence, and against every entry of a profile.
It only reads unless told otherwise.

  --profile FILE|name      a profile file, or one that ships: default, with-writes
  --api-version DATE       instead of the profile's
  --schedule ID            a schedule to read; its practitioner is found from it
  --practitioner ID        a practitioner to read
  --patient-name, --patient-dob   a patient to look for; never shown
  --other-key KEY          the key of another developer, to see that index versions stay invisible to it
  --probe-writes           in test mode: send writes too, as said below
  --mode test|live         what the key is for, where its first letters do not say it
  --sandbox-control URL    the control address of the sandbox, to move its standard index during the run
  --json                   the report as JSON
  --verbose                requests and answers of every check, not only of those that do not hold

What --probe-writes sends, each only where the profile has the operation, and an id is given or listed:
  to the standard index    two updates of one record, once by name and once without the index header, to see both
                           refused with 403; they say what stands there already, so that a service that takes them
                           has changed nothing
  to the test index        another value of every meaning that a record holds itself, read back with what stands beside
                           it and put back; new records that are deleted again
  to no index              two index versions, deleted again where the profile can; they are read, and not written
  in test mode             a made-up patient, and an appointment for it in the test index
What cannot be taken away or put back again is listed at the end.

A service that limits requests (429) is waited for as it asks, up to 15 minutes in all; what could still not be tried
is listed as not testable, with the service's answer.

SERVICE_BASE_URL and SERVICE_API_KEY stand in for the first two.
Exit code: 0 all that could be tried holds, 2 something does not hold, 1 it could not run.
`;

function mayWrite(flags: Flags, apiKey: string): boolean {
  const mode = flags.texts["mode"];
  if (mode !== undefined && mode !== "test" && mode !== "live")
    throw new UsageError(`--mode is "${mode}"; it must be test or live.`);
  if (!flags.switches.has("probe-writes")) return false;
  if (mode === "live" || /live/i.test(apiKey.slice(0, 12)))
    throw new UsageError(
      "--probe-writes is for test mode alone: a live key would make real patients and appointments.",
    );
  if (mode !== "test" && !/test/i.test(apiKey.slice(0, 12)))
    throw new UsageError(
      "--probe-writes is for test mode alone, and this key does not say what it is: add --mode test if it is a test key.",
    );
  return true;
}

function optionsOf(flags: Flags, surroundings: CommandContext): ContractSuiteOptions {
  const [extra] = flags.positionals;
  if (extra !== undefined) throw new UsageError(`"${extra}" is not a flag; --help lists them.`);
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
    ...(texts["practitioner"] === undefined ? {} : { practitioner: texts["practitioner"] }),
    ...(control === undefined ? {} : { changeStandardRecord: changeThroughSandboxControl(control) }),
    ...(surroundings.transport === undefined ? {} : { transport: surroundings.transport }),
    ...(surroundings.clock === undefined ? {} : { clock: surroundings.clock }),
  };
}

/** `pnpm contract`: gives the exit code. */
export async function contractCommand(argv: readonly string[], surroundings: CommandContext): Promise<0 | 1 | 2> {
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
        `Writing in ${options.profile.testIndex ?? "the test index"}, and making two index versions, a patient and an appointment in test mode. To ${options.profile.standardIndex} go two updates that say what stands there, to see them refused. What cannot be taken away again is listed at the end.\n`,
      );
    const report = await runContractSuite(options);
    out(
      flags.switches.has("json")
        ? `${JSON.stringify(report, null, 2)}\n`
        : contractTable(report, { isVerbose: flags.switches.has("verbose") }),
    );
    return report.counts["does-not-hold"] === 0 ? 0 : 2;
  } catch (error) {
    if (error instanceof ProfileError) err(`The profile is wrong:\n${problemLines(error).join("\n")}\n`);
    else err(`${describeFailure(error)}\n`);
    return 1;
  }
}
