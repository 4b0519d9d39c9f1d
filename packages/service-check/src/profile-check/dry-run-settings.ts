import { recordOperation, valueAt, type Json, type ProfileProblem } from "@dc/api-client";
import { answered } from "#/contract-suite/check.ts";
import { unreadPages } from "#/hints/paging-signs.ts";
import { membersOf } from "#/hints/suggest.ts";
import { listOf, type Suite } from "#/service/suite.ts";
import { listProblems } from "./dry-run-calls.ts";

/** A person whom no service knows: what comes back is an empty list. */
const nobody = { name: "Nobody Of-This-Name", dateOfBirth: "1900-01-01" };

/** What is wrong with the way patients are looked for, and with the parts of the one that the run was given. */
export async function patientProblems(suite: Suite, untried: string[]): Promise<readonly ProfileProblem[]> {
  if (!suite.has("findPatients")) return [];
  const values = { ...(suite.patient ?? nobody) };
  const found = await suite.once({ operation: "findPatients", values, index: null });
  const unread = unreadPages(suite, "findPatients", found);
  const problems = [...listProblems(suite.profile, "findPatients", found), ...(unread === null ? [] : [unread])];
  const [patient] = listOf(found) ?? [];
  if (patient !== undefined) return [...problems, ...partProblems(suite, patient)];
  if (problems.length === 0)
    untried.push(
      suite.patient === null
        ? "The parts of a patient (/answers/patient): give --patient-name and --patient-dob of one."
        : "The parts of a patient (/answers/patient): nobody of this name and date of birth was found.",
    );
  return problems;
}

/** Parts of a patient that stand nowhere; their values are never shown. */
function partProblems({ profile }: Suite, patient: Json): readonly ProfileProblem[] {
  const { id, firstName, lastName, dateOfBirth, insurance } = profile.data.answers.patient;
  const known = membersOf(patient, 3).map(({ pointer }) => `"${pointer}"`);
  return Object.entries({ id, firstName, lastName, dateOfBirth, insurance }).flatMap(([name, part]) => {
    if (part === undefined || valueAt(patient, part.at) !== undefined) return [];
    const message = `is "${part.at}", where nothing stands in the patient that was found; it has ${known.join(", ")}`;
    return [{ pointer: `/answers/patient/${name}/at`, message }];
  });
}

/** Index versions that the profile names, and the service does not serve; tried with any record that was read. */
export async function indexProblems(suite: Suite, untried: string[]): Promise<readonly ProfileProblem[]> {
  const { standard, test } = suite.profile.data.indexes;
  const problems: ProfileProblem[] = [];
  const type = [...suite.subjects.keys()].find(
    (one) => suite.profile.data.operations[recordOperation("read", one)]?.takesIndex === true,
  );
  if (type === undefined) {
    untried.push("The index versions (/indexes): no record was read in which to name them.");
    return [];
  }
  for (const [name, index] of [
    ["standard", standard],
    ["test", test],
  ] as const) {
    if (index === undefined) continue;
    const read = await suite.readSubject(type, index);
    if (read === null || read.isTaken || read.status === null) continue;
    const message = `is "${index}", and a ${type} that is there was answered ${answered(read)} in it${name === "test" ? "; leave it out where the key has no test index" : ""}`;
    problems.push({ pointer: `/indexes/${name}`, message });
  }
  return problems;
}

const everyday = new Set([
  "content-type",
  "content-length",
  "cache-control",
  "date",
  "connection",
  "keep-alive",
  "vary",
  "etag",
  "server",
  "transfer-encoding",
  "content-encoding",
  "www-authenticate",
  "set-cookie",
]);

/** A header for the id of a request that no answer carries. */
export function requestIdProblems(suite: Suite): readonly ProfileProblem[] {
  const name = suite.profile.data.headers.requestId?.name;
  const answers = suite.calls.filter(({ status }) => status !== null);
  if (name === undefined || answers.length === 0) return [];
  if (answers.some(({ headers }) => headers[name.toLowerCase()] !== undefined)) return [];
  const others = [...new Set(answers.flatMap(({ headers }) => Object.keys(headers)))].filter(
    (one) => !everyday.has(one.toLowerCase()),
  );
  const hint = others.length === 0 ? "leave requestId out" : `it may be ${others.join(" or ")}, or leave requestId out`;
  return [{ pointer: "/headers/requestId/name", message: `is "${name}", and no answer carries this header; ${hint}` }];
}
