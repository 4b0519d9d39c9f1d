import type { ProfileProblem } from "@dc/api-client";
import { openCheckSession, type CheckSession, type ServiceUnderCheck } from "#/service/check-session.ts";
import { connectionProblem, isKeyProven } from "#/service/connection-problem.ts";
import { describeAnswer, serviceMessage } from "#/service/describe-answer.ts";
import { waitProblem } from "#/service/wait-findings.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { creationNotes } from "./creation-notes.ts";
import { errorProblems } from "./error-problems.ts";
import { indexVersionProblems } from "./index-version-problems.ts";
import { lookUpProblems } from "./look-up-problems.ts";
import { missingMeanings } from "./known-meanings.ts";
import { meaningResults } from "./meaning-results.ts";
import type { ProfileCheckReport } from "./profile-check-report.ts";
import { readRecords, type CheckFindings } from "./read-records.ts";
import { indexProblems, patientProblems, requestIdProblems } from "./setting-problems.ts";
import { slotProblems } from "./slot-problems.ts";
import { unnamedMembers } from "./unnamed-members.ts";

/** What a check of a profile is given: a valid profile, a service, and ids to read. */
export interface ProfileCheckOptions extends ServiceUnderCheck {
  /** The index to read in; without it the service chooses. */
  readonly index?: string;
  /** Ids to read, by record type. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

/** Reads a few records by a profile and tells what each meaning found; it only reads. Throws ServiceCheckError when it cannot run. */
export async function checkProfile(options: ProfileCheckOptions): Promise<ProfileCheckReport> {
  const { profile, ids } = options;
  const index = options.index ?? null;
  const session = openCheckSession(options);
  const findings: CheckFindings = { problems: [], notTested: [] };
  try {
    const [schedule] = ids["schedule"] ?? [];
    const asked = schedule !== undefined && profile.fitsId("schedule", schedule) ? schedule : null;
    const unreachable = await connectionProblem(session, asked);
    if (unreachable !== null) {
      findings.problems.push(unreachable);
      findings.notTested.push("Nothing else was tried, because the service accepts no request yet.");
      return reportOf(options, session, findings, { meanings: [], unnamed: [], isKeyProven: false });
    }
    const read = await readRecords(session, ids, index, findings);
    for (const [type, [first]] of read) if (first !== undefined) session.recordIds.set(type, first.id);
    findings.problems.push(
      ...(await slotProblems(session, findings.notTested, index)),
      ...(await patientProblems(session, findings.notTested)),
      ...(await indexProblems(session, findings.notTested)),
      ...(await indexVersionProblems(session, findings.notTested)),
      ...(await lookUpProblems(session, read, index, findings.notTested)),
      ...(await errorProblems(session, findings.notTested)),
      ...requestIdProblems(session),
      ...missingMeanings(profile, findings.notTested),
    );
    const unstated = waitProblem(session);
    if (unstated !== null) findings.problems.push(unstated);
    else if (profile.data.waits !== undefined && session.putOff.length === 0)
      findings.notTested.push("How long to wait (/waits): the service put no call off.");
    findings.notTested.push(...creationNotes(profile, read));
    const { meanings, problems } = meaningResults(profile, read);
    findings.problems.push(...problems);
    return reportOf(options, session, findings, {
      meanings,
      unnamed: unnamedMembers(profile, read),
      isKeyProven: await isKeyProven(session, asked),
    });
  } finally {
    await session.close();
  }
}

function reportOf(
  { profile, baseUrl, index }: ProfileCheckOptions,
  session: CheckSession,
  { problems, notTested }: CheckFindings,
  results: Pick<ProfileCheckReport, "meanings" | "unnamed" | "isKeyProven">,
): ProfileCheckReport {
  const { redactor, calls } = session;
  return {
    profile: { name: profile.name, hash: profile.hash },
    baseUrl,
    index: index ?? null,
    calls: calls.map(({ shown: { method, path, status, variant } }) => ({ method, path, status, variant })),
    ...results,
    problems: firstOfEach(problems).map(({ pointer, message }) => ({ pointer, message: redactor.redact(message) })),
    notTried: [...notTested, ...undecidedCalls(session)],
  };
}

/** What the service put off to the end, failed at or refused to this key: it says nothing of the profile. */
function undecidedCalls({ calls, redactor }: CheckSession): readonly string[] {
  const reasonOf = (call: ProbeResult) =>
    call.undecided !== null
      ? `${call.undecided}. Try it again later.`
      : call.status === 403
        ? `the service refused it (${describeAnswer(call)})${serviceMessage(call)}. Is the key allowed to do this?`
        : null;
  const decided = new Set(calls.flatMap((call) => (reasonOf(call) === null ? [nameOf(call)] : [])));
  const open = calls.filter((call) => !decided.has(nameOf(call)));
  return [...new Set(open.map((call) => redactor.redact(`${nameOf(call)}: ${reasonOf(call) ?? ""}`)))];
}

function nameOf({ shown: { method, path, index, variant } }: ProbeResult): string {
  return [`${method} ${path}`, index === null ? "" : ` in ${index}`, variant === null ? "" : ` ${variant}`].join("");
}

/** One problem for each place, since a wrong path shows in every record. */
function firstOfEach(problems: readonly ProfileProblem[]): readonly ProfileProblem[] {
  return problems.filter(
    ({ pointer }, position) => problems.findIndex((problem) => problem.pointer === pointer) === position,
  );
}
