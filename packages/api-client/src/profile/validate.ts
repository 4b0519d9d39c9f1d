import { formatPointer } from "#/json/pointer.ts";
import type { ProfileProblem } from "#/errors/profile-error.ts";
import { followChain } from "./follow-chain.ts";
import { nearest } from "./nearest.ts";
import { recordOperation } from "./operation-names.ts";
import type { BorrowedMeaning, ServiceProfileData } from "./schema.ts";
import { headerProblems } from "./validate-headers.ts";
import { indexProblems } from "./validate-index.ts";
import { knownMeaningProblems } from "./validate-known-meanings.ts";
import { operationProblems, updateProblems } from "./validate-operations.ts";
import { settingProblems } from "./validate-settings.ts";
import { list } from "./validate-templates.ts";
import { typeNameProblems } from "./validate-type-names.ts";
import { writingProblems } from "./validate-writing.ts";

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
      return [...lost, ...writingProblems(at, meaning)];
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
    ...typeNameProblems(data),
    ...required,
    ...meaningProblems(data),
    ...operationProblems(data),
    ...updateProblems(data),
    ...indexProblems(data),
    ...headerProblems(data),
    ...settingProblems(data),
    ...knownMeaningProblems(data),
  ];
}
