import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  parentPointer,
  recordOperation,
  valueAt,
  type Json,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { listIn, objectIn } from "#/service/check-session.ts";
import { describeAnswer, describeKind, excerpt, serviceMessage } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { refusedValueProblem } from "#/suggestions/refused-value.ts";
import { listMembers, pointersTo } from "#/suggestions/answer-members.ts";
import { withArticle } from "#/article.ts";

/** What a value is, or which members it has. */
function describeContent(value: Json | undefined): string {
  return isJsonObject(value) ? `its members are ${Object.keys(value).join(", ")}` : `it is ${describeKind(value)}`;
}

function statusProblem(profile: ServiceProfile, operation: string, result: ProbeResult): ProfileProblem | null {
  const spelling = profile.data.operations[operation];
  const { status } = result;
  if (status === null)
    return { pointer: formatPointer(["operations", operation]), message: `no answer: ${result.failure ?? "unknown"}` };
  if (result.isAccepted && spelling?.success.includes(status) !== true)
    return {
      pointer: formatPointer(["operations", operation, "success"]),
      message: `is [${spelling?.success.join(", ") ?? ""}], and the service answers ${String(status)}: add it`,
    };
  return null;
}

/** What the service says about a refusal, or else the beginning of its answer. */
function messageOrBody(result: ProbeResult): string {
  const message = serviceMessage(result);
  return message === "" && result.body !== undefined ? `: ${excerpt(result.body, 160)}` : message;
}

/** Problems that the answer to the read of one record shows. */
export function readProblems(
  profile: ServiceProfile,
  type: string,
  id: string,
  result: ProbeResult,
): readonly ProfileProblem[] {
  const operation = recordOperation("read", type);
  if (result.undecided !== null || result.status === 403) return [];
  const pointer = formatPointer(["operations", operation]);
  const spelling = profile.data.operations[operation];
  const wrongStatus = statusProblem(profile, operation, result);
  if (wrongStatus !== null) return [wrongStatus];
  if (!result.isAccepted) {
    const ofValue = refusedValueProblem(profile, operation, result);
    if (ofValue !== null) return [ofValue];
    const isPath = result.status === 404 || result.status === 405;
    // Services answer a value that they do not take with 400 or 422.
    const isValue = result.status === 400 || result.status === 422;
    const question = isValue ? "Is" : `Is the path right ("${spelling?.path ?? ""}"), and is`;
    return [
      {
        pointer: `${pointer}${isPath ? "/path" : ""}`,
        message: `GET ${result.shown.path} was answered ${describeAnswer(result)}${messageOrBody(result)}. ${question} "${id}" the id of ${withArticle(type)}?`,
      },
    ];
  }
  if (result.failure !== null) return [{ pointer: pointer, message: `the answer is not JSON: ${result.failure}` }];
  const places = pointersTo(result.body ?? null, id);
  const idPointer = profile.data.records[type]?.id ?? "/id";
  if (objectIn(result) === null) {
    const [place] = places;
    const [entry] = isJsonArray(result.resource) ? result.resource : [];
    const hint =
      place !== undefined
        ? `; the id is at "${place}", so it may be "${parentPointer(place)}"`
        : entry === undefined
          ? ""
          : "; the answer is a list, but one record was asked for";
    return [
      {
        pointer: `${pointer}/resource`,
        message: `is "${spelling?.resource ?? ""}", which holds ${describeKind(result.resource)}; ${describeContent(result.body)}${hint}`,
      },
    ];
  }
  const answeredId = valueAt(result.resource, idPointer);
  if (profile.recordId(type, result.resource ?? null) === id) return [];
  return idProblem(type, id, idPointer, answeredId, spelling?.resource ?? "", places, result);
}

/** Advice where both may be wrong: the place of the record, and the place of its id in it. */
function resourceAdvice(operation: string, resource: string, inside: string): string {
  const parent = parentPointer(inside);
  return parent === resource
    ? ""
    : `; if the whole record is at "${parent}", write that as /operations/${operation}/resource and "${inside.slice(parent.length)}" here`;
}

function idProblem(
  type: string,
  id: string,
  idPointer: string,
  answeredId: Json | undefined,
  resource: string,
  places: readonly string[],
  result: ProbeResult,
): readonly ProfileProblem[] {
  const operation = recordOperation("read", type);
  const inside = places.find((place) => place.startsWith(`${resource}/`));
  // The same pointer one level further down: the whole record is there, not only the id.
  if (inside !== undefined && inside !== `${resource}${idPointer}` && inside.endsWith(idPointer))
    return [
      {
        pointer: formatPointer(["operations", operation, "resource"]),
        message: `is "${resource}", but the record is further inside: write "${inside.slice(0, -idPointer.length)}"`,
      },
    ];
  if (inside !== undefined)
    return [
      {
        pointer: formatPointer(["records", type, "id"]),
        message: `is "${idPointer}", which holds ${excerpt(answeredId)}; the id that was asked for is at "${inside.slice(resource.length)}"${resourceAdvice(operation, resource, inside)}`,
      },
    ];
  const [elsewhere] = places;
  if (elsewhere !== undefined)
    return [
      {
        pointer: formatPointer(["operations", operation, "resource"]),
        message: `is "${resource}"; the id that was asked for is at "${elsewhere}" of the answer, so it may be "${parentPointer(elsewhere)}"`,
      },
    ];
  return [
    {
      pointer: formatPointer(["records", type, "id"]),
      message: `is "${idPointer}", which holds ${excerpt(answeredId)}, and "${id}" is nowhere in the answer; ${describeContent(result.resource)}`,
    },
  ];
}

/** Where an answer has lists. */
function listAdvice(result: ProbeResult): string {
  const places = listMembers(result.body ?? null, 3).filter(({ value }) => isJsonArray(value));
  const hint = isJsonArray(result.body) ? ['"" (the whole body)'] : places.map(({ pointer }) => `"${pointer}"`);
  return hint.length === 0 ? describeContent(result.body) : `there are lists at ${hint.join(", ")}`;
}

/** Problems that the answer of a list shows. */
export function listProblems(
  profile: ServiceProfile,
  operation: string,
  result: ProbeResult,
): readonly ProfileProblem[] {
  if (result.undecided !== null || result.status === 403) return [];
  const wrongStatus = statusProblem(profile, operation, result);
  if (wrongStatus !== null) return [wrongStatus];
  const pointer = formatPointer(["operations", operation]);
  if (!result.isAccepted) {
    const ofValue = refusedValueProblem(profile, operation, result);
    if (ofValue !== null) return [ofValue];
    const spelling = profile.data.operations[operation];
    const query = Object.keys(spelling?.query ?? {});
    // Services answer a wrong query with 400 or 422, and a wrong path with anything else.
    const isPath = (result.status !== 400 && result.status !== 422) || query.length === 0;
    const check = isPath
      ? `Is the path right ("${spelling?.path ?? ""}")`
      : `Is a name of the query wrong (${query.join(", ")}), or what it is given`;
    return [
      {
        pointer: `${pointer}/${isPath ? "path" : "query"}`,
        message: `GET ${result.shown.path} was answered ${describeAnswer(result)}${messageOrBody(result)}. ${check}?`,
      },
    ];
  }
  if (listIn(result) !== null) return [];
  return [
    {
      pointer: `${pointer}/resource`,
      message: `is "${profile.data.operations[operation]?.resource ?? ""}", which holds ${describeKind(result.resource)}, not a list; ${listAdvice(result)}`,
    },
  ];
}
