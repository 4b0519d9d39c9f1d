import {
  ApiSchemaError,
  EncodeError,
  InvalidCallError,
  createProfile,
  placeholdersOf,
  recordOperation,
  systemClock,
  undiciTransport,
  type CallReport,
  type Clock,
  type ServiceProfile,
  type Transport,
} from "@dc/api-client";
import { ContractSuiteError } from "#/service/contract-suite-error.ts";
import { meetService } from "#/service/meet-service.ts";
import { createProbe, type Probed } from "#/service/probe.ts";
import { createShroud, type Shroud } from "#/service/shroud.ts";
import { createSuite, idIn, listOf, type Suite, type SuitePatient } from "#/service/suite.ts";
import { fails, untested, type Check, type Finding } from "./check.ts";
import { checkEntries } from "./entry-checks.ts";
import { interfaceChecks } from "./interface-checks.ts";
import { practitionerIn } from "./record-checks.ts";
import type { CheckResult, CheckStatus, ContractReport, ShownExchange } from "./report.ts";

/** What a run of the contract suite is given. */
export interface ContractSuiteOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly profile: ServiceProfile;
  readonly apiVersion?: string;
  /** The key of another developer, to whom index versions must stay invisible. */
  readonly otherKey?: string;
  readonly schedule?: string;
  readonly practitioner?: string;
  readonly patient?: SuitePatient;
  /** Writes in the test index, and makes index versions, a patient and an appointment. Only with a key of test mode. */
  readonly probeWrites?: boolean;
  /** Changes the given record in the standard index, where whoever runs the suite can do that. */
  readonly moveBase?: (subject: { readonly type: string; readonly id: string }) => Promise<void>;
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** Told of every attempt; must not throw. */
  readonly onCall?: (report: CallReport) => void;
}

async function listed(suite: Suite, type: string): Promise<string | null> {
  const operation = recordOperation("list", type);
  if (!suite.has(operation)) return null;
  const practitionerId = suite.subjects.get("practitioner");
  const scheduleId = suite.subjects.get("schedule");
  const given: Readonly<Record<string, string | undefined>> = { practitionerId, scheduleId };
  const spelled = suite.profile.data.operations[operation];
  const needed = placeholdersOf(spelled === undefined ? [] : [spelled.path, ...Object.values(spelled.query)]);
  if (needed.some((name) => given[name] === undefined)) return null;
  const answer = await suite.once({ operation, values: { practitionerId, scheduleId }, index: null });
  const [first] = listOf(answer) ?? [];
  const id = first === undefined ? undefined : idIn(suite.profile, type, first);
  return typeof id === "string" || typeof id === "number" ? String(id) : null;
}

async function findSubjects(
  suite: Suite,
  options: Pick<ContractSuiteOptions, "schedule" | "practitioner">,
): Promise<void> {
  for (const type of ["schedule", "practitioner"] as const) {
    const id = options[type];
    if (id === undefined) continue;
    if (!suite.profile.fitsId(type, id))
      throw new ContractSuiteError(
        `"${id}" cannot be the id of a ${type}: the profile says that one starts with "${suite.profile.data.records[type]?.idPrefix ?? ""}" (/records/${type}/idPrefix).`,
      );
    suite.subjects.set(type, id);
  }
  // A list of schedules may ask for a practitioner, so each is looked for with what the other one gave.
  if (!suite.subjects.has("schedule")) await takeListed(suite, "schedule");
  if (!suite.subjects.has("practitioner")) {
    const schedule = await suite.readSubject("schedule", null);
    const id = schedule === null ? null : practitionerIn(suite, schedule);
    if (id !== null && suite.profile.fitsId("practitioner", id)) suite.subjects.set("practitioner", id);
    else await takeListed(suite, "practitioner");
  }
  if (!suite.subjects.has("schedule")) await takeListed(suite, "schedule");
}

/** The first id that a list gives, where it is one of this type. */
async function takeListed(suite: Suite, type: string): Promise<void> {
  const id = await listed(suite, type);
  if (id !== null && suite.profile.fitsId(type, id)) suite.subjects.set(type, id);
}

/** Subjects of the types that exist by profile alone are those that the schedule's references name. */
async function followReferences(suite: Suite): Promise<void> {
  for (const [type, record] of Object.entries(suite.profile.data.records)) {
    const raw = suite.subjects.has(type) ? (await suite.readSubject(type, null))?.resource : undefined;
    if (raw === undefined || raw === null || typeof raw !== "object" || Array.isArray(raw)) continue;
    for (const [name, meaning] of Object.entries(record.meanings)) {
      if ("via" in meaning || (meaning.kind !== "reference" && meaning.kind !== "set")) continue;
      const target = meaning.kind === "reference" ? meaning.to : meaning.of;
      if (suite.subjects.has(target) || !suite.has(recordOperation("read", target))) continue;
      const reading = safely(() => suite.profile.decode(type, raw)[name]);
      const value = reading !== undefined && "value" in reading ? reading.value : null;
      const id = Array.isArray(value) ? value[0] : value;
      if (typeof id === "string") suite.subjects.set(target, id);
    }
  }
  for (const type of suite.profile.recordTypes) if (!suite.subjects.has(type)) await takeListed(suite, type);
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiSchemaError) return undefined;
    throw error;
  }
}

async function tried(check: Check, suite: Suite, done: ReadonlyMap<string, CheckResult>): Promise<Finding> {
  const broken = check.needs?.find((id) => done.get(id)?.status === "does-not-hold");
  if (broken !== undefined) return untested(`says nothing while ${broken} does not hold`);
  if (check.writes === true && !suite.probesWrites) return untested("needs --probe-writes");
  if (check.writes === true && done.get("test-index")?.status !== "holds")
    return untested("nothing is written where test-index does not hold: it is what shows a key of test mode");
  try {
    return await check.run(suite);
  } catch (error) {
    if (error instanceof ApiSchemaError) return fails(error.message);
    if (error instanceof EncodeError) return fails(`the profile cannot write what it reads: ${error.message}`);
    if (error instanceof InvalidCallError) return untested(error.message);
    throw error;
  }
}

function shownOver(shroud: Shroud, exchange: ShownExchange): ShownExchange {
  const over = (text: string | null) => (text === null ? null : shroud.over(text));
  return {
    ...exchange,
    path: shroud.over(exchange.path),
    index: over(exchange.index),
    requestBody: over(exchange.requestBody),
    answer: over(exchange.answer),
  };
}

function resultOf(
  check: Omit<CheckResult, "status" | "told" | "exchanges">,
  { status, told, shows }: Finding,
): CheckResult {
  const distinct = [...new Set<Probed>(shows)];
  return { ...check, status, told, exchanges: distinct.map((probed) => probed.shown) };
}

/** Runs every check, one call at a time, and takes away what it made; throws ContractSuiteError when it cannot run. */
export async function runContractSuite(options: ContractSuiteOptions): Promise<ContractReport> {
  // Numbers are changed in the spelling that the service itself gave them, whatever format is asked for.
  const profile = createProfile(options.profile.data, { formatPhone: (number) => number });
  const clock = options.clock ?? systemClock;
  const apiVersion = options.apiVersion ?? profile.data.apiVersion;
  const transport = options.transport ?? undiciTransport();
  const shroud = createShroud();
  shroud.hideKey(options.apiKey);
  if (options.otherKey !== undefined) shroud.hideKey(options.otherKey);
  const { baseUrl, apiKey } = options;
  const otherKey = options.otherKey ?? null;
  const suite = createSuite({
    profile,
    clock,
    shroud,
    probe: createProbe({
      profile,
      baseUrl,
      apiKey,
      otherKey,
      apiVersion,
      transport,
      clock,
      shroud,
      onCall: options.onCall ?? null,
    }),
    patient: options.patient ?? null,
    hasOtherKey: otherKey !== null,
    probesWrites: options.probeWrites ?? false,
    moveBase: options.moveBase ?? null,
  });
  const checks: CheckResult[] = [];
  const done = new Map<string, CheckResult>();
  try {
    await findSubjects(suite, {
      ...(options.schedule === undefined ? {} : { schedule: options.schedule }),
      ...(options.practitioner === undefined ? {} : { practitioner: options.practitioner }),
    });
    await meetService(suite, suite.subjects.get("schedule") ?? null);
    await followReferences(suite);
    try {
      for (const check of interfaceChecks) {
        const { id, about, sentence } = check;
        const result = resultOf({ id, source: "interface", about, sentence }, await tried(check, suite, done));
        done.set(id, result);
        checks.push(result);
      }
    } finally {
      for (const cleanUp of suite.cleanUps.toReversed()) await cleanUp();
    }
    for (const { entry, sentence, finding } of await checkEntries(suite, done))
      checks.push(
        resultOf(
          {
            id: `profile:${entry.pointer}`,
            source: entry.isDocumented ? "documented" : "assumed",
            about: entry.pointer,
            sentence,
          },
          finding,
        ),
      );
  } finally {
    if (options.transport === undefined) await transport.close();
  }
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  return {
    suite: "contract",
    baseUrl,
    apiVersion,
    profile: { name: profile.name, hash: profile.hash },
    probedWrites: suite.probesWrites,
    subjects: {
      schedule: suite.subjects.get("schedule") ?? null,
      practitioner: suite.subjects.get("practitioner") ?? null,
    },
    counts: { holds: count("holds"), "does-not-hold": count("does-not-hold"), "not-testable": count("not-testable") },
    checks: checks.map((check) => ({
      ...check,
      told: shroud.over(check.told),
      exchanges: check.exchanges.map((exchange) => shownOver(shroud, exchange)),
    })),
    left: suite.left,
  };
}
