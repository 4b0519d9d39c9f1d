import { formatPointer, recordOperation, valueAt, type Json, type ProfileProblem } from "@dc/api-client";
import { listIn, type CheckSession } from "#/service/check-session.ts";
import { describeAnswer } from "#/service/describe-answer.ts";
import { listMembers } from "#/suggestions/answer-members.ts";
import { unfollowedPagesProblem } from "#/suggestions/detect-paging.ts";
import { listProblems } from "./operation-problems.ts";

/** A person whom no service knows, so that the answer is an empty list. */
const nobody = { name: "Nobody Of-This-Name", dateOfBirth: "1900-01-01" };

/** Problems of the search for patients, and of the parts of the given patient. */
export async function patientProblems(session: CheckSession, notTested: string[]): Promise<readonly ProfileProblem[]> {
  if (!session.hasOperation("findPatients")) return [];
  const values = { ...(session.patient ?? nobody) };
  const search = await session.sendCached({ operation: "findPatients", values, index: null });
  const unread = unfollowedPagesProblem(session, "findPatients", search);
  const problems = [...listProblems(session.profile, "findPatients", search), ...(unread === null ? [] : [unread])];
  const [patient] = listIn(search) ?? [];
  if (search.undecided !== null) return problems;
  if (patient !== undefined) return [...problems, ...partProblems(session, patient)];
  if (problems.length === 0)
    notTested.push(
      session.patient === null
        ? "The parts of a patient (/answers/patient): give the --patient-name and --patient-dob of a patient."
        : "The parts of a patient (/answers/patient): no patient of this name and date of birth was found.",
    );
  return problems;
}

/** Parts that the patient does not have where the profile expects them; values are never shown. */
function partProblems({ profile }: CheckSession, patient: Json): readonly ProfileProblem[] {
  const { id, firstName, lastName, dateOfBirth, insurance } = profile.data.answers.patient;
  const known = listMembers(patient, 3).map(({ pointer }) => `"${pointer}"`);
  return Object.entries({ id, firstName, lastName, dateOfBirth, insurance }).flatMap(([name, part]) => {
    if (part === undefined || valueAt(patient, part.at) !== undefined) return [];
    const message = `is "${part.at}", where the patient that was found has nothing; it has ${known.join(", ")}`;
    return [{ pointer: formatPointer(["answers", "patient", name, "at"]), message }];
  });
}

/** Index versions of the profile that the service does not serve, tried with a record that was read. */
export async function indexProblems(session: CheckSession, notTested: string[]): Promise<readonly ProfileProblem[]> {
  const { standard, test } = session.profile.data.indexes;
  const problems: ProfileProblem[] = [];
  const type = [...session.recordIds.keys()].find(
    (type) => session.profile.data.operations[recordOperation("read", type)]?.takesIndex === true,
  );
  if (type === undefined) {
    notTested.push("The index versions (/indexes): no record was read with which to try them.");
    return [];
  }
  for (const [name, index] of [
    ["standard", standard],
    ["test", test],
  ] as const) {
    if (index === undefined) continue;
    const read = await session.readRecord(type, index);
    if (read === null || read.isAccepted || read.undecided !== null) continue;
    const message = `is "${index}", but an existing ${type} was answered ${describeAnswer(read)} in it${name === "test" ? "; leave it out if the key has no test index" : ""}`;
    problems.push({ pointer: formatPointer(["indexes", name]), message });
  }
  return problems;
}

const commonHeaders = new Set([
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
export function requestIdProblems(session: CheckSession): readonly ProfileProblem[] {
  const name = session.profile.data.headers.requestId?.name;
  const answers = session.calls.filter(({ undecided }) => undecided === null);
  if (name === undefined || answers.length === 0) return [];
  if (answers.some(({ headers }) => headers[name.toLowerCase()] !== undefined)) return [];
  const others = [...new Set(answers.flatMap(({ headers }) => Object.keys(headers)))].filter(
    (name) => !commonHeaders.has(name.toLowerCase()),
  );
  const hint = others.length === 0 ? "leave requestId out" : `it may be ${others.join(" or ")}, or leave requestId out`;
  return [{ pointer: "/headers/requestId/name", message: `is "${name}", but no answer carries this header; ${hint}` }];
}
