import { formatPointer, placeholdersOf, type Paging, type ProfileProblem, type ServiceProfile } from "@dc/api-client";
import { describeRefusal } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";

/** The parameter that a refusal is about; null where the service names none that was sent, or none by that name. */
function refusedParameter(result: ProbeResult, sent: readonly string[]): string | null {
  const { words } = result;
  if (words === null) return null;
  const text = [words.words, ...words.details.flatMap((detail) => [detail.words, detail.code]), words.code].join(" ");
  // Where a name is not known, the name is wrong and not its value.
  if (/\b(unknown|unexpected|unrecogni[sz]ed|unsupported|not (allowed|known|recogni[sz]ed|supported))\b/i.test(text))
    return null;
  const named = [words.field, ...words.details.map(({ field }) => field)].filter((field) => field !== null);
  if (named.length === 0) return sent.find((name) => new RegExp(`(^|\\W)${escaped(name)}(\\W|$)`).test(text)) ?? null;
  // Some services tell "query.from", "query/from" or "from[0]".
  const places = named.map(
    (field) =>
      field
        .replaceAll(/\[\d*\]/g, "")
        .split(/[./]/)
        .at(-1)
        ?.toLowerCase() ?? "",
  );
  return places.every((place) => sent.some((name) => name.toLowerCase() === place))
    ? (sent.find((name) => places.includes(name.toLowerCase())) ?? null)
    : null;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** The key of a paging style that gives a parameter its value. */
function pagingKey(paging: Paging, name: string): "size" | "first" | "next" | null {
  if (paging.style === "none" || paging.style === "link") return null;
  if (paging.sizeQuery === name) return "size";
  if (paging.query !== name) return null;
  return paging.style === "page" ? "first" : paging.style === "cursor" ? "next" : null;
}

/** A read whose query has the right names and a value that the service refused, with the service's own words; null for anything else. */
export function refusedValueProblem(
  profile: ServiceProfile,
  operation: string,
  result: ProbeResult,
): ProfileProblem | null {
  const spelling = profile.data.operations[operation];
  const { status } = result;
  if (spelling === undefined || status === null || status < 400 || status > 499) return null;
  const query = new URLSearchParams(result.shown.path.split("?")[1] ?? "");
  const name = refusedParameter(result, [...query.keys()]);
  if (name === null) return null;
  const value = query.get(name) ?? "";
  const template = spelling.query[name];
  // Values of patients are shown nowhere.
  const sent = value === "***" ? "" : `, sent as "${value}"`;
  const refusal = `which the service refused: ${describeRefusal(result)}`;
  if (template === undefined) {
    const key = pagingKey(spelling.paging, name);
    if (key === null) return null;
    const pointer = formatPointer(["operations", operation, "paging", key]);
    return { pointer, message: `gives "${name}" the value "${value}", ${refusal}` };
  }
  const isTime = placeholdersOf(template).some((variable) => variable === "from" || variable === "to");
  const forms = isTime
    ? '. Times have forms: "{from}" is an instant, "{from:date}" a day, "{from:date@ZONE}" a day there, "{from:seconds}" and "{from:milliseconds}" are numbers'
    : "";
  return {
    pointer: formatPointer(["operations", operation, "query", name]),
    message: `is "${template}"${sent}, ${refusal}${forms}`,
  };
}
