import { formatPointer } from "#/json/pointer.ts";
import type { ProfileProblem } from "#/errors/profile-error.ts";
import { nearest } from "./nearest.ts";
import { recordOperation } from "./operation-names.ts";
import type { BorrowedMeaning, OwnMeaning, ServiceProfileData } from "./schema.ts";
import { placeholdersOf } from "./template.ts";
import { headerProblems } from "./validate-headers.ts";
import { indexProblems } from "./validate-index.ts";
import { operationProblems, updateProblems } from "./validate-operations.ts";
import { list, oddBraces } from "./validate-templates.ts";

/** Follows a chain of references; gives the record type at its end, or the step that leads nowhere. */
export function followChain(
  data: ServiceProfileData,
  type: string,
  via: readonly string[],
): { readonly type: string } | { readonly brokenAt: number } {
  let here = type;
  for (const [step, name] of via.entries()) {
    const meaning = data.records[here]?.meanings[name];
    if (meaning === undefined || "via" in meaning || meaning.kind !== "reference") return { brokenAt: step };
    here = meaning.to;
  }
  return { type: here };
}

function referencesOf(data: ServiceProfileData, type: string): readonly string[] {
  return Object.entries(data.records[type]?.meanings ?? {}).flatMap(([name, meaning]) =>
    "kind" in meaning && meaning.kind === "reference" ? [name] : [],
  );
}

function brokenStep(data: ServiceProfileData, type: string, via: readonly string[], step: number): string {
  const end = followChain(data, type, via.slice(0, step));
  const here = "type" in end ? end.type : type;
  const references = referencesOf(data, here);
  const near = nearest(via[step] ?? "", references);
  return references.length === 0
    ? `must be the name of a reference that "${here}" holds, and it holds none: a chain begins at the record that names the other one`
    : `must be the name of a reference that "${here}" holds${near === null ? "" : `, perhaps "${near}"`}: ${list(references)}`;
}

function borrowedProblems(
  data: ServiceProfileData,
  { type, name }: { readonly type: string; readonly name: string },
  meaning: BorrowedMeaning,
): readonly ProfileProblem[] {
  const at = ["records", type, "meanings", name];
  const end = followChain(data, type, meaning.via);
  if ("brokenAt" in end)
    return [
      {
        pointer: formatPointer([...at, "via", end.brokenAt]),
        message: brokenStep(data, type, meaning.via, end.brokenAt),
      },
    ];
  // A reference to a type that is none is told where it stands.
  if (data.records[end.type] === undefined) return [];
  const read = recordOperation("read", end.type);
  const unread: readonly ProfileProblem[] =
    data.operations[read] === undefined
      ? [
          {
            pointer: formatPointer(["operations", read]),
            message: `must be there, since "${name}" of "${type}" lives on "${end.type}"`,
          },
        ]
      : [];
  const wanted = meaning.meaning ?? name;
  const owner = data.records[end.type]?.meanings[wanted];
  if (owner !== undefined && !("via" in owner)) return unread;
  return [
    ...unread,
    {
      pointer: formatPointer(meaning.meaning === undefined ? at : [...at, "meaning"]),
      message: `"${end.type}" must hold "${wanted}" itself; it holds ${list(Object.keys(data.records[end.type]?.meanings ?? {}))}`,
    },
  ];
}

/** A new element must carry what it is about, and only what a meaning of its kind has. */
function elementProblems(at: readonly string[], meaning: OwnMeaning): readonly ProfileProblem[] {
  const { write } = meaning;
  if (write === undefined || write === "never" || !("element" in write)) return [];
  const known = meaning.kind === "phones" ? ["number", "extension", "label"] : ["id"];
  const [needed = ""] = known;
  const elements = [
    ["element", write.element],
    ["elementWithExtension", "elementWithExtension" in write ? write.elementWithExtension : undefined],
  ] as const;
  return elements.flatMap(([key, template]): readonly ProfileProblem[] => {
    if (template === undefined) return [];
    const pointer = formatPointer([...at, "write", key]);
    const used = placeholdersOf(template);
    const unknown = [
      ...used.filter((name) => !known.includes(name)).map((name) => `{${name}}`),
      ...oddBraces(template),
    ];
    const told = unknown.map((name) => ({
      pointer,
      message: `${name} is not known here; known: ${list(known.map((one) => `{${one}}`))}`,
    }));
    return used.includes(needed) ? told : [...told, { pointer, message: `must hold "{${needed}}"` }];
  });
}

function meaningProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const types = Object.keys(data.records);
  const problems = Object.entries(data.records).flatMap(([type, record]) =>
    Object.entries(record.meanings).flatMap(([name, meaning]): readonly ProfileProblem[] => {
      const at = ["records", type, "meanings", name];
      if ("via" in meaning) return borrowedProblems(data, { type, name }, meaning);
      const lost: readonly ProfileProblem[] =
        meaning.kind === "reference" && !types.includes(meaning.to)
          ? [
              {
                pointer: formatPointer([...at, "to"]),
                message: `must be a record type of this profile: ${list(types)}`,
              },
            ]
          : [];
      return [...lost, ...elementProblems(at, meaning)];
    }),
  );
  // Several meanings may want one operation.
  return problems.filter(
    ({ pointer }, at) =>
      !pointer.startsWith("/operations/") || problems.findIndex((one) => one.pointer === pointer) === at,
  );
}

/** What the schema alone cannot see: references, chains, operations, templates. */
export function crossProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const required = ["practitioner", "schedule"].flatMap((type): ProfileProblem[] => {
    if (data.records[type] === undefined)
      return [{ pointer: formatPointer(["records", type]), message: "must be there" }];
    const read = recordOperation("read", type);
    return data.operations[read] === undefined
      ? [{ pointer: formatPointer(["operations", read]), message: "must be there" }]
      : [];
  });
  const reference = data.records["schedule"]?.meanings["practitioner"];
  if (data.records["schedule"] !== undefined && reference === undefined) {
    required.push({
      pointer: "/records/schedule/meanings/practitioner",
      message: "must be there: it leads from a schedule to its practitioner",
    });
  }
  return [
    ...required,
    ...meaningProblems(data),
    ...operationProblems(data),
    ...updateProblems(data),
    ...indexProblems(data),
    ...headerProblems(data),
    ...standardProblems(data),
  ];
}

function standardProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const template = data.errors.template;
  const used = placeholdersOf(template).filter(
    (name) => !["code", "words", "field", "requestId", "status"].includes(name),
  );
  const problems = used.map((name) => ({
    pointer: "/errors/template",
    message: `{${name}} is not known here; known: code, words, field, requestId, status`,
  }));
  for (const pointer of new Set([data.indexes.standard, data.indexes.test ?? data.indexes.standard])) {
    if (!pointer.startsWith(data.indexes.prefix))
      problems.push({ pointer: "/indexes/prefix", message: `must be how "${pointer}" starts` });
  }
  return problems;
}
