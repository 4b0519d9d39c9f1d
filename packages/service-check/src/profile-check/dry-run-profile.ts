import {
  formatPointer,
  firstKey,
  placeholdersOf,
  recordOperation,
  systemClock,
  undiciTransport,
  type CallReport,
  type Clock,
  type Json,
  type ProfileProblem,
  type ServiceProfile,
  type Transport,
} from "@dc/api-client";
import { overlookedPart } from "#/hints/dry-run-phones.ts";
import { idsNamed, misledProblem } from "#/hints/misled-reference.ts";
import { excerpt } from "#/hints/suggest.ts";
import { lostMembers } from "#/hints/unwritten-element.ts";
import { meetingProblem } from "#/service/meet-service.ts";
import { createProbe, type Probed } from "#/service/probe.ts";
import { createShroud } from "#/service/shroud.ts";
import { createSuite, idIn, listOf, objectOf, type Suite, type SuitePatient } from "#/service/suite.ts";
import { listProblems, readProblems, slotProblems } from "./dry-run-calls.ts";
import { errorProblems } from "./dry-run-errors.ts";
import { meaningsOf, missingMeanings, namedPointers, type ReadRecord } from "./dry-run-meanings.ts";
import { pagingProblems } from "./dry-run-pages.ts";
import { indexProblems, patientProblems, requestIdProblems } from "./dry-run-settings.ts";
import type { DryRun } from "./dry-run.ts";

/** What a dry run is given: a valid profile, a service, and ids to read. */
export interface DryRunOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly profile: ServiceProfile;
  readonly apiVersion?: string;
  /** The index to read in; without it the service chooses. */
  readonly index?: string;
  /** Ids to read, by record type. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** A patient to look for; never shown. */
  readonly patient?: SuitePatient;
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** Told of every attempt; must not throw. */
  readonly onCall?: (report: CallReport) => void;
}

const mostPerType = 5;

/** Lists what can be listed with these values; a list that asks for others, or for none of them, is left for another time. */
async function listInto(
  suite: Suite,
  { profile, index }: DryRunOptions,
  wanted: ReadonlyMap<string, Set<string>>,
  problems: ProfileProblem[],
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const type of profile.recordTypes) {
    const operation = recordOperation("list", type);
    const spelled = profile.data.operations[operation];
    if (spelled === undefined) continue;
    const asked = placeholdersOf([spelled.path, ...Object.values(spelled.query)]);
    if (asked.length === 0 ? Object.keys(values).length > 0 : asked.some((name) => values[name] === undefined))
      continue;
    const listed = await suite.once({ operation, values, index: index ?? null });
    const wrong = listProblems(profile, operation, listed);
    problems.push(...wrong);
    if (wrong.length === 0)
      problems.push(...(await pagingProblems(suite, { operation, values, index: index ?? null })));
    for (const entry of listOf(listed)?.slice(0, mostPerType) ?? []) {
      const id = idIn(profile, type, entry);
      if (typeof id === "string" || typeof id === "number") wanted.get(type)?.add(String(id));
    }
  }
}

async function readAll(suite: Suite, options: DryRunOptions, problems: ProfileProblem[], untried: string[]) {
  const { profile } = options;
  const wanted = new Map<string, Set<string>>(profile.recordTypes.map((type) => [type, new Set(options.ids[type])]));
  await listInto(suite, options, wanted, problems, {});
  const read = new Map<string, ReadRecord[]>(profile.recordTypes.map((type) => [type, []]));
  const seen = new Set<string>();
  // Schedules first: their references bring ids of the other types.
  const order = [...profile.recordTypes].toSorted((a, b) => Number(b === "schedule") - Number(a === "schedule"));
  const readWanted = async () => {
    for (let round = 0; round < 4; round += 1) for (const type of order) await readType(type);
  };
  const readType = async (type: string) => {
    for (const id of [...(wanted.get(type) ?? [])].slice(0, mostPerType)) {
      const operation = recordOperation("read", type);
      if (seen.has(`${type} ${id}`) || !suite.has(operation)) continue;
      seen.add(`${type} ${id}`);
      if (!profile.fitsId(type, id)) {
        problems.push({
          pointer: `/records/${type}/idPrefix`,
          message: `is "${profile.data.records[type]?.idPrefix ?? ""}", and the id "${id}" does not start so`,
        });
        continue;
      }
      const probed = await suite.once({ operation, values: { id }, index: options.index ?? null });
      const wrong = readProblems(profile, type, id, probed);
      problems.push(...wrong);
      const raw = objectOf(probed);
      if (raw === null || wrong.some(({ pointer }) => pointer.endsWith("/resource"))) continue;
      read.get(type)?.push({ id, raw });
      for (const named of idsNamed(profile, type, raw)) {
        const misled = misledProblem(profile, raw, named);
        if (misled === null) wanted.get(named.type)?.add(named.id);
        else problems.push(misled);
      }
    }
  };
  await readWanted();
  const [practitioner, schedule] = [read.get("practitioner")?.[0]?.id, read.get("schedule")?.[0]?.id];
  if (practitioner !== undefined || schedule !== undefined) {
    await listInto(suite, options, wanted, problems, {
      ...(practitioner === undefined ? {} : { practitionerId: practitioner }),
      ...(schedule === undefined ? {} : { scheduleId: schedule }),
    });
    // A list of one practitioner's schedules may be the only way to any.
    if (schedule === undefined) await readWanted();
  }
  for (const type of profile.recordTypes) {
    if ((wanted.get(type)?.size ?? 0) > 0) continue;
    const how =
      type === "schedule" || type === "practitioner"
        ? `give --${type} ID`
        : `no record that was read names one; give --record ${type}=ID`;
    untried.push(`No ${type} was read: ${how}.`);
  }
  return read;
}

function isTimeOfChange(key: string, value: Json): boolean {
  const isNamed = /chang|updat|modif|revis|edit|touch|refresh|sync|last/i.test(key);
  const isTime = typeof value === "string" ? !Number.isNaN(Date.parse(value)) : typeof value === "number";
  return isNamed && isTime;
}

function unnamedOf(profile: ServiceProfile, read: ReadonlyMap<string, readonly ReadRecord[]>): DryRun["unnamed"] {
  return [...read].flatMap(([type, records]) => {
    const tops = new Set([...namedPointers(profile, type)].map(firstKey));
    const found = new Map<string, Json>();
    for (const { raw } of records) {
      for (const [key, value] of Object.entries(raw)) {
        if (!tops.has(key) && (found.get(key) ?? null) === null) found.set(key, value);
      }
    }
    const members = [...found].map(([key, value]) => ({
      type,
      pointer: formatPointer([key]),
      sample: `${excerpt(value)}${isTimeOfChange(key, value) ? `: looks like a time of change; put it into /records/${type}/ignored, or each one counts as a change` : ""}`,
    }));
    return [...members, ...unnamedInElements(profile, type, records)];
  });
}

/** Members of phones, ids and references that an entry would not have once it is written anew. */
function unnamedInElements(profile: ServiceProfile, type: string, records: readonly ReadRecord[]): DryRun["unnamed"] {
  return Object.entries(profile.data.records[type]?.meanings ?? {}).flatMap(([name, meaning]) => {
    if ("via" in meaning) return [];
    const element = formatPointer(["records", type, "meanings", name, "write", "element"]);
    const members = lostMembers(meaning, records).filter(
      // What looks like a part of a phone is told as something to change.
      (lost) => meaning.kind !== "phones" || overlookedPart(meaning, lost) === null,
    );
    return members.map((lost) => ({
      type,
      pointer: `${meaning.at}${meaning.kind === "reference" ? "" : "/…"}${lost.pointer}`,
      sample: `${excerpt(lost.value, 40)}: would be lost when an entry is written anew; put it into ${element} to keep it`,
    }));
  });
}

/** One problem for each place: what is wrong with a path is wrong with every record behind it. */
function firstOfEach(problems: readonly ProfileProblem[]): readonly ProfileProblem[] {
  return problems.filter(({ pointer }, at) => problems.findIndex((one) => one.pointer === pointer) === at);
}

function told(
  { profile, baseUrl, index }: DryRunOptions,
  suite: Suite,
  found: Partial<Pick<DryRun, "meanings" | "unnamed">> & Pick<DryRun, "problems" | "untried">,
): DryRun {
  return {
    profile: { name: profile.name, hash: profile.hash },
    baseUrl,
    index: index ?? null,
    calls: callsOf(suite.calls),
    meanings: found.meanings ?? [],
    unnamed: found.unnamed ?? [],
    problems: firstOfEach(found.problems).map(({ pointer, message }) => ({
      pointer,
      message: suite.shroud.over(message),
    })),
    untried: found.untried,
  };
}

/** Reads a few records by a profile and tells what each meaning found; reads only. Throws ContractSuiteError when it cannot run. */
export async function dryRunProfile(options: DryRunOptions): Promise<DryRun> {
  const { profile, baseUrl, apiKey } = options;
  const clock = options.clock ?? systemClock;
  const transport = options.transport ?? undiciTransport();
  const shroud = createShroud();
  shroud.hideKey(apiKey);
  const apiVersion = options.apiVersion ?? profile.data.apiVersion;
  const suite = createSuite({
    profile,
    clock,
    shroud,
    probe: createProbe({
      profile,
      baseUrl,
      apiKey,
      otherKey: null,
      apiVersion,
      transport,
      clock,
      shroud,
      onCall: options.onCall ?? null,
    }),
    patient: options.patient ?? null,
    hasOtherKey: false,
    probesWrites: false,
    moveBase: null,
  });
  const problems: ProfileProblem[] = [];
  const untried: string[] = [];
  try {
    const [schedule] = options.ids["schedule"] ?? [];
    const unmet = await meetingProblem(
      suite,
      schedule !== undefined && profile.fitsId("schedule", schedule) ? schedule : null,
    );
    if (unmet !== null)
      return told(options, suite, {
        problems: [unmet],
        untried: ["Nothing else was tried, since the service answers nothing so far."],
      });
    const read = await readAll(suite, options, problems, untried);
    for (const [type, [first]] of read) if (first !== undefined) suite.subjects.set(type, first.id);
    problems.push(
      ...(await slotProblems(suite, untried, options.index ?? null)),
      ...(await patientProblems(suite, untried)),
      ...(await indexProblems(suite, untried)),
      ...(await errorProblems(suite)),
      ...requestIdProblems(suite),
      ...missingMeanings(profile, untried),
    );
    const meanings = meaningsOf(profile, read, problems);
    return told(options, suite, { meanings, unnamed: unnamedOf(profile, read), problems, untried });
  } finally {
    if (options.transport === undefined) await transport.close();
  }
}

function callsOf(calls: readonly Probed[]): DryRun["calls"] {
  return calls.map(({ shown: { method, path, status, variant } }) => ({ method, path, status, variant }));
}
