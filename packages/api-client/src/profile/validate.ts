import type { z } from "zod";
import { formatPointer } from "#/json/pointer.ts";
import type { ProfileProblem } from "#/errors/profile-error.ts";
import { operationVariables, recordOperation } from "./operation-names.ts";
import { nearest } from "./nearest.ts";
import type { ServiceProfileData } from "./schema.ts";
import { placeholdersOf } from "./template.ts";

function withNearest(key: string, message: string): string {
  const known = /known here: (.*)$/.exec(message)?.[1]?.split(", ") ?? [];
  const near = nearest(key, known);
  return near === null ? message : `unknown key, perhaps for "${near}"; known here: ${known.join(", ")}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

/** What would be right, in words of the file instead of the checker's. */
function plainly(issue: z.core.$ZodIssue): string {
  const isTold = !/^(Invalid|Too)/.test(issue.message);
  if (isTold) return issue.message;
  if (issue.code === "invalid_type") {
    const kind = kinds[issue.expected] ?? issue.expected;
    if (!issue.message.endsWith("received undefined")) return `must be ${kind}`;
    const isFirst = issue.path.length === 1 && issue.path[0] === "headers";
    return `must be there: ${kind}${isFirst ? '; a file that begins with "extends": "default" needs to name only what differs' : ""}`;
  }
  if (issue.code === "invalid_value")
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
  if (issue.code === "too_small")
    return issue.origin === "number" ? `must be at least ${String(issue.minimum)}` : "must not be empty";
  if (issue.code === "too_big") return `must be at most ${String(issue.maximum)}`;
  if (issue.code === "invalid_key") return "must be a camelCase word";
  return "options" in issue && Array.isArray(issue.options)
    ? `must be one of ${issue.options.map((option) => JSON.stringify(option)).join(", ")}`
    : issue.message;
}

type Issues = readonly z.core.$ZodIssue[];

/** How far a branch of a union is from fitting: one that is no more than another kind of value comes last. */
function misfit(issues: Issues): readonly [number, number, number] {
  const [first] = issues;
  const isOtherKind = issues.length === 1 && first?.path.length === 0 && first.code !== "unrecognized_keys";
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : [])).length;
  return [isOtherKind ? 1 : 0, unknown, issues.some((issue) => issue.code === "invalid_union") ? 1 : 0];
}

/** The branch of a union that was meant, going by what it lacks. */
function meantBranch(branches: readonly Issues[]): Issues | null {
  const ranked = branches
    .map((issues) => ({ issues, rank: misfit(issues) }))
    .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2]);
  const [best] = ranked;
  return best === undefined || best.rank[0] === 1 ? null : best.issues;
}

function problemsOf(issues: Issues, above: readonly PropertyKey[]): readonly ProfileProblem[] {
  return issues.flatMap((issue): readonly ProfileProblem[] => {
    const path = [...above, ...issue.path];
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        pointer: formatPointer([...path, key]),
        message: withNearest(key, issue.message),
      }));
    const branch = issue.code === "invalid_union" && issue.errors.length > 1 ? meantBranch(issue.errors) : null;
    return branch === null ? [{ pointer: formatPointer(path), message: plainly(issue) }] : problemsOf(branch, path);
  });
}

/** The schema's complaints as pointers into the file; an unknown key is pointed at itself. */
export function schemaProblems(error: z.ZodError): readonly ProfileProblem[] {
  return problemsOf(error.issues, []);
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
      const near = nearest(name, [...known.keys()]);
      problems.push({
        pointer: formatPointer(at),
        message: `unknown operation${near === null ? "" : `, perhaps for "${near}"`}; known: ${list([...known.keys()])}`,
      });
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
    // What stands in braces and is no variable's name would be sent as it is.
    const odd = /\{(?![A-Za-z]+(?::(?:string|number))?\})[^}]*\}?/.exec(
      [operation.path, ...Object.values(operation.query)].join(" "),
    );
    if (odd !== null)
      problems.push({
        pointer: formatPointer([...at, operation.path.includes(odd[0]) ? "path" : "query"]),
        message: `${odd[0]} is not known here; known: ${list(variables.map((variable) => `{${variable}}`))}`,
      });
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
  for (const pointer of new Set([data.indexes.standard, data.indexes.test ?? data.indexes.standard])) {
    if (!pointer.startsWith(data.indexes.prefix))
      problems.push({ pointer: "/indexes/prefix", message: `must be how "${pointer}" starts` });
  }
  return problems;
}
