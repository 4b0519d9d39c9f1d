import { ApiSchemaError, EncodeError, InvalidCallError } from "@dc/api-client";
import { requireConnection } from "#/service/connection-problem.ts";
import type { ShownExchange } from "#/service/probe.ts";
import type { Redactor } from "@dc/api-client";
import { fails, unlessUndecided, untested, type Check, type Finding } from "./check.ts";
import { openContractSession, type ContractSession, type ContractSuiteOptions } from "./contract-session.ts";
import { findFurtherRecords, findMainRecords } from "./find-records.ts";
import { interfaceChecks } from "./checks/interface-checks.ts";
import { checkEntries } from "./checks/profile-entry-checks.ts";
import type { CheckResult, CheckStatus, ContractReport } from "./report.ts";

async function runCheck(
  check: Check,
  session: ContractSession,
  done: ReadonlyMap<string, CheckResult>,
): Promise<Finding> {
  const broken = check.needs?.find((id) => done.get(id)?.status === "does-not-hold");
  if (broken !== undefined) return untested(`cannot be judged while ${broken} does not hold`);
  if (check.writes === true && !session.mayWrite) return untested("needs --probe-writes");
  if (check.writes === true && done.get("test-index")?.status !== "holds")
    return untested("nothing is written unless test-index holds, which shows that the key is one of test mode");
  const before = session.calls.length;
  try {
    return unlessUndecided(await check.run(session), session.calls.slice(before));
  } catch (error) {
    if (error instanceof ApiSchemaError) return fails(error.message);
    if (error instanceof EncodeError) return fails(`the profile cannot write what it reads: ${error.message}`);
    if (error instanceof InvalidCallError) return untested(error.message);
    throw error;
  }
}

function redactExchange(redactor: Redactor, exchange: ShownExchange): ShownExchange {
  const redact = (text: string | null) => (text === null ? null : redactor.redact(text));
  return {
    ...exchange,
    path: redactor.redact(exchange.path),
    index: redact(exchange.index),
    requestBody: redact(exchange.requestBody),
    answer: redact(exchange.answer),
  };
}

function resultOf(
  check: Omit<CheckResult, "status" | "detail" | "exchanges">,
  { status, detail, evidence }: Finding,
): CheckResult {
  const exchanges = [...new Set(evidence)].map(({ shown }) => shown);
  return { ...check, status, detail, exchanges };
}

async function checkInterface(session: ContractSession): Promise<Map<string, CheckResult>> {
  const results = new Map<string, CheckResult>();
  try {
    for (const check of interfaceChecks(session.profile.indexVersionKind)) {
      const { id, about, sentence } = check;
      const finding = await runCheck(check, session, results);
      results.set(id, resultOf({ id, source: "interface", about, sentence }, finding));
    }
  } finally {
    for (const cleanUp of session.cleanUps.toReversed()) await cleanUp();
  }
  return results;
}

async function checkProfileEntries(
  session: ContractSession,
  interfaceResults: ReadonlyMap<string, CheckResult>,
): Promise<readonly CheckResult[]> {
  const entries = await checkEntries(session, interfaceResults);
  return entries.map(({ entry: { pointer, isDocumented }, sentence, finding }) =>
    resultOf(
      { id: `profile:${pointer}`, source: isDocumented ? "documented" : "assumed", about: pointer, sentence },
      finding,
    ),
  );
}

function reportOf(
  { baseUrl }: ContractSuiteOptions,
  session: ContractSession,
  checks: readonly CheckResult[],
): ContractReport {
  const { profile, apiVersion, redactor, recordIds } = session;
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  return {
    suite: "contract",
    baseUrl,
    apiVersion,
    profile: { name: profile.name, hash: profile.hash },
    probedWrites: session.mayWrite,
    subjects: { schedule: recordIds.get("schedule") ?? null, practitioner: recordIds.get("practitioner") ?? null },
    counts: { holds: count("holds"), "does-not-hold": count("does-not-hold"), "not-testable": count("not-testable") },
    checks: checks.map((check) => ({
      ...check,
      detail: redactor.redact(check.detail),
      exchanges: check.exchanges.map((exchange) => redactExchange(redactor, exchange)),
    })),
    left: session.leftovers,
  };
}

/** Runs every check, one call at a time, and deletes what it made; throws ServiceCheckError when it cannot run. */
export async function runContractSuite(options: ContractSuiteOptions): Promise<ContractReport> {
  const session = openContractSession(options);
  try {
    await findMainRecords(session, options);
    await requireConnection(session, session.recordIds.get("schedule") ?? null);
    await findFurtherRecords(session);
    const interfaceResults = await checkInterface(session);
    const entryResults = await checkProfileEntries(session, interfaceResults);
    return reportOf(options, session, [...interfaceResults.values(), ...entryResults]);
  } finally {
    await session.close();
  }
}
