import { isJsonObject, readJson, readNamedWait, readStatedWait, type ProfileProblem } from "@dc/api-client";
import { listMembers } from "#/suggestions/answer-members.ts";
import { excerpt } from "./describe-answer.ts";
import type { CheckSession } from "./check-session.ts";
import type { PutOff } from "./probe.ts";

/** Where an answer that put a call off should say how long to wait and does not; null where all of them do. */
export function waitProblem({ profile, putOff }: CheckSession): ProfileProblem | null {
  const { waits } = profile.data;
  if (waits !== undefined && (waits.header !== undefined || waits.body !== undefined)) {
    const silent = putOff.find(({ response, calledAt }) => readNamedWait(response, waits, calledAt) === null);
    if (silent === undefined) return null;
    const { header, body } = waits;
    const pointer = header === undefined ? "/waits/body" : "/waits/header";
    const place = header === undefined ? `"${body?.at ?? ""}"` : `the header "${header.name}"`;
    const as = header?.as ?? body?.as ?? "";
    return {
      pointer,
      message: `finds no wait in ${as} at ${place} of an answer with 429${hint(silent)}`,
    };
  }
  const silent = putOff.find(({ response, calledAt }) => readStatedWait(response, null, calledAt) === null);
  const advice = silent === undefined ? "" : hint(silent);
  return advice === ""
    ? null
    : { pointer: "/waits", message: `is left out, and an answer with 429 has no Retry-After${advice}` };
}

const waitNames = /retry|wait|reset|after|cool|slow|again|delay|throttl|limit/i;

/** What of a refusal may be how long to wait, as the end of a sentence; empty where nothing looks like it. */
function hint({ response }: PutOff): string {
  const headers = Object.entries(response.headers)
    .filter(([name, value]) => waitNames.test(name) && typeof value === "string" && /\d/.test(value))
    .map(([name, value]) => `the header "${name}" (${[value].flat().join(", ")})`);
  const read = readJson(response.body);
  const body = "problem" in read || !isJsonObject(read.value) ? [] : listMembers(read.value, 3);
  const members = body
    .filter(({ pointer, value }) => waitNames.test(pointer) && (typeof value === "number" || typeof value === "string"))
    .map(({ pointer, value }) => ({ pointer, shown: excerpt(value) }))
    .filter(({ shown }) => /\d/.test(shown))
    .map(({ pointer, shown }) => `"${pointer}" (${shown})`);
  const all = [...headers, ...members].slice(0, 3);
  return all.length === 0 ? "" : `; it may be ${all.join(" or ")}`;
}
