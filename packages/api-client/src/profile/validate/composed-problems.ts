import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import { malformedParts, templatePaths } from "#/profile/compose/composed-template.ts";
import { saysText, partsOf } from "#/profile/compose/meaning-text.ts";
import { closestName, listNames } from "#/profile/names.ts";
import { recordOperation } from "#/profile/operation-names.ts";
import { followReferences, ownerOf } from "#/profile/schema/follow-references.ts";
import type { ComposedMeaning, ServiceProfileData } from "#/profile/schema/profile-schema.ts";

interface Named {
  readonly type: string;
  readonly name: string;
}

/** Problems of a composed meaning: parts that are not there or no texts, records that cannot be read, and circles. */
export function composedProblems(
  data: ServiceProfileData,
  named: Named,
  meaning: ComposedMeaning,
): readonly ProfileProblem[] {
  const pointer = formatPointer(["records", named.type, "meanings", named.name, "template"]);
  const { template } = meaning;
  const problem = (message: string): ProfileProblem => ({ pointer, message });
  const malformed = malformedParts(template).map((wrong) =>
    problem(
      `"${wrong}" names no part: write the name of a meaning in braces, such as "{familyName}", or a reference and a meaning of the record at its end, such as "{place.name}"`,
    ),
  );
  const paths = templatePaths(template);
  if (paths.length === 0 && malformed.length === 0)
    return [problem('must name at least one part in braces, such as "{givenName} {familyName}"')];
  const wrong = paths.flatMap((path) => {
    const message = partProblem(data, named.type, path);
    return message === null ? [] : [problem(message)];
  });
  if (malformed.length > 0 || wrong.length > 0) return [...malformed, ...wrong];
  const circle = circleFrom(data, named);
  if (circle !== null) return [problem(`is composed of itself: ${circle.join(" → ")}`)];
  return unreadProblems(data, named, meaning);
}

/** Why a path of a template leads to no text, as the end of a sentence. */
function partProblem(data: ServiceProfileData, type: string, path: string): string | null {
  const quoted = `"{${path}}"`;
  const names = path.split(".");
  const steps = names.slice(0, -1);
  const end = followReferences(data, type, steps);
  if ("brokenAt" in end) {
    const before = followReferences(data, type, steps.slice(0, end.brokenAt));
    const reached = "type" in before ? before.type : type;
    const references = Object.entries(data.records[reached]?.meanings ?? {}).flatMap(([name, meaning]) =>
      "to" in meaning ? [name] : [],
    );
    return `${quoted}: ${withNearest(`"${steps[end.brokenAt] ?? ""}" must be a reference of "${reached}"`, steps[end.brokenAt] ?? "", references)}`;
  }
  // A reference to an unknown type is reported at the reference.
  const record = data.records[end.type];
  if (record === undefined) return null;
  const last = names.at(-1) ?? "";
  const source = ownerOf(data, end.type, last);
  // A borrowed meaning that leads nowhere is reported there.
  if (source === null && Object.hasOwn(record.meanings, last)) return null;
  const part = source === null ? undefined : data.records[source.owner.type]?.meanings[source.owner.meaning];
  if (part === undefined || "via" in part)
    return `${quoted}: ${withNearest(`"${last}" must be a meaning of "${end.type}"`, last, Object.keys(record.meanings))}`;
  if (saysText(part)) return null;
  return "to" in part
    ? `${quoted} is a reference, which is an id: name a meaning of the record at its end, such as "{${path}.name}"`
    : `${quoted} must be of kind "text" or "word", and is of kind "${part.kind}"`;
}

function withNearest(message: string, wrong: string, known: readonly string[]): string {
  const near = closestName(wrong, known);
  return `${message}${near === null ? "" : `, perhaps "${near}"`}; it has: ${listNames(known)}`;
}

/** The names on the way from a composed meaning back to itself; null where there is no such way. */
function circleFrom(data: ServiceProfileData, start: Named): readonly string[] | null {
  const isStart = ({ type, name }: Named) => type === start.type && name === start.name;
  const waiting = [{ here: start, path: [start.name] }];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const meaning = data.records[next.here.type]?.meanings[next.here.name];
    if (meaning === undefined || !("template" in meaning)) continue;
    for (const { path, owner } of partsOf(data, next.here.type, meaning)) {
      const part = { type: owner.type, name: owner.meaning };
      const way = [...next.path, path];
      if (isStart(part)) return way;
      const key = JSON.stringify(part);
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push({ here: part, path: way });
    }
  }
  return null;
}

/** Parts of other records need an operation that reads those. */
function unreadProblems(data: ServiceProfileData, { type, name }: Named, meaning: ComposedMeaning) {
  const read = partsOf(data, type, meaning).flatMap(({ via }) =>
    via.flatMap((_, position) => {
      const end = followReferences(data, type, via.slice(0, position + 1));
      return "type" in end && data.records[end.type] !== undefined ? [end.type] : [];
    }),
  );
  return [...new Set(read)].flatMap((owner): readonly ProfileProblem[] => {
    const operation = recordOperation("read", owner);
    if (data.operations[operation] !== undefined) return [];
    const message = `is required, since "${name}" of "${type}" is composed of "${owner}"`;
    return [{ pointer: formatPointer(["operations", operation]), message }];
  });
}
