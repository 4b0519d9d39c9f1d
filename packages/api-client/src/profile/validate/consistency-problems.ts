import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import { closestName, listNames } from "#/profile/names.ts";
import { recordOperation } from "#/profile/operation-names.ts";
import { followReferences, targetOf } from "#/profile/schema/follow-references.ts";
import { wordType } from "#/profile/kinds/set.ts";
import type { BorrowedMeaning, ServiceProfileData } from "#/profile/schema/profile-schema.ts";
import { composedProblems } from "./composed-problems.ts";
import { creationProblems } from "./creation-problems.ts";
import { headerProblems } from "./header-problems.ts";
import { indexProblems } from "./index-problems.ts";
import { knownMeaningProblems } from "./known-meaning-problems.ts";
import { lookUpProblems } from "./look-up-problems.ts";
import { operationProblems, updateProblems } from "./operation-problems.ts";
import { settingProblems } from "./setting-problems.ts";
import { valueProblems } from "./value-problems.ts";

function referencesOf(data: ServiceProfileData, type: string): readonly string[] {
  return Object.entries(data.records[type]?.meanings ?? {}).flatMap(([name, meaning]) =>
    "to" in meaning ? [name] : [],
  );
}

function brokenStepMessage(data: ServiceProfileData, type: string, via: readonly string[], step: number): string {
  const end = followReferences(data, type, via.slice(0, step));
  const reached = "type" in end ? end.type : type;
  const references = referencesOf(data, reached);
  const near = closestName(via[step] ?? "", references);
  return references.length === 0
    ? `must be the name of a reference on "${reached}", which has none: a chain begins at the record that refers to the other one`
    : `must be the name of a reference on "${reached}"${near === null ? "" : `, perhaps "${near}"`}; it has: ${listNames(references)}`;
}

function borrowedProblems(
  data: ServiceProfileData,
  { type, name }: { readonly type: string; readonly name: string },
  meaning: BorrowedMeaning,
): readonly ProfileProblem[] {
  const meaningKeys = ["records", type, "meanings", name];
  const end = followReferences(data, type, meaning.via);
  if ("brokenAt" in end)
    return [
      {
        pointer: formatPointer([...meaningKeys, "via", end.brokenAt]),
        message: brokenStepMessage(data, type, meaning.via, end.brokenAt),
      },
    ];
  // A reference to an unknown type is reported at the reference.
  if (data.records[end.type] === undefined) return [];
  const read = recordOperation("read", end.type);
  const unread: readonly ProfileProblem[] =
    data.operations[read] === undefined
      ? [
          {
            pointer: formatPointer(["operations", read]),
            message: `is required, since "${name}" of "${type}" comes from "${end.type}"`,
          },
        ]
      : [];
  const wanted = meaning.meaning ?? name;
  const owner = data.records[end.type]?.meanings[wanted];
  if (owner !== undefined && !("via" in owner)) return unread;
  return [
    ...unread,
    {
      pointer: formatPointer(meaning.meaning === undefined ? meaningKeys : [...meaningKeys, "meaning"]),
      message: `"${end.type}" must have "${wanted}" itself; it has ${listNames(Object.keys(data.records[end.type]?.meanings ?? {}))}`,
    },
  ];
}

function meaningProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const types = Object.keys(data.records);
  const problems = Object.entries(data.records).flatMap(([type, record]) =>
    Object.entries(record.meanings).flatMap(([name, meaning]): readonly ProfileProblem[] => {
      const meaningKeys = ["records", type, "meanings", name];
      if ("via" in meaning) return borrowedProblems(data, { type, name }, meaning);
      const lost: readonly ProfileProblem[] =
        "to" in meaning && !types.includes(meaning.to)
          ? [
              {
                pointer: formatPointer([...meaningKeys, "to"]),
                message: `must be a record type of this profile: ${listNames(types)}`,
              },
            ]
          : [];
      if (meaning.kind === "composed") return composedProblems(data, { type, name }, meaning);
      return [...lost, ...valueProblems(meaningKeys, meaning)];
    }),
  );
  // Several meanings may want one operation.
  return problems.filter(
    ({ pointer }, position) =>
      !pointer.startsWith("/operations/") || problems.findIndex((problem) => problem.pointer === pointer) === position,
  );
}

/** Problems that the schema alone cannot see: references, chains, operations, templates. */
export function consistencyProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const required = ["practitioner", "schedule"].flatMap((type): ProfileProblem[] => {
    if (data.records[type] === undefined)
      return [{ pointer: formatPointer(["records", type]), message: "is required" }];
    const read = recordOperation("read", type);
    return data.operations[read] === undefined
      ? [{ pointer: formatPointer(["operations", read]), message: "is required" }]
      : [];
  });
  const reference = data.records["schedule"]?.meanings["practitioner"];
  if (data.records["schedule"] !== undefined && reference === undefined) {
    required.push({
      pointer: "/records/schedule/meanings/practitioner",
      message: "is required: it leads from a schedule to its practitioner",
    });
  }
  return [
    ...reservedNameProblems(data),
    ...typeNameProblems(data),
    ...required,
    ...meaningProblems(data),
    ...operationProblems(data),
    ...lookUpProblems(data),
    ...updateProblems(data),
    ...indexProblems(data),
    ...headerProblems(data),
    ...settingProblems(data),
    ...knownMeaningProblems(data),
    ...creationProblems(data),
  ];
}

function reservedNameProblems({ records }: ServiceProfileData): readonly ProfileProblem[] {
  if (records[wordType] === undefined) return [];
  const message = `is no name for a record type: a set that is "of": "${wordType}" holds words that stand for themselves`;
  return [{ pointer: formatPointer(["records", wordType]), message }];
}

/** The record types that the console needs, or that a meaning refers to. */
function referencedTypeNames({ records }: ServiceProfileData): readonly string[] {
  const named = Object.values(records).flatMap(({ meanings }) =>
    Object.values(meanings).flatMap((meaning): readonly string[] => {
      const target = "via" in meaning ? null : targetOf(meaning);
      return target === null || target === wordType ? [] : [target];
    }),
  );
  return ["practitioner", "schedule", ...named];
}

/** Record types that nothing refers to or reads, and whose name resembles one that is needed. */
function typeNameProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const wanted = referencedTypeNames(data);
  return Object.keys(data.records).flatMap((type): readonly ProfileProblem[] => {
    if (wanted.includes(type) || data.operations[recordOperation("read", type)] !== undefined) return [];
    const near = closestName(type, wanted);
    if (near === null) return [];
    const message = `is a record type that nothing reads or refers to; perhaps you mean "${near}"`;
    return [{ pointer: formatPointer(["records", type]), message }];
  });
}
