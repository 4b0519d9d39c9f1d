import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  lastKey,
  parentPointer,
  valueAt,
  type Json,
  type ProfileProblem,
} from "@dc/api-client";
import { listIn, type CheckSession } from "#/service/check-session.ts";
import { excerpt } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import type { Member } from "./answer-members.ts";

function plainMembers(value: Json | undefined, parent: string): readonly Member[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .filter(([, inner]) => !isJsonArray(inner) && !isJsonObject(inner))
    .map(([key, inner]) => ({ pointer: parent + formatPointer([key]), value: inner }));
}

/** Members beside a list, and in objects beside it, that may lead to the next page. */
export function membersBesideList(result: ProbeResult, resource: string): readonly Member[] {
  const pointers = [...new Set([parentPointer(resource), ""])].flatMap((parent) => {
    const value = valueAt(result.body, parent);
    const inner = isJsonObject(value)
      ? Object.entries(value).flatMap(([key, inner]) => plainMembers(inner, parent + formatPointer([key])))
      : [];
    return [...plainMembers(value, parent), ...inner];
  });
  return [...new Map(pointers.map((member) => [member.pointer, member])).values()];
}

/** Members with their values, as text. */
export function describeMembers(members: readonly Member[]): string {
  return members.map(({ pointer, value }) => `"${pointer}" (${excerpt(value, 40)})`).join(", ");
}

const outcomeNames = /^(ok|success|succeeded|successful|valid|live|test|sorted|exact)$/i;
const leadingNames = /next|cursor|after|onward|following|continu|resume/i;
const markNames = /token|mark|position|more|link/i;
const totalNames = /total|count|matches|found|available/i;

/** True for an address with a query, as links to a next page have. */
export function isAddress(value: string): boolean {
  return /^(https?:\/\/|\/)\S*\?\S*=/.test(value);
}

/** True for a member that suggests that a list of so many items has a further page. */
function suggestsMorePages({ pointer, value }: Member, items: number): boolean {
  const name = lastKey(pointer);
  if (value === true) return !outcomeNames.test(name);
  if (typeof value === "string")
    return value !== "" && (leadingNames.test(name) || markNames.test(name) || isAddress(value));
  if (typeof value !== "number") return false;
  return leadingNames.test(name) || (totalNames.test(name) && value > items);
}

function suggestPaging({ pointer, value }: Member): string {
  if (value === true) return `{ "style": "page", "query": "…", "more": "${pointer}" }`;
  if (typeof value === "string" && isAddress(value)) return `{ "style": "link", "next": "${pointer}" }`;
  return leadingNames.test(pointer) || typeof value === "string"
    ? `{ "style": "cursor", "query": "…", "next": "${pointer}" }`
    : '{ "style": "page", "query": "…" } or { "style": "offset", "query": "…", "sizeQuery": "…", "size": 100 }';
}

/** Members that suggest further pages, and a paging that would follow the first of them; null when there are none. */
export function detectPaging(
  result: ProbeResult,
  resource: string,
): { readonly signs: readonly Member[]; readonly fitting: string } | null {
  const list = listIn(result);
  if (list === null) return null;
  const signs = membersBesideList(result, resource).filter((member) => suggestsMorePages(member, list.length));
  const [first] = signs;
  return first === undefined ? null : { signs, fitting: suggestPaging(first) };
}

/** A list without paging whose answer suggests further pages; null when it does not. */
export function unfollowedPagesProblem(
  session: CheckSession,
  operation: string,
  result: ProbeResult,
): ProfileProblem | null {
  const spelling = session.profile.data.operations[operation];
  const list = listIn(result);
  if (spelling === undefined || spelling.paging.style !== "none" || list === null) return null;
  const detected = detectPaging(result, spelling.resource);
  if (detected === null) return null;
  return {
    pointer: formatPointer(["operations", operation, "paging"]),
    message: `is left out, so the list ends after its first page of ${String(list.length)}, but beside the list there is ${describeMembers(detected.signs)}: say how the list continues, such as ${detected.fitting}`,
  };
}
