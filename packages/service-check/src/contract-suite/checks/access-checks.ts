import { recordOperation, sameJson } from "@dc/api-client";
import { unknownId, unknownIndex } from "#/service/check-session.ts";
import { describeAnswer, describeRefusal } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import {
  fails,
  holds,
  needsAnyId,
  needsEntry,
  needsTrialIndex,
  untested,
  type Check,
  type Finding,
} from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { contentOf } from "./index-checks.ts";

/** A plain read: of a known record, or of an id that does not exist. */
async function plainRead(session: ContractSession): Promise<ProbeResult> {
  const given = (await session.readRecord("schedule", null)) ?? (await session.readRecord("practitioner", null));
  return (
    given ??
    session.sendCached({
      operation: "readSchedule",
      values: { id: unknownId(session.profile, "schedule") },
      index: null,
    })
  );
}

function readCall(session: ContractSession) {
  const type =
    session.recordIds.has("schedule") || !session.recordIds.has("practitioner") ? "schedule" : "practitioner";
  const id = session.recordIds.get(type) ?? unknownId(session.profile, type);
  return { operation: type === "schedule" ? "readSchedule" : "readPractitioner", values: { id }, index: null };
}

/** Without a known id, an existing index is recognised by the record being missing, not the index. */
async function testIndexWithoutIds(session: ContractSession, testIndex: string): Promise<Finding> {
  const call = { operation: "readSchedule", values: { id: unknownId(session.profile, "schedule") } };
  const inTestIndex = await session.sendCached({ ...call, index: testIndex });
  const missingPart = await session.sendCached({ ...call, index: unknownIndex(session.profile) });
  return inTestIndex.words?.reason === "missing" && missingPart.words?.reason === "unknown-index"
    ? holds(`${testIndex} exists: only the made-up id is missing`, inTestIndex, missingPart)
    : untested(needsAnyId, inTestIndex, missingPart);
}

/** Headers of every call: who asks, which version, which index. */
export const accessChecks: readonly Check[] = [
  {
    id: "authorization-required",
    about: "Authentication",
    sentence:
      "The Authorization header is required on every call, with a key that was issued: without it, or with a key that nobody has, nothing is served.",
    async run(session) {
      const call = readCall(session);
      const evidence: ProbeResult[] = [];
      for (const identity of ["none", "wrong"] as const) evidence.push(await session.sendCached({ ...call, identity }));
      const plain = await plainRead(session);
      // Without a known id an accepted request is answered "no such record", so any other status is a refusal.
      const accepted = evidence.filter((result) => result.isAccepted || result.status === plain.status);
      if (accepted.length > 0)
        return fails(
          `answered ${accepted.map((call) => `${describeAnswer(call)} ${call.shown.variant ?? ""}`).join(", ")}`,
          ...accepted,
        );
      return holds(
        `refused ${evidence.map((call) => `${call.shown.variant ?? ""}: ${describeAnswer(call)}`).join("; ")}`,
        ...evidence,
      );
    },
  },
  {
    id: "api-version-header",
    about: "Versioning",
    sentence:
      "A request header selects the API version; its value is a date, YYYY-MM-DD: with what is none, nothing is served.",
    async run(session) {
      const plain = await plainRead(session);
      const odd = await session.sendCached({ ...readCall(session), apiVersion: "no-date" });
      return odd.isAccepted || odd.status === plain.status
        ? fails(`answered ${describeAnswer(odd)} ${odd.shown.variant ?? ""}: the header has no effect`, odd)
        : holds(`refused: ${describeAnswer(odd)}`, odd);
    },
  },
  {
    id: "accept-json",
    about: "Headers",
    sentence: "Accept is application/json, and bodies are JSON.",
    async run(session) {
      const read = await plainRead(session);
      const type = read.headers["content-type"];
      const text = Array.isArray(type) ? type[0] : type;
      if (read.body === undefined) return fails("the body is not JSON", read);
      return holds(`the body is JSON, answered as ${text ?? "(no content type)"}`, read);
    },
  },
  {
    id: "index-header-optional",
    about: "Headers",
    sentence:
      "The index header is optional on reads: without it, the default index answers, which is the standard one.",
    async run(session) {
      const type = session.recordIds.has("schedule") ? "schedule" : "practitioner";
      const without = await session.readRecord(type, null);
      const named = await session.readRecord(type, session.profile.standardIndex);
      if (without === null || named === null) return untested(needsAnyId);
      if (!without.isSuccess) return needsEntry(`/operations/${recordOperation("read", type)}`, without);
      if (!named.isSuccess) return fails(`with "${session.profile.standardIndex}": ${describeRefusal(named)}`, named);
      return sameJson(contentOf(session, type, without) ?? undefined, contentOf(session, type, named) ?? undefined)
        ? holds(`the same ${type} with and without it`, without, named)
        : fails(`the ${type} differs with and without it`, without, named);
    },
  },
  {
    id: "index-header-selects",
    about: "Headers",
    sentence:
      "The index header selects the index that a call reads: an index version that does not exist is not served as another.",
    async run(session) {
      const evidence: ProbeResult[] = [];
      const index = unknownIndex(session.profile);
      for (const type of ["schedule", "practitioner"]) {
        const inStandard = await session.readRecord(type, null);
        const elsewhere = await session.readRecord(type, index);
        if (inStandard?.isAccepted === true && elsewhere !== null) evidence.push(elsewhere);
      }
      const slots = await session.openSlots(null);
      const elsewhere =
        session.profile.data.operations["listOpenSlots"]?.takesIndex === true ? await session.openSlots(index) : null;
      if (slots?.isAccepted === true && elsewhere !== null) evidence.push(elsewhere);
      if (evidence.length === 0)
        return untested(
          "needs the id of a schedule or a practitioner that the service serves: give another --schedule or --practitioner",
        );
      const accepted = evidence.filter((result) => result.isAccepted);
      return accepted.length > 0
        ? fails(
            `an index version that does not exist was answered with ${accepted.map(describeAnswer).join(", ")}`,
            ...accepted,
          )
        : holds(`refused: ${evidence.map(describeAnswer).join(", ")}`, ...evidence);
    },
  },
  {
    id: "test-index",
    about: "Identifiers",
    sentence: "In test mode there is an index for trying write endpoints.",
    needs: ["index-header-selects"],
    async run(session) {
      const testIndex = session.trialIndex;
      if (testIndex === null) return untested(needsTrialIndex);
      const type = session.recordIds.has("schedule") ? "schedule" : "practitioner";
      const read = await session.readRecord(type, testIndex);
      if (read === null) return testIndexWithoutIds(session, testIndex);
      if (read.isAccepted) return holds(`${testIndex} answers`, read);
      if (read.words?.reason === "missing" && read.status !== 403) {
        const nowhere = await session.readRecord(type, unknownIndex(session.profile));
        const lacking = `it does not have the ${type} of the standard index`;
        return nowhere?.words?.reason === "unknown-index"
          ? holds(`${testIndex} exists; ${lacking}`, read, nowhere)
          : untested(`whether ${testIndex} exists cannot be told: ${lacking}`, read);
      }
      return read.words?.reason === "unknown-index"
        ? untested(
            `${testIndex} does not exist for this key (${describeAnswer(read)}): right for a live key, wrong for a test one`,
            read,
          )
        : fails(describeRefusal(read), read);
    },
  },
];
