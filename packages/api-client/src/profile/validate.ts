import type { z } from "zod";
import { formatPointer } from "#/json/pointer.ts";
import type { ProfileProblem } from "#/errors/profile-error.ts";
import { operationVariables, recordOperation } from "./operation-names.ts";
import type { ServiceProfileData } from "./schema.ts";
import { placeholdersOf } from "./template.ts";

/** The schema's complaints as pointers into the file; an unknown key is pointed at itself. */
export function schemaProblems(error: z.ZodError): readonly ProfileProblem[] {
  return error.issues.flatMap((issue): ProfileProblem[] => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ pointer: formatPointer([...issue.path, key]), message: issue.message }));
    return [{ pointer: formatPointer(issue.path), message: issue.message }];
  });
}

function list(words: readonly string[]): string {
  return words.length === 0 ? "none" : words.join(", ");
}

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

function meaningProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const problems: ProfileProblem[] = [];
  const types = Object.keys(data.records);
  for (const [type, record] of Object.entries(data.records)) {
    for (const [name, meaning] of Object.entries(record.meanings)) {
      const at = ["records", type, "meanings", name];
      if ("via" in meaning) {
        const end = followChain(data, type, meaning.via);
        if ("brokenAt" in end) {
          problems.push({
            pointer: formatPointer([...at, "via", end.brokenAt]),
            message: "must be a reference of the record reached so far",
          });
        } else {
          const wanted = meaning.meaning ?? name;
          const owner = data.records[end.type]?.meanings[wanted];
          if (owner === undefined || "via" in owner) {
            problems.push({
              pointer: formatPointer(meaning.meaning === undefined ? at : [...at, "meaning"]),
              message: `"${end.type}" must hold "${wanted}" itself; it holds ${list(Object.keys(data.records[end.type]?.meanings ?? {}))}`,
            });
          }
        }
      } else if (meaning.kind === "reference" && !types.includes(meaning.to)) {
        problems.push({
          pointer: formatPointer([...at, "to"]),
          message: `must be a record type of this profile: ${list(types)}`,
        });
      }
    }
  }
  return problems;
}

function operationProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const problems: ProfileProblem[] = [];
  const known = operationVariables(Object.keys(data.records));
  for (const [name, operation] of Object.entries(data.operations)) {
    const variables = known.get(name);
    const at = ["operations", name];
    if (variables === undefined) {
      problems.push({ pointer: formatPointer(at), message: `unknown operation; known: ${list([...known.keys()])}` });
      continue;
    }
    const check = (where: readonly string[], used: readonly string[]) => {
      for (const variable of used) {
        if (!variables.includes(variable))
          problems.push({
            pointer: formatPointer([...at, ...where]),
            message: `{${variable}} is not known here; known: ${list(variables)}`,
          });
      }
    };
    check(["path"], placeholdersOf(operation.path));
    check(["body"], placeholdersOf(operation.body));
    for (const [query, template] of Object.entries(operation.query)) check(["query", query], placeholdersOf(template));
    const isRead = /^(read|list|find)/.test(name);
    if (isRead && operation.method !== "GET")
      problems.push({ pointer: formatPointer([...at, "method"]), message: "must be GET, since this operation reads" });
    if (!isRead && operation.method === "GET")
      problems.push({
        pointer: formatPointer([...at, "method"]),
        message: "must not be GET, since this operation writes",
      });
    if (operation.method === "GET" && operation.body !== undefined)
      problems.push({ pointer: formatPointer([...at, "body"]), message: "must be left out, since a GET has no body" });
    if (/^(create|update)/.test(name) && operation.body === undefined)
      problems.push({
        pointer: formatPointer([...at, "body"]),
        message: `must be a template; known: ${list(variables)}`,
      });
    const needsId = /^(read|update|delete)/.test(name);
    if (
      needsId &&
      !placeholdersOf([operation.path, operation.body ?? null, ...Object.values(operation.query)]).includes("id")
    ) {
      problems.push({
        pointer: formatPointer([...at, "path"]),
        message: 'must hold "{id}" (or the query or the body must)',
      });
    }
  }
  return problems;
}

function updateProblems(data: ServiceProfileData): readonly ProfileProblem[] {
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
            message: `must hold "{${wanted}}", since "update" of the record type is "${record.update}"`,
          },
        ];
  });
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
  for (const pointer of [data.indexes.standard, data.indexes.test ?? data.indexes.standard]) {
    if (!pointer.startsWith(data.indexes.prefix))
      problems.push({ pointer: "/indexes/prefix", message: `must be how "${pointer}" starts` });
  }
  return problems;
}
