import {
  isJsonArray,
  isJsonObject,
  recordOperation,
  valueAt,
  type Json,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { listIn, objectIn, type CheckSession } from "#/service/check-session.ts";
import { describeAnswer, describeKind, excerpt } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { listMembers, pointersTo } from "#/suggestions/candidate-members.ts";
import { pagingProblems } from "./paging-problems.ts";

function keysOf(value: Json | undefined): string {
  return isJsonObject(value) ? `its members are ${Object.keys(value).join(", ")}` : `it is ${describeKind(value)}`;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function statusProblem(profile: ServiceProfile, operation: string, probed: ProbeResult): ProfileProblem | null {
  const spelled = profile.data.operations[operation];
  const { status } = probed;
  if (status === null)
    return { pointer: `/operations/${operation}`, message: `no answer: ${probed.failure ?? "unknown"}` };
  if (probed.isAccepted && spelled?.success.includes(status) !== true)
    return {
      pointer: `/operations/${operation}/success`,
      message: `is [${spelled?.success.join(", ") ?? ""}], and the service answers ${String(status)}: add it`,
    };
  return null;
}

function words(probed: ProbeResult): string {
  const said = probed.words?.words ?? (probed.body === undefined ? null : excerpt(probed.body, 160));
  return said === null ? "" : `: ${said.replace(/\.$/, "")}`;
}

/** What is wrong with the profile, going by the answer to the read of one record. */
export function readProblems(
  profile: ServiceProfile,
  type: string,
  id: string,
  probed: ProbeResult,
): readonly ProfileProblem[] {
  const operation = recordOperation("read", type);
  const at = `/operations/${operation}`;
  const spelled = profile.data.operations[operation];
  const wrongStatus = statusProblem(profile, operation, probed);
  if (wrongStatus !== null) return [wrongStatus];
  if (!probed.isAccepted) {
    const place = probed.status === 404 || probed.status === 405 ? "/path" : "";
    return [
      {
        pointer: `${at}${place}`,
        message: `GET ${probed.shown.path} was answered ${describeAnswer(probed)}${words(probed)}. Is the path right ("${spelled?.path ?? ""}"), and is "${id}" the id of a ${type}?`,
      },
    ];
  }
  if (probed.failure !== null) return [{ pointer: at, message: `the answer is not JSON: ${probed.failure}` }];
  const places = pointersTo(probed.body ?? null, id);
  const idPointer = profile.data.records[type]?.id ?? "/id";
  if (objectIn(probed) === null) {
    const [place] = places;
    const [entry] = isJsonArray(probed.resource) ? probed.resource : [];
    const hint =
      place !== undefined
        ? `; the id is at "${place}", so it may be "${parentOf(place)}"`
        : entry === undefined
          ? ""
          : "; the answer is a list, but one record was asked for";
    return [
      {
        pointer: `${at}/resource`,
        message: `is "${spelled?.resource ?? ""}", which holds ${describeKind(probed.resource)}; ${keysOf(probed.body)}${hint}`,
      },
    ];
  }
  const found = valueAt(probed.resource, idPointer);
  if (profile.recordId(type, probed.resource ?? null) === id) return [];
  return idProblem(type, id, idPointer, found, spelled?.resource ?? "", places, probed);
}

/** Both may be wrong at once: where the record is, and where its id is in it. */
function furtherIn(operation: string, resource: string, inside: string): string {
  const parent = parentOf(inside);
  return parent === resource
    ? ""
    : `; if the whole record is at "${parent}", write that as /operations/${operation}/resource and "${inside.slice(parent.length)}" here`;
}

function idProblem(
  type: string,
  id: string,
  idPointer: string,
  found: Json | undefined,
  resource: string,
  places: readonly string[],
  probed: ProbeResult,
): readonly ProfileProblem[] {
  const operation = recordOperation("read", type);
  const inside = places.find((place) => place.startsWith(`${resource}/`));
  // The id under its own name one level further down: the whole record is there, not the id alone.
  if (inside !== undefined && inside !== `${resource}${idPointer}` && inside.endsWith(idPointer))
    return [
      {
        pointer: `/operations/${operation}/resource`,
        message: `is "${resource}", but the record is further inside: write "${inside.slice(0, -idPointer.length)}"`,
      },
    ];
  if (inside !== undefined)
    return [
      {
        pointer: `/records/${type}/id`,
        message: `is "${idPointer}", which holds ${excerpt(found)}; the id that was asked for is at "${inside.slice(resource.length)}"${furtherIn(operation, resource, inside)}`,
      },
    ];
  const [elsewhere] = places;
  if (elsewhere !== undefined)
    return [
      {
        pointer: `/operations/${operation}/resource`,
        message: `is "${resource}"; the id that was asked for is at "${elsewhere}" of the answer, so it may be "${parentOf(elsewhere)}"`,
      },
    ];
  return [
    {
      pointer: `/records/${type}/id`,
      message: `is "${idPointer}", which holds ${excerpt(found)}, and "${id}" is nowhere in the answer; ${keysOf(probed.resource)}`,
    },
  ];
}

/** Where a list stands in an answer. */
function listHint(probed: ProbeResult): string {
  const places = listMembers(probed.body ?? null, 3).filter(({ value }) => isJsonArray(value));
  const hint = isJsonArray(probed.body) ? ['"" (the whole body)'] : places.map(({ pointer }) => `"${pointer}"`);
  return hint.length === 0 ? keysOf(probed.body) : `there are lists at ${hint.join(", ")}`;
}

/** What is wrong with a listing operation. */
export function listProblems(
  profile: ServiceProfile,
  operation: string,
  probed: ProbeResult,
): readonly ProfileProblem[] {
  const wrongStatus = statusProblem(profile, operation, probed);
  if (wrongStatus !== null) return [wrongStatus];
  const at = `/operations/${operation}`;
  if (!probed.isAccepted) {
    const spelled = profile.data.operations[operation];
    const query = Object.keys(spelled?.query ?? {});
    // A wrong query is told as a wrong request; a wrong path is told in as many ways as there are services.
    const isPath = (probed.status !== 400 && probed.status !== 422) || query.length === 0;
    const check = isPath
      ? `Is the path right ("${spelled?.path ?? ""}")`
      : `Are the query parameters right (${query.join(", ")})`;
    return [
      {
        pointer: `${at}/${isPath ? "path" : "query"}`,
        message: `GET ${probed.shown.path} was answered ${describeAnswer(probed)}${words(probed)}. ${check}?`,
      },
    ];
  }
  if (listIn(probed) !== null) return [];
  return [
    {
      pointer: `${at}/resource`,
      message: `is "${profile.data.operations[operation]?.resource ?? ""}", which holds ${describeKind(probed.resource)}, not a list; ${listHint(probed)}`,
    },
  ];
}

/** What is wrong with the way open slots are spelled. */
export async function slotProblems(
  session: CheckSession,
  untried: string[],
  index: string | null,
): Promise<readonly ProfileProblem[]> {
  const slots = await session.openSlots(index);
  if (slots === null) {
    untried.push(
      session.hasOperation("listOpenSlots")
        ? "No open slots were listed: no schedule was read."
        : "No open slots: the profile has no operation listOpenSlots.",
    );
    return [];
  }
  const problems = listProblems(session.profile, "listOpenSlots", slots);
  const [first] = listIn(slots) ?? [];
  if (problems.length > 0) return problems;
  if (first === undefined) {
    untried.push("The parts of an open slot: the schedule has no open slot in the two weeks from tomorrow.");
    return [];
  }
  const { answers, units } = session.profile.data;
  const { startAt, duration } = answers.openSlot;
  const begin = valueAt(first, startAt.at);
  const length = valueAt(first, duration.at);
  const isTime = typeof begin === "string" && !Number.isNaN(Date.parse(begin));
  const isNumber = length !== null && length !== "" && Number.isFinite(Number(length ?? "x"));
  const misplaced = (name: string, at: string, value: Json | undefined, wanted: string): ProfileProblem => ({
    pointer: `/answers/openSlot/${name}/at`,
    message: `is "${at}", which holds ${excerpt(value)}, not ${wanted}; a slot is ${excerpt(first, 160)}`,
  });
  return [
    ...(isTime ? [] : [misplaced("startAt", startAt.at, begin, "a timestamp")]),
    ...(isNumber
      ? unitProblems(units.slotDuration, Number(length))
      : [misplaced("duration", duration.at, length, "a number")]),
    ...(await pagingProblems(session, { operation: "listOpenSlots", values: session.slotValues(), index })),
  ];
}

const minutesIn = { seconds: 1 / 60, minutes: 1, hours: 60 } as const;

function unitProblems(unit: keyof typeof minutesIn, length: number): readonly ProfileProblem[] {
  const isLikely = (one: keyof typeof minutesIn) => length * minutesIn[one] >= 5 && length * minutesIn[one] <= 480;
  const others = (["seconds", "minutes", "hours"] as const).filter(isLikely);
  if (isLikely(unit) || others.length === 0) return [];
  const message = `is "${unit}", so a slot of ${String(length)} would last ${String(length * minutesIn[unit])} minutes; it may be ${others.map((one) => `"${one}"`).join(" or ")}`;
  return [{ pointer: "/units/slotDuration", message }];
}
