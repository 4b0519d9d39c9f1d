import { formatPointer, parsePointer, sameJson, type Json, type ServiceProfile } from "@dc/api-client";
import type { ProbeResult } from "#/service/probe.ts";
import { listMembers } from "./answer-members.ts";

/** What an error's body says, without the id of the request and without what was asked for. */
function errorContent(profile: ServiceProfile, body: Json, asked: readonly string[]): Json {
  const requestId = profile.data.errors.requestId;
  const idPointer = requestId === undefined ? null : formatPointer(parsePointer(requestId) ?? []);
  return listMembers(body, 4)
    .filter(({ pointer, value }) => pointer !== idPointer && (value === null || typeof value !== "object"))
    .map(({ pointer, value }) => [
      pointer,
      typeof value === "string" ? asked.reduce((text, id) => text.replaceAll(id, ""), value) : value,
    ]);
}

/** True when two refusals say the same, so that no profile can tell them apart. `asked` are the ids that they may repeat. */
export function isSameRefusal(
  profile: ServiceProfile,
  first: ProbeResult,
  second: ProbeResult,
  asked: readonly string[],
): boolean {
  return (
    first.status === second.status &&
    sameJson(errorContent(profile, first.body ?? null, asked), errorContent(profile, second.body ?? null, asked))
  );
}
