import {
  EncodeError,
  formatPointer,
  pointerOf,
  planCreate,
  planDelete,
  recordOperation,
  valueAt,
  withoutValueAt,
  type FieldValues,
  type JsonObject,
  type PlannedWrite,
} from "@dc/api-client";
import { objectIn } from "#/service/check-session.ts";
import { describeAnswer, describeRefusal } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { fails, holds, needsEntry, needsId, needsTrialIndex, untested, type Finding } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { withArticle } from "#/article.ts";
import { readingsOf, readIn, requestOf } from "./writable-values.ts";

/** The values that creation requires, as a record has them; undefined where it lacks one that has no default. */
export function requiredValues(session: ContractSession, type: string, current: JsonObject): FieldValues | undefined {
  const { profile } = session;
  const { required, defaults } = profile.creationRules(type);
  const decoded = readingsOf(session, type, current);
  const values = required.map((field) => {
    const raw = field.startsWith("/") ? valueAt(current, field) : undefined;
    return [
      field,
      field.startsWith("/") && raw !== undefined ? { value: raw } : (decoded[field] ?? { absent: true }),
    ] as const;
  });
  const missing = profile.missingAtCreation(type, current);
  const isLacking = missing.some((field) => !Object.hasOwn(defaults, field));
  return isLacking ? undefined : Object.fromEntries(values.filter(([field]) => !missing.includes(field)));
}

/** Keeps track of a record that a check made, so that it is deleted at the end or listed as left over. */
export function trackCreated(session: ContractSession, type: string, id: string, which: string, index: string): void {
  if (id !== session.recordIds.get(type)) session.redactor.add(id, `<${type} ${which}>`);
  if (!session.hasOperation(recordOperation("delete", type)) || id === session.recordIds.get(type)) {
    session.leftovers.push(`${type} ${id} in ${index}`);
    return;
  }
  session.cleanUps.push(async () => {
    const gone = await session.send(requestOf(planDelete(session.probe.exchange, { type, id, index }), index));
    if (!gone.isAccepted && gone.status !== 404 && gone.words?.reason !== "missing")
      session.leftovers.push(`${type} ${id} in ${index}: ${describeAnswer(gone)}`);
  });
}

/** Checks what the profile says of creation: with the least that it requires a record is made; what else the service does without is told. */
export async function creationFinding(session: ContractSession, type: string): Promise<Finding> {
  const { profile } = session;
  const index = session.trialIndex;
  const operation = recordOperation("create", type);
  if (!session.hasOperation(operation)) return untested(`needs "${operation}" in the profile`);
  if (!session.mayWrite) return untested("needs --probe-writes");
  if (index === null) return untested(needsTrialIndex);
  const id = session.recordIds.get(type);
  if (id === undefined) return untested(needsId(type));
  const current = objectIn(await readIn(session, type, id, index));
  if (current === null) return untested(`the ${type} could not be read in ${index}`);
  const fields = requiredValues(session, type, current);
  if (fields === undefined)
    return untested(
      `the ${type} that was read lacks ${profile.missingAtCreation(type, current).join(", ")}: try another id`,
    );
  const least = planOf(session, type, index, fields);
  if (typeof least === "string") return untested(least);
  // If every creation was refused, the required values are not the reason.
  const tried = session.calls.filter(({ shown }) => shown.operation === operation);
  if (tried.length > 0 && !tried.some(({ isAccepted }) => isAccepted)) return needsEntry(`/operations/${operation}`);
  const made = await create(session, type, index, least, "with the least");
  if (!made.isAccepted)
    return made.status === 404 || made.status === 405
      ? untested(`no ${type} was created: see /operations/${operation}`, made)
      : fails(
          `${formatPointer(["records", type, "create", "required"])}  is not all that creation requires: ${withArticle(type)} with no more than this was refused, ${describeRefusal(made)}. Add what is missing, or give it a default`,
          made,
        );
  const { required } = profile.creationRules(type);
  const needless: string[] = [];
  const evidence: ProbeResult[] = [made];
  for (const field of required) {
    const without = withoutField(least, pointerOf(profile.data, type, field));
    const answer = await create(session, type, index, without, `without ${field}`);
    evidence.push(answer);
    if (answer.isAccepted) needless.push(field);
  }
  const told =
    needless.length === 0
      ? ""
      : `; the service makes one without ${needless.join(", ")} too, so that is a rule of yours`;
  return holds(`${withArticle(type)} is made with the least that creation requires${told}`, ...evidence);
}

/** A creation with these values, or why the profile cannot make one. */
export function planOf(
  session: ContractSession,
  type: string,
  index: string,
  fields: FieldValues,
): PlannedWrite | string {
  try {
    return planCreate(session.probe.exchange, { type, index, fields });
  } catch (error) {
    if (error instanceof EncodeError) return `no ${type} can be made by the profile: ${error.message}`;
    throw error;
  }
}

function withoutField(plan: PlannedWrite, pointer: string): PlannedWrite {
  return { ...plan, values: { ...plan.values, record: withoutValueAt(plan.values["record"] ?? {}, pointer) } };
}

async function create(
  session: ContractSession,
  type: string,
  index: string,
  plan: PlannedWrite,
  which: string,
): Promise<ProbeResult> {
  const answer = await session.send(requestOf(plan, index));
  const id = answer.isAccepted ? session.profile.recordId(type, answer.resource ?? null) : null;
  if (id !== null) trackCreated(session, type, id, which, index);
  return answer;
}
