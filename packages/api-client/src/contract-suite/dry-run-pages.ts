import type { ProfileProblem } from "#/errors/profile-error.ts";
import { isJsonArray, isJsonObject, sameJson } from "#/json/json.ts";
import { formatPointer, parsePointer, valueAt } from "#/json/pointer.ts";
import type { Paging } from "#/profile/schema.ts";
import type { TemplateValues } from "#/profile/template.ts";
import { fillQuery } from "#/transport/build-request.ts";
import { nextQuery, startQuery } from "#/resources/list-all.ts";
import { answered } from "./check.ts";
import type { Probed } from "./probe.ts";
import { excerpt, type Member } from "./suggest.ts";
import { listOf, type Suite } from "./suite.ts";

/** Members beside the list of an answer that may lead on. */
function besideList(probed: Probed, resource: string): readonly Member[] {
  const keys = parsePointer(resource) ?? [];
  const above = [keys.slice(0, -1), ...(keys.length > 1 ? [[]] : [])];
  return above.flatMap((parent) => {
    const value = valueAt(probed.whole, parent);
    if (!isJsonObject(value)) return [];
    return Object.entries(value)
      .filter(([, inner]) => !isJsonArray(inner) && !isJsonObject(inner))
      .map(([key, inner]) => ({ pointer: formatPointer([...parent, key]), value: inner }));
  });
}

function leadingPointer(paging: Paging): { readonly key: "next" | "more"; readonly pointer: string } | null {
  if (paging.style === "cursor" || paging.style === "link") return { key: "next", pointer: paging.next };
  return paging.style === "page" && paging.more !== undefined ? { key: "more", pointer: paging.more } : null;
}

function saidBy({ words }: Probed): string {
  return words?.words == null ? "" : `: ${words.words.replace(/\.$/, "")}`;
}

function shown(members: readonly Member[]): string {
  return members.map(({ pointer, value }) => `"${pointer}" (${excerpt(value, 40)})`).join(", ");
}

function styleHint(paging: Paging, members: readonly Member[]): string {
  const isText = members.some(({ value }) => typeof value === "string");
  return paging.style === "page" && isText ? "; a text that leads on is of style cursor or link" : "";
}

/** What is wrong with the paging of a list, going by its first two pages. */
export async function pagingProblems(
  suite: Suite,
  call: { readonly operation: string; readonly values: TemplateValues; readonly index: string | null },
): Promise<readonly ProfileProblem[]> {
  const spelled = suite.profile.data.operations[call.operation];
  if (spelled === undefined || spelled.paging.style === "none") return [];
  const { paging, resource } = spelled;
  const at = `/operations/${call.operation}/paging`;
  const query = startQuery(fillQuery(spelled, call.values), paging);
  const first = await suite.once({ ...call, query });
  const list = listOf(first);
  if (list === null)
    return [
      {
        pointer: at,
        message: `GET ${first.shown.path} was answered ${answered(first)}${saidBy(first)}. Check "query", "sizeQuery" and "size"`,
      },
    ];
  const leading = leadingPointer(paging);
  const beside = besideList(first, resource);
  if (leading !== null && valueAt(first.whole, parsePointer(leading.pointer) ?? []) === undefined) {
    if (beside.length === 0) return [];
    const message = `is "${leading.pointer}", where nothing stands in the answer; beside the list stands ${shown(beside)}${styleHint(paging, beside)}`;
    return [{ pointer: `${at}/${leading.key}`, message }];
  }
  const next = nextQuery(query, paging, { whole: first.whole ?? null }, list.length);
  if (next === null || list.length === 0) return [];
  const second = await suite.once({ ...call, query: next });
  const rest = listOf(second);
  if (rest === null)
    return [
      {
        pointer: `${at}/query`,
        message: `the second page, GET ${second.shown.path}, was answered ${answered(second)}${saidBy(second)}`,
      },
    ];
  return sameJson(rest[0], list[0])
    ? [{ pointer: `${at}/query`, message: `the second page, GET ${second.shown.path}, is the first one again` }]
    : [];
}

/** What beside a list that is read as one page may lead to another. */
export function pagingNote(suite: Suite, operation: string, probed: Probed): string | null {
  const spelled = suite.profile.data.operations[operation];
  if (spelled === undefined || spelled.paging.style !== "none") return null;
  const leading = besideList(probed, spelled.resource).filter(
    ({ value }) => value === true || (typeof value === "string" && value !== ""),
  );
  return leading.length === 0
    ? null
    : `More pages of ${operation}: it is read as one, and beside its list stands ${shown(leading)}. If that leads on, say so in /operations/${operation}/paging.`;
}
