import {
  fillQuery,
  formatPointer,
  isJsonArray,
  isJsonObject,
  nextQuery,
  sameJson,
  startQuery,
  valueAt,
  type Paging,
  type ProfileProblem,
  type TemplateValues,
} from "@dc/api-client";
import { listIn, type CheckSession } from "#/service/check-session.ts";
import { describeKind, describeRefusal, excerpt } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import type { Member } from "#/suggestions/answer-members.ts";
import {
  describeMembers,
  detectPaging,
  isAddress,
  membersBesideList,
  unfollowedPagesProblem,
} from "#/suggestions/detect-paging.ts";
import { refusedValueProblem } from "#/suggestions/refused-value.ts";

function nextPagePointer(paging: Paging): { readonly key: "next" | "more"; readonly pointer: string } | null {
  if (paging.style === "cursor" || paging.style === "link") return { key: "next", pointer: paging.next };
  return paging.style === "page" && paging.more !== undefined ? { key: "more", pointer: paging.more } : null;
}

function styleAdvice(paging: Paging, members: readonly Member[]): string {
  const isText = members.some(({ value }) => typeof value === "string");
  return paging.style === "page" && isText ? "; a text is of style cursor or link" : "";
}

/** The value that leads to the next page is of another kind than the style expects. */
function nextPageProblem(
  paging: Paging,
  { key, pointer }: { readonly key: "next" | "more"; readonly pointer: string },
  first: ProbeResult,
): { readonly key: string; readonly message: string } | null {
  const value = valueAt(first.body, pointer);
  if (value === undefined || value === null || value === "") return null;
  if (isJsonArray(value) || isJsonObject(value))
    return { key, message: `is "${pointer}", which holds ${describeKind(value)} and leads to no further page` };
  const isText = typeof value === "string" && value !== "true" && value !== "false";
  if (paging.style !== "link" && isText && isAddress(value))
    return {
      key: "style",
      message: `is "${paging.style}", but "${pointer}" holds a whole address (${excerpt(value, 60)}): write { "style": "link", "next": "${pointer}" }`,
    };
  if (paging.style === "page" && isText)
    return {
      key: "style",
      message: `is "page", but "${pointer}" holds ${excerpt(value, 40)}, which is neither true nor false: write { "style": "cursor", "query": "…", "next": "${pointer}" }`,
    };
  return paging.style === "link" && !(isText && isAddress(value))
    ? {
        key: "style",
        message: `is "link", but "${pointer}" holds ${excerpt(value, 40)}, which is not an address: write { "style": "cursor", "query": "…", "next": "${pointer}" }`,
      }
    : null;
}

/** Problems of a list's paging, from its first two pages, or from the members beside a list without paging. */
export async function pagingProblems(
  session: CheckSession,
  call: { readonly operation: string; readonly values: TemplateValues; readonly index: string | null },
): Promise<readonly ProfileProblem[]> {
  const spelling = session.profile.data.operations[call.operation];
  if (spelling === undefined) return [];
  if (spelling.paging.style === "none") {
    const unread = unfollowedPagesProblem(session, call.operation, await session.sendCached(call));
    return unread === null ? [] : [unread];
  }
  const { paging, resource } = spelling;
  const pointer = formatPointer(["operations", call.operation, "paging"]);
  const query = startQuery(fillQuery(spelling, call.values), paging);
  const first = await session.sendCached({ ...call, query });
  if (first.undecided !== null) return [];
  const list = listIn(first);
  if (list === null) {
    const ofValue = refusedValueProblem(session.profile, call.operation, first);
    if (ofValue !== null) return [ofValue];
    // The list without paging parameters may show how it continues.
    const detected = detectPaging(await session.sendCached(call), resource);
    const isOther = detected !== null && !detected.fitting.includes(`"${paging.style}"`);
    const hint = isOther
      ? `Beside the list there is ${describeMembers(detected.signs)}, so it may be ${detected.fitting}`
      : 'Check "query", "sizeQuery" and "size"';
    const message = `GET ${first.shown.path} was answered ${describeRefusal(first)}. ${hint}`;
    return [{ pointer: isOther ? `${pointer}/style` : pointer, message }];
  }
  const leading = nextPagePointer(paging);
  const beside = membersBesideList(first, resource);
  if (leading !== null && valueAt(first.body, leading.pointer) === undefined) {
    if (beside.length === 0) return [];
    const message = `is "${leading.pointer}", where the answer has nothing; beside the list there is ${describeMembers(beside)}${styleAdvice(paging, beside)}`;
    return [{ pointer: `${pointer}/${leading.key}`, message }];
  }
  const misread = leading === null ? null : nextPageProblem(paging, leading, first);
  if (misread !== null) {
    const rest = beside.length === 0 ? "" : `; beside the list there is ${describeMembers(beside)}`;
    return [{ pointer: `${pointer}/${misread.key}`, message: `${misread.message}${rest}` }];
  }
  const next = nextQuery(query, paging, { json: first.body ?? null }, list.length);
  if (next === null || list.length === 0) return [];
  const second = await session.sendCached({ ...call, query: next });
  if (second.undecided !== null) return [];
  const rest = listIn(second);
  const ofValue = rest === null ? refusedValueProblem(session.profile, call.operation, second) : null;
  if (ofValue !== null) return [ofValue];
  if (rest === null)
    return [
      {
        pointer: `${pointer}/query`,
        message: `the second page, GET ${second.shown.path}, was answered ${describeRefusal(second)}`,
      },
    ];
  const [again] = rest;
  if (sameJson(again, list[0]))
    return [
      { pointer: `${pointer}/query`, message: `the second page, GET ${second.shown.path}, repeats the first one` },
    ];
  const place = list.findIndex((entry) => sameJson(entry, again));
  if (again === undefined || place < 0) return [];
  const style = paging.style === "page" ? '; the service may count entries: write "offset"' : "";
  const message = `is "${paging.style}", but the second page, GET ${second.shown.path}, begins with entry ${String(place + 1)} of the first${style}`;
  return [{ pointer: `${pointer}/style`, message }];
}
