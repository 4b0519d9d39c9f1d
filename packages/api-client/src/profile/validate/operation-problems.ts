import type { ProfileProblem } from "#/errors/profile-error.ts";
import type { Json } from "#/json/json.ts";
import { formatPointer } from "#/json/pointer.ts";
import { closestName, listNames } from "#/profile/names.ts";
import {
  isLookUp,
  lookUpOperation,
  lookUpVariable,
  operationVariables,
  recordOperation,
} from "#/profile/operation-names.ts";
import type { OperationData, ServiceProfileData } from "#/profile/schema/profile-schema.ts";
import { malformedPlaceholders, placeholdersOf, timeVariables } from "#/profile/template.ts";
import { answerProblems, pagingProblems } from "./answer-problems.ts";

/** Variables without which a request makes no sense. */
const needed: Readonly<Record<string, readonly string[]>> = {
  listOpenSlots: ["scheduleId"],
  findPatients: ["name"],
  createPatient: ["firstName", "lastName"],
  createAppointment: ["scheduleId", "patientId", "startAt"],
  createIndexVersion: ["name"],
  deleteIndexVersion: ["id"],
};

function neededBy(name: string): readonly string[] {
  return (
    needed[name] ??
    (isLookUp(name)
      ? [lookUpVariable]
      : /^(read|update|delete)/.test(name)
        ? ["id"]
        : name.startsWith("create")
          ? ["record"]
          : [])
  );
}

/** The templates of an operation, each with its place. */
function templatesOf(operation: OperationData): readonly (readonly [readonly string[], Json])[] {
  return [
    [["path"], operation.path],
    ...Object.entries(operation.query).map(([name, template]): readonly [readonly string[], Json] => [
      ["query", name],
      template,
    ]),
    ...(operation.body === undefined ? [] : [[["body"], operation.body] as const]),
  ];
}

function unknownMessage(wrong: string, usable: readonly string[]): string {
  const near = closestName(wrong, usable);
  return `${wrong} is not known here${near === null ? "" : `; perhaps you mean {${near}}`}; known: ${listNames(usable.map((variable) => `{${variable}}`))}`;
}

/** What is wrong with a variable that is known and no time, but has the form of one; null for everything else. */
function formMessage(wrong: string, usable: readonly string[]): string | null {
  const [, variable = ""] = /^\{([A-Za-z]+):(?:date|seconds|milliseconds)\b/.exec(wrong) ?? [];
  if (!usable.includes(variable) || timeVariables.includes(variable)) return null;
  const times = usable.filter((variableName) => timeVariables.includes(variableName));
  return `${wrong} must be {${variable}}: ${times.length === 0 ? "no variable here is a time" : `only ${listNames(times.map((time) => `{${time}}`))} can be written as a time`}`;
}

function variableProblems(
  name: string,
  operation: OperationData,
  variables: readonly string[],
): readonly ProfileProblem[] {
  const operationKeys = ["operations", name];
  const templates = templatesOf(operation);
  const problems = templates.flatMap(([where, template]): ProfileProblem[] => {
    // A whole record is allowed only in a body.
    const usable =
      where[0] === "body"
        ? variables
        : variables.filter((variableName) => variableName !== "record" && variableName !== "changes");
    const unknown = placeholdersOf(template).filter((variable) => !usable.includes(variable));
    return [...unknown.map((variable) => `{${variable}}`), ...malformedPlaceholders(template)].map((wrong) => ({
      pointer: formatPointer([...operationKeys, ...where]),
      message: formMessage(wrong, usable) ?? unknownMessage(wrong, usable),
    }));
  });
  const [converted] = operation.path.match(/\{[A-Za-z]+:[^{}]+\}/) ?? [];
  if (converted !== undefined)
    problems.push({
      pointer: formatPointer([...operationKeys, "path"]),
      message: `"${converted}" must be "${converted.replace(/:.*/, "}")}": a path is always text`,
    });
  const used = templates.flatMap(([, template]) => placeholdersOf(template));
  const lacking = neededBy(name).filter((variable) => !used.includes(variable));
  const isInPath = operation.method === "GET" || lacking.includes("id");
  // A missing body is reported by bodyProblems.
  if (lacking.length === 0 || (!isInPath && operation.body === undefined)) return problems;
  const others =
    operation.method === "GET" ? "the query" : isInPath ? "the query or the body" : "the path or the query";
  return [
    ...problems,
    {
      pointer: formatPointer([...operationKeys, isInPath ? "path" : "body"]),
      message: `must contain ${listNames(lacking.map((variable) => `"{${variable}}"`))} (or ${others} must)`,
    },
  ];
}

function methodProblems(name: string, operation: OperationData): readonly ProfileProblem[] {
  const problem = (where: string, message: string): ProfileProblem => ({
    pointer: formatPointer(["operations", name, where]),
    message,
  });
  const isRead = /^(read|list|find)/.test(name);
  const { method, body } = operation;
  if (isRead && method !== "GET") return [problem("method", "must be GET, since this operation reads")];
  if (!isRead && method === "GET") return [problem("method", "must not be GET, since this operation writes")];
  return method === "GET" && body !== undefined ? [problem("body", "must be left out, since a GET has no body")] : [];
}

/** True for a body that would be sent as a JSON string. */
function isTextBody(body: Json | undefined): boolean {
  return typeof body === "string" && !/^\{[A-Za-z]+\}$/.test(body);
}

function bodyProblems(name: string, { body }: OperationData, variables: readonly string[]): readonly ProfileProblem[] {
  const pointer = formatPointer(["operations", name, "body"]);
  if (body === undefined)
    return /^(create|update)/.test(name)
      ? [{ pointer, message: `must be a template; known: ${listNames(variables)}` }]
      : [];
  if (!isTextBody(body)) return [];
  return [
    {
      pointer,
      message:
        'is text and would be sent as text: write the object itself, without quotes around it, or "{record}" or "{changes}" alone',
    },
  ];
}

/** What to add for an operation that is called like a look-up, and is none; null for every other name. */
function unnamedLookUp(name: string, types: readonly string[]): string | null {
  const type = types.find((type) => name.startsWith(lookUpOperation(type, "")));
  if (type === undefined) return null;
  const meaning = name.slice(lookUpOperation(type, "").length);
  const camel = `${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`;
  return `is the look-up of a meaning that is not named as one: add "${camel}" to /records/${type}/findBy, or leave the operation out`;
}

/** What is wrong with the names, methods and templates of the operations. */
export function operationProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const known = operationVariables(data.records);
  return Object.entries(data.operations).flatMap(([name, operation]): readonly ProfileProblem[] => {
    const variables = known.get(name);
    if (variables !== undefined)
      return [
        ...bodyProblems(name, operation, variables),
        ...(isTextBody(operation.body) ? [] : variableProblems(name, operation, variables)),
        ...methodProblems(name, operation),
        ...answerProblems(name, operation),
        ...pagingProblems(name, operation),
      ];
    const unnamed = unnamedLookUp(name, Object.keys(data.records));
    if (unnamed !== null) return [{ pointer: formatPointer(["operations", name]), message: unnamed }];
    const near = closestName(name, [...known.keys()]);
    return [
      {
        pointer: formatPointer(["operations", name]),
        message: `unknown operation${near === null ? "" : `; perhaps you mean "${near}"`}; known: ${listNames([...known.keys()])}`,
      },
    ];
  });
}

/** An update must send what the record type says that updates send. */
export function updateProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  return Object.entries(data.records).flatMap(([type, record]): ProfileProblem[] => {
    const name = recordOperation("update", type);
    const body = data.operations[name]?.body;
    if (body === undefined) return [];
    const wanted = record.update === "whole-record" ? "record" : "changes";
    return placeholdersOf(body).includes(wanted)
      ? []
      : [
          {
            pointer: formatPointer(["operations", name, "body"]),
            message: `must contain "{${wanted}}", since "update" of the record type is "${record.update}"`,
          },
        ];
  });
}
