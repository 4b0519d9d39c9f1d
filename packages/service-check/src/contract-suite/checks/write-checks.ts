import { recordOperation, sameJson } from "@dc/api-client";
import { objectIn } from "#/service/check-session.ts";
import { describeAnswer } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { fails, holds, untested, type Check, type Finding } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { planOf, requiredValues, trackCreated } from "#/contract-suite/write-trials/creation-rules.ts";
import { forgetfulIndex, noticeForgetfulIndex } from "#/contract-suite/write-trials/forgetful-index.ts";
import { contentOf, createdIndex } from "./index-checks.ts";
import {
  findWritableName,
  findWritableValue,
  planUnchangedUpdate,
  readingsOf,
  readIn,
  requestOf,
  updateRequest,
  writtenTextIn,
  type WritableName,
} from "#/contract-suite/write-trials/writable-values.ts";
import { putBack } from "#/contract-suite/write-trials/put-back.ts";
import { runWriteTrials, writeTrials } from "#/contract-suite/write-trials/write-trials.ts";
import { withArticle } from "#/article.ts";

function notAccepted(type: string, index: string): string {
  const operation = recordOperation("update", type);
  return `no update of ${withArticle(type)} was accepted in ${index}: see /operations/${operation}`;
}

const noWritable =
  "needs the update operation of a record in the profile, and the id of a record with a value that the profile can write";
const noName =
  "needs the update operation of a record in the profile, and the id of a record with a name in the index that is written to";

/** The write of one text, read in every index, and then restored. */
interface Written {
  readonly target: WritableName;
  readonly text: string;
  readonly sent: ProbeResult;
  readonly inTarget: ProbeResult;
  readonly base: ProbeResult;
  readonly baseBefore: ProbeResult;
  readonly sibling: ProbeResult | null;
}

const writes = new WeakMap<ContractSession, Promise<Written | null>>();

async function restoreText(session: ContractSession, target: WritableName, index: string): Promise<boolean> {
  const { type, id, value } = target;
  const now = await readIn(session, type, id, index);
  const current = objectIn(now);
  if (current === null) return false;
  if (writtenTextIn(session, now, target) === value) return true;
  await session.send(updateRequest(session, { ...target, current }, index, value));
  return writtenTextIn(session, await readIn(session, type, id, index), target) === value;
}

async function writeText(session: ContractSession): Promise<Written | null> {
  const index = session.trialIndex;
  if (index === null) return null;
  const target = await findWritableName(session, index);
  if (target === null) return null;
  const { type, id } = target;
  const text = target.value === "Contract suite A" ? "Contract suite B" : "Contract suite A";
  const baseBefore = await readIn(session, type, id, session.profile.standardIndex);
  const sibling = session.hasOperation("createIndexVersion") ? (await createdIndex(session, 1)).id : null;
  const sent = await session.send(updateRequest(session, target, index, text));
  const inTarget = await readIn(session, type, id, index);
  const base = await readIn(session, type, id, session.profile.standardIndex);
  const there = sibling === null ? null : await readIn(session, type, id, sibling);
  const isNowhere = ![inTarget, base, there].some(
    (read) => read !== null && writtenTextIn(session, read, target) === text,
  );
  if (sent.isAccepted && isNowhere) await noticeForgetfulIndex(session, { target, text, sent });
  await putBack(session, `${target.meaning} of ${type} ${id} in ${index}`, target.value, () =>
    restoreText(session, target, index),
  );
  return { target, text, sent, inTarget, base, baseBefore, sibling: there };
}

function written(session: ContractSession): Promise<Written | null> {
  const known = writes.get(session) ?? writeText(session);
  writes.set(session, known);
  return known;
}

/** Writes to records: which index they reach, and that the standard one is out of reach. */
export const writeChecks: readonly Check[] = [
  {
    id: "override-is-returned",
    about: "Service",
    sentence: "A change in an index is what later requests to that index return.",
    needs: ["index-header-selects", "test-index"],
    writes: true,
    async run(session) {
      const write = await written(session);
      // Before anything changes the standard index, which would change what is compared.
      await runWriteTrials(session, write?.target ?? null);
      if (write === null) return untested(noName);
      const { target, text, sent, inTarget } = write;
      if (!sent.isAccepted) return untested(notAccepted(target.type, session.trialIndex ?? ""), sent);
      const forgetful = forgetfulIndex(session);
      if (forgetful !== null) return untested(forgetful, sent, inTarget);
      if (writtenTextIn(session, inTarget, target) === text)
        return holds(`${target.meaning} reads as written`, sent, inTarget);
      const operation = recordOperation("update", target.type);
      return writeTrials(session, target.type)?.isIgnored === true
        ? untested(`an update was accepted and changed nothing: see /operations/${operation}`, sent, inTarget)
        : fails(`${target.meaning} does not read as written`, sent, inTarget);
    },
  },
  {
    id: "change-stays-in-its-index",
    about: "Service",
    sentence: "A change in one index affects that index alone: not the standard one, not another of the developer's.",
    needs: ["override-is-returned"],
    writes: true,
    async run(session) {
      const write = await written(session);
      if (write === null) return untested(noName);
      const { target, text, sent, inTarget, base, baseBefore, sibling } = write;
      if (!sent.isAccepted) return untested("nothing was written: see override-is-returned", sent);
      if (writtenTextIn(session, base, target) === text)
        return fails("the standard index has the value too", write.sent, base);
      if (
        !sameJson(
          contentOf(session, target.type, baseBefore) ?? undefined,
          contentOf(session, target.type, base) ?? undefined,
        )
      )
        return untested("the standard index changed for another reason in the meantime", baseBefore, base);
      const isInSibling = sibling !== null && writtenTextIn(session, sibling, target) === text;
      if (!isInSibling && writtenTextIn(session, inTarget, target) !== text)
        return untested("nothing was written: see override-is-returned", sent, inTarget);
      if (sibling === null)
        return holds("the standard index did not change; there was no other index to look at", write.sent, base);
      return isInSibling
        ? fails("another index of the developer has the value too", write.sent, sibling)
        : holds("neither the standard index nor another one changed", write.sent, base, sibling);
    },
  },
  {
    id: "standard-index-read-only",
    about: "Errors",
    sentence: "A write to the standard index is answered with 403 Forbidden.",
    writes: true,
    async run(session) {
      const target = await findWritableValue(session, session.profile.standardIndex);
      if (target === null) return untested(noWritable);
      const plan = planUnchangedUpdate(session, target, session.profile.standardIndex);
      const named = await session.send(requestOf(plan, session.profile.standardIndex));
      const bare = await session.send(requestOf(plan, null));
      const wrong = [named, bare].filter((result) => result.status !== 403);
      const operation = recordOperation("update", target.type);
      const isKnown = session.calls.some(
        ({ isAccepted, shown }) => isAccepted && shown.operation === operation && shown.index === session.trialIndex,
      );
      // What is refused everywhere may be misspelt, and says nothing of the standard index.
      if (wrong.length > 0 && !isKnown && wrong.every(({ isAccepted }) => !isAccepted))
        return untested(notAccepted(target.type, session.trialIndex ?? "any index"), ...wrong);
      return wrong.length > 0
        ? fails(
            `answered ${wrong.map((call) => `${describeAnswer(call)} ${call.shown.index === null ? "without the index header" : "by name"}`).join(", ")}`,
            ...wrong,
          )
        : holds("403 by name and without the index header", named, bare);
    },
  },
  {
    id: "new-random-ids",
    about: "Identifiers",
    sentence: "A resource created in a custom index gets a new, randomly generated id each time.",
    needs: ["index-header-selects", "test-index"],
    writes: true,
    async run(session) {
      const index = session.trialIndex;
      const types = [...session.recordIds.keys()].filter((type) =>
        session.hasOperation(recordOperation("create", type)),
      );
      if (index === null || types.length === 0)
        return untested("needs the create operation of a record in the profile, and the id of one to copy");
      const findings: Finding[] = [];
      for (const type of types) findings.push(await createTwice(session, type, index));
      const wrong = findings.find(({ status }) => status === "does-not-hold");
      const held = findings.filter(({ status }) => status === "holds");
      return wrong ?? held[0] ?? findings[0] ?? untested("nothing was created");
    },
  },
];

async function createTwice(session: ContractSession, type: string, index: string): Promise<Finding> {
  const current = objectIn(await readIn(session, type, session.recordIds.get(type) ?? "", index));
  if (current === null) return untested(`the ${type} could not be read in ${index}`);
  const writable = new Set(
    session.profile.meanings(type).flatMap(({ name, isWritable }) => (isWritable ? [name] : [])),
  );
  // What is empty here and required of a creation has the default.
  const missing = session.profile.missingAtCreation(type, current);
  const readings = Object.entries(readingsOf(session, type, current)).filter(
    ([name, reading]) => "value" in reading && writable.has(name) && !missing.includes(name),
  );
  if (readings.length === 0) return untested(`${withArticle(type)} has nothing of its own that the profile can write`);
  const required = requiredValues(session, type, current);
  if (required === undefined) return untested(`the ${type} that was read lacks what creation requires`);
  const plan = planOf(session, type, index, { ...required, ...Object.fromEntries(readings) });
  if (typeof plan === "string") return untested(plan);
  const evidence: ProbeResult[] = [];
  const ids: (string | null)[] = [];
  for (const which of [1, 2]) {
    const result = await session.send(requestOf(plan, index));
    evidence.push(result);
    // The check of the operation itself says why it was refused.
    if (!result.isAccepted) return untested(`no ${type} was created: see /operations/${plan.plan.operation}`, result);
    const id = session.profile.recordId(type, result.resource ?? null);
    if (id !== null) trackCreated(session, type, id, String(which), index);
    ids.push(id);
  }
  const [first = null, second = null] = ids;
  if (first === null || second === null)
    return untested(
      `no id where the profile expects it: see /operations/${plan.plan.operation} and /records/${type}`,
      ...evidence,
    );
  if (first === second || first === session.recordIds.get(type)) return fails("two creations gave one id", ...evidence);
  return areInSequence(first, second)
    ? fails("the two ids are consecutive, not random", ...evidence)
    : holds("two creations, two ids", ...evidence);
}

/** True when two ids are close in a sequence. */
function areInSequence(first: string, second: string): boolean {
  const a = /^(.*?)(\d+)$/.exec(first);
  const b = /^(.*?)(\d+)$/.exec(second);
  if (a === null || b === null || a[1] !== b[1] || (a[2]?.length ?? 0) < 3) return false;
  return Math.abs(Number(b[2]) - Number(a[2])) <= 2;
}
