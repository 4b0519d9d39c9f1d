import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import { canBeLookedUp, lookedUpKinds, type LookUp, lookUpsOf } from "#/profile/look-ups.ts";
import { closestName, listNames } from "#/profile/names.ts";
import { lookUpOperation, patientOperations, recordOperation } from "#/profile/operation-names.ts";
import type { OperationData, ServiceProfileData } from "#/profile/schema/profile-schema.ts";
import { placeholdersOf } from "#/profile/template.ts";

/** Problems of the ways in which records are found by a value: what is looked up by, and how it is asked. */
export function lookUpProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  return Object.keys(data.records).flatMap((type) =>
    lookUpsOf(data, type).flatMap((lookUp) => [...meaningProblems(data, lookUp), ...operationProblems(data, lookUp)]),
  );
}

function meaningProblems(data: ServiceProfileData, lookUp: LookUp): readonly ProfileProblem[] {
  const { type, meaning, match } = lookUp;
  const pointer = formatPointer(["records", type, "findBy", meaning]);
  const known = Object.keys(data.records[type]?.meanings ?? {});
  const named = data.records[type]?.meanings[meaning];
  if (named === undefined) {
    const near = closestName(meaning, known);
    const hint = near === null ? "" : `, perhaps "${near}"`;
    return [{ pointer: pointer, message: `must be a meaning of "${type}"${hint}; it has: ${listNames(known)}` }];
  }
  if (!canBeLookedUp(data, lookUp))
    return [
      {
        pointer: pointer,
        message: `must be a meaning of kind ${listNames(lookedUpKinds[match])}: records are found by one text, number or id`,
      },
    ];
  if (match === "exact" && "via" in named)
    return [
      {
        pointer: `${pointer}/match`,
        message: `must be "text", since another record holds "${meaning}" (${named.via.join(" → ")}): exact look-ups go by what the record itself holds`,
      },
    ];
  return [];
}

function operationProblems(data: ServiceProfileData, lookUp: LookUp): ProfileProblem[] {
  const { type, meaning, gives, operation, several, variable } = lookUp;
  const spelled = data.operations[operation];
  const problem = (key: string | null, message: string): ProfileProblem => ({
    pointer: formatPointer(["operations", operation, ...(key === null ? [] : [key])]),
    message,
  });
  if (spelled === undefined)
    return [
      problem(null, `is required, since "${type}" is found by "${meaning}" (/records/${type}/findBy/${meaning})`),
    ];
  const read = data.operations[recordOperation("read", type)];
  const problems: ProfileProblem[] = [];
  const own = lookUpOperation(type, meaning);
  if (operation !== own && data.operations[own] !== undefined)
    problems.push({
      pointer: formatPointer(["operations", own]),
      message: `must be left out, since "${operation}" finds records by {${variable}} already`,
    });
  if (several === "repeated" && !placeholdersOf(Object.values(spelled.query)).includes(variable))
    problems.push({
      pointer: formatPointer(["records", type, "findBy", meaning, "several"]),
      message: `must be "comma" or be left out, since "${operation}" has {${variable}} in its path`,
    });
  if (spelled.private || read?.private === true)
    problems.push(
      problem("private", "must be false or be left out: patients and what else is private are never looked up"),
    );
  if (!spelled.takesIndex && (read?.takesIndex ?? true))
    problems.push(
      problem(
        "takesIndex",
        `must be true, as for "${recordOperation("read", type)}": without the index header the records of the standard index would be found`,
      ),
    );
  if (gives === "record" && spelled.paging.style !== "none")
    problems.push(problem("paging", 'must be left out, since the look-up "gives" one "record"'));
  for (const [name, otherOperation] of Object.entries(data.operations)) {
    if (name === operation) continue;
    if ((otherOperation.private || patientOperations.has(name)) && doShareAddress(spelled, otherOperation))
      problems.push(problem("path", `must not be the path of "${name}", which is about patients`));
    if (name.startsWith("read") && areOneAddress(spelled, otherOperation))
      problems.push(
        problem("path", `is the same address as that of "${name}": one would not know which of them is asked for`),
      );
  }
  return problems;
}

const placeholder = /\{[A-Za-z]+\}/g;

/** Whether one path with some value in it may be the other. */
function doShareAddress({ path }: OperationData, { path: otherPath }: OperationData): boolean {
  return fits(path, otherPath) || fits(otherPath, path);
}

function fits(template: string, path: string): boolean {
  const source = template
    .split(placeholder)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[^/]+");
  return new RegExp(`^${source}$`, "i").test(path.replaceAll(placeholder, "x"));
}

/** Whether both take their variable in the same place of the same path, and no fixed parameter tells them apart. */
function areOneAddress(first: OperationData, second: OperationData): boolean {
  const shape = ({ path, query }: OperationData) =>
    JSON.stringify([
      path.replaceAll(placeholder, "{}"),
      Object.entries(query)
        .map(([name, template]) => `${name}=${template.replaceAll(/\{[^{}]+\}/g, "{}")}`)
        .toSorted(),
    ]);
  return shape(first) === shape(second);
}
