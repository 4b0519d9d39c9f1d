import type { ProfileProblem } from "#/errors/profile-error.ts";
import { answered } from "./check.ts";
import { listProblems } from "./dry-run-calls.ts";
import { unreadPages } from "./paging-signs.ts";
import type { Suite } from "./suite.ts";

/** A person whom no service knows: what comes back is an empty list. */
const nobody = { name: "Nobody Of-This-Name", dateOfBirth: "1900-01-01" };

/** What is wrong with the way patients are looked for. */
export async function patientProblems(suite: Suite): Promise<readonly ProfileProblem[]> {
  if (!suite.has("findPatients")) return [];
  const found = await suite.once({ operation: "findPatients", values: nobody, index: null });
  const unread = unreadPages(suite, "findPatients", found);
  return [...listProblems(suite.profile, "findPatients", found), ...(unread === null ? [] : [unread])];
}

/** Index versions that the profile names, and the service does not serve. */
export async function indexProblems(suite: Suite): Promise<readonly ProfileProblem[]> {
  const { standard, test } = suite.profile.data.indexes;
  const problems: ProfileProblem[] = [];
  for (const [name, index] of [
    ["standard", standard],
    ["test", test],
  ] as const) {
    if (index === undefined) continue;
    const read = await suite.readSubject("schedule", index);
    if (read === null || read.isTaken || read.status === null) continue;
    const message = `is "${index}", and a schedule that is there was answered ${answered(read)} in it${name === "test" ? "; leave it out where the key has no test index" : ""}`;
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
