import {
  formatPointer,
  isJsonObject,
  type LookUp,
  placeholdersOf,
  recordOperation,
  valueAt,
  type Json,
} from "@dc/api-client";
import { listIn, objectIn, unknownId, unknownIndex } from "#/service/check-session.ts";
import { describeAnswer, describeKind, describeRefusal } from "#/service/describe-answer.ts";
import { waitProblem } from "#/service/wait-findings.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { tryLookUp } from "#/service/try-look-up.ts";
import { closedText } from "#/suggestions/bookable-problem.ts";
import { unfollowedPagesProblem } from "#/suggestions/detect-paging.ts";
import { isSameRefusal } from "#/suggestions/same-refusal.ts";
import { baseChangeCheck } from "./base-change-checks.ts";
import { fails, holds, needsEntry, needsId, unlessUndecided, untested, type Finding } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { creationFinding } from "#/contract-suite/write-trials/creation-rules.ts";
import { profileEntries, type ProfileEntry } from "#/contract-suite/profile-entries.ts";
import { indexFinding } from "./index-checks.ts";
import { meaningFinding, recordFinding } from "./record-entry-checks.ts";
import type { CheckResult } from "#/contract-suite/report.ts";
import { forgetfulIndex } from "#/contract-suite/write-trials/forgetful-index.ts";
import { notUpdatedReason } from "#/contract-suite/write-trials/writable-values.ts";
import { writeTrials } from "#/contract-suite/write-trials/write-trials.ts";

type Earlier = ReadonlyMap<string, CheckResult>;

const writeVerbs = /^(create|update|delete)/;
const checkOfOperation: Readonly<Record<string, string>> = {
  createPatient: "patient-created",
  createAppointment: "appointment-created",
  createIndexVersion: "index-created-and-named",
};
const needsProbing = "needs --probe-writes";

function findingOfCheck(
  earlier: Earlier,
  id: string,
  session: ContractSession,
  calls: readonly ProbeResult[] = [],
): Finding {
  const result = earlier.get(id);
  if (result === undefined) return untested("no check looks at it");
  const detail = `see ${id}: ${result.detail}`;
  if (result.status === "holds") return holds(detail, ...calls);
  return result.status === "does-not-hold"
    ? untested(
        `${id} does not hold: the service does not keep to the interface, or this entry of the profile is wrong`,
        ...calls,
      )
    : untested(session.mayWrite ? detail : result.detail);
}

function callsOf(session: ContractSession, operation: string): readonly ProbeResult[] {
  return session.calls.filter((result) => result.shown.operation === operation && result.shown.variant === null);
}

function partFinding(session: ContractSession, answer: string, part: string, pointer: string): Finding {
  const operations: Readonly<Record<string, readonly string[]>> = {
    openSlot: ["listOpenSlots"],
    patient: ["createPatient", "findPatients"],
    appointment: ["createAppointment"],
    indexVersion: ["createIndexVersion", "readIndexVersion", "listIndexVersions"],
  };
  const calls = (operations[answer] ?? [])
    .flatMap((operation) => callsOf(session, operation))
    .filter((call) => call.isSuccess);
  const samples = calls.flatMap((call): readonly { readonly call: ProbeResult; readonly raw: Json }[] => {
    const list = listIn(call);
    if (list !== null) return list.map((raw) => ({ call, raw }));
    return call.resource === undefined ? [] : [{ call, raw: call.resource }];
  });
  const [first] = samples;
  if (first === undefined) {
    const isWrite = answer !== "openSlot";
    return untested(
      isWrite && !session.mayWrite
        ? `${needsProbing}${answer === "patient" ? ", or a patient to find" : ""}`
        : `no ${answer} was answered`,
    );
  }
  const sample = samples.find(({ raw }) => valueAt(raw, pointer) !== undefined);
  return sample === undefined
    ? fails(
        `nothing at ${pointer} of ${String(samples.length)} answered; it has: ${isJsonObject(first.raw) ? Object.keys(first.raw).join(", ") : describeKind(first.raw)}`,
        first.call,
      )
    : holds(`${part} is ${describeKind(valueAt(sample.raw, pointer))}`, sample.call);
}

function operationFinding(session: ContractSession, name: string): Finding {
  const calls = callsOf(session, name);
  const accepted = calls.find((call) => call.isAccepted);
  const isEachUndecided = calls.length > 0 && calls.every(({ undecided }) => undecided !== null);
  if (isEachUndecided) return untested("", ...calls);
  const spelling = session.profile.data.operations[name];
  if (accepted !== undefined && spelling !== undefined) {
    if (accepted.status !== null && !spelling.success.includes(accepted.status))
      return fails(
        `/operations/${name}/success  is [${spelling.success.join(", ")}], and the service answered ${String(accepted.status)}: add it`,
        accepted,
      );
    if (spelling.answer === "resource" && accepted.resource === undefined)
      return fails(`nothing at ${spelling.resource || "the body"} of the answer`, accepted);
    const unread = unfollowedPagesProblem(session, name, accepted);
    if (unread !== null) return fails(`${unread.pointer} ${unread.message}`, accepted);
    if (isIgnored(session, name))
      return fails(
        `was accepted (${describeAnswer(accepted)}), and the record reads as before: the service does not know what /operations/${name}/body sends`,
        accepted,
      );
    return holds(`answered ${describeAnswer(accepted)}`, accepted);
  }
  const refused = calls.find(
    ({ shown, undecided }) => undecided === null && !isAboutStandard(session, name, shown.index),
  );
  if (refused !== undefined && !writeVerbs.test(name)) return fails(describeRefusal(refused), refused);
  if (refused !== undefined && forgetfulIndex(session) !== null && name.startsWith("delete"))
    return untested("what was made was not kept: see override-is-returned", refused);
  if (refused?.status === 403)
    return untested(`was refused, ${describeRefusal(refused)}. Is the key allowed to do this?`, refused);
  if (refused !== undefined) return fails(describeRefusedWrite(session, name, refused), refused);
  if (writeVerbs.test(name) && !session.mayWrite) return untested(needsProbing);
  const updated = session.profile.recordTypes.find((type) => recordOperation("update", type) === name);
  if (updated !== undefined) return untested(notUpdatedReason(session, updated));
  return untested("no check had the values to call it");
}

/** True for an update that was accepted and changed nothing, whatever was written. */
function isIgnored(session: ContractSession, name: string): boolean {
  const updated = session.profile.recordTypes.find((type) => recordOperation("update", type) === name);
  return updated !== undefined && writeTrials(session, updated)?.isIgnored === true;
}

/** A write of a record without the index header is one to the standard index, whose refusal says nothing of the operation. */
function isAboutStandard({ profile }: ContractSession, name: string, index: string | null): boolean {
  const isOfRecord = profile.recordTypes.some((type) =>
    (["create", "update", "delete"] as const).some((verb) => recordOperation(verb, type) === name),
  );
  return index === profile.standardIndex || (isOfRecord && index === null);
}

/** A refused write, and the keys of its operation that may be wrong. */
function describeRefusedWrite(session: ContractSession, name: string, refused: ProbeResult): string {
  const pointer = formatPointer(["operations", name]);
  const spelling = session.profile.data.operations[name];
  const { status, words } = refused;
  const isOfAddress = words?.reason === "missing" || status === 404 || status === 405;
  const field = words?.field ?? null;
  const check = isOfAddress
    ? `Check ${pointer}/method ("${spelling?.method ?? ""}") and ${pointer}/path ("${spelling?.path ?? ""}")`
    : `Check ${pointer}/body${field === null ? "" : `, where the service names "${field}",`} and what the meanings write`;
  return `was refused, ${describeRefusal(refused)}. ${check}`;
}

async function listFinding(session: ContractSession, name: string): Promise<Finding> {
  const practitionerId = session.recordIds.get("practitioner");
  const scheduleId = session.recordIds.get("schedule");
  const call = { operation: name, values: { practitionerId, scheduleId }, index: null };
  const given: Readonly<Record<string, string | undefined>> = { practitionerId, scheduleId };
  const spelling = session.profile.data.operations[name];
  const asked = spelling === undefined ? [] : placeholdersOf([spelling.path, ...Object.values(spelling.query)]);
  const lacking = asked.find((name) => given[name] === undefined);
  if (lacking !== undefined) return untested(`needs a value for {${lacking}}`);
  const listed = await session.sendCached(call);
  if (!listed.isAccepted) return fails(describeRefusal(listed), listed);
  if (listIn(listed) === null)
    return fails(`answered ${describeKind(listed.resource ?? listed.body)} where the profile expects the list`, listed);
  const unread = unfollowedPagesProblem(session, name, listed);
  return unread === null
    ? holds(`answered ${describeKind(listed.resource)}`, listed)
    : fails(`${unread.pointer} ${unread.message}`, listed);
}

async function readFinding(session: ContractSession, name: string): Promise<Finding> {
  const type = session.profile.recordTypes.find((known) => recordOperation("read", known) === name);
  const read = type === undefined ? null : await session.readRecord(type, null);
  if (read === null) return untested(needsId(type ?? "record"));
  return operationFinding(session, name);
}

/** Looks up the record of the type that the run reads by the value that it has. */
async function lookUpFinding(session: ContractSession, isIt: (lookUp: LookUp) => boolean): Promise<Finding> {
  const lookUp = session.profile.lookUps().find(isIt);
  if (lookUp === undefined) return untested("missing");
  const id = session.recordIds.get(lookUp.type);
  const read = await session.readRecord(lookUp.type, null);
  const raw = read === null ? null : objectIn(read);
  if (id === undefined || raw === null) return untested(needsId(lookUp.type));
  if (session.profile.recordId(lookUp.type, raw) !== id) return needsEntry(formatPointer(["records", lookUp.type]));
  const { problem, untried, calls } = await tryLookUp(session, lookUp, { id, raw }, null);
  if (untried !== null) return untested(untried, ...calls);
  if (problem !== null) return fails(`${problem.pointer}  ${problem.message}`, ...calls);
  const [first] = calls;
  const unread = first === undefined ? null : unfollowedPagesProblem(session, lookUp.operation, first);
  if (unread !== null) return fails(`${unread.pointer} ${unread.message}`, ...calls);
  return holds(`finds the ${lookUp.type} by its ${lookUp.meaning}, and none by one that nobody has`, ...calls);
}

async function errorsFinding(session: ContractSession): Promise<Finding> {
  const { errors } = session.profile.data;
  const missing = await session.sendCached({
    operation: "readSchedule",
    values: { id: unknownId(session.profile, "schedule") },
    index: null,
  });
  if (missing.isAccepted || missing.body === undefined)
    return untested("no error answer with a JSON body was received", missing);
  const isLost = (pointer: string) => valueAt(missing.body, pointer) === undefined;
  const words = [errors.words ?? []].flat();
  const lost = [...[errors.code ?? []].flat().filter(isLost), ...(words.every(isLost) ? words : [])];
  if (lost.length > 0) return fails(`nothing at ${lost.join(", ")} of an error's body`, missing);
  if (missing.words?.reason !== "missing")
    return fails(
      `a made-up id is read as "${missing.words?.reason ?? ""}", not as "missing"; see /errors/reasons`,
      missing,
    );
  const read = await session.readRecord("schedule", unknownIndex(session.profile));
  const asked = [
    unknownId(session.profile, "schedule"),
    unknownIndex(session.profile),
    session.recordIds.get("schedule"),
  ];
  const ids = asked.filter((id) => id !== undefined);
  if (read !== null && isSameRefusal(session.profile, missing, read, ids))
    return holds("an unknown id is read as missing; the service answers an unknown index alike", missing, read);
  if (read !== null && !read.isAccepted && read.words?.reason !== "unknown-index")
    return fails(
      `a made-up index is read as "${read.words?.reason ?? ""}", not as "unknown-index"; see /errors/reasons`,
      read,
    );
  return holds("an unknown id and an unknown index are distinguished", missing, ...(read === null ? [] : [read]));
}

async function unitFinding(session: ContractSession): Promise<Finding> {
  const slots = await session.openSlots(null);
  const list = slots === null ? [] : (listIn(slots) ?? []);
  const minutes = { seconds: 1 / 60, minutes: 1, hours: 60 }[session.profile.data.units.slotDuration];
  const values = list.map((slot) => Number(valueAt(slot, session.profile.data.answers.openSlot.duration.at)) * minutes);
  if (slots === null || values.length === 0) return untested(`no open slot was answered${await closedText(session)}`);
  const odd = values.find((value) => !(value >= 5 && value <= 480));
  return odd === undefined
    ? holds(`slots of ${[...new Set(values)].join(", ")} minutes, which is plausible; no answer states the unit`, slots)
    : fails(`a slot would last ${String(odd)} minutes: the unit must be another one`, slots);
}

function waitsFinding(session: ContractSession): Finding {
  const problem = waitProblem(session);
  if (problem !== null) return fails(`${problem.pointer}  ${problem.message}`);
  const { header, body } = session.profile.data.waits ?? {};
  const isPutOff = session.putOff.length > 0;
  if (header === undefined && body === undefined)
    return isPutOff
      ? untested("the pace was kept, and calls were put off even so: others may call with this key")
      : holds(`no call of ${String(session.calls.length)} was put off at this pace`);
  return isPutOff
    ? holds("a call that was put off says how long to wait")
    : untested("the service put no call off during the run");
}

/** Why nothing is written for an entry, as no check of the interface writes then; null where writing is safe. */
function unwritable(session: ContractSession, earlier: Earlier): Finding | null {
  if (!session.mayWrite) return null;
  if (earlier.get("index-header-selects")?.status === "does-not-hold")
    return untested("nothing is written while index-header-selects does not hold");
  return earlier.get("test-index")?.status === "holds" ? null : untested("nothing is written unless test-index holds");
}

async function entryFinding(session: ContractSession, entry: ProfileEntry, earlier: Earlier): Promise<Finding> {
  const [section = "", first = "", second = "", third = ""] = entry.keys;
  const { data } = session.profile;
  switch (section) {
    case "headers": {
      if (first === "apiVersion") return findingOfCheck(earlier, "api-version-header", session);
      if (first === "index") return findingOfCheck(earlier, "index-header-selects", session);
      const name = data.headers.requestId?.name.toLowerCase() ?? "";
      const bare = session.calls.find((call) => call.status !== null && call.headers[name] === undefined);
      return bare === undefined ? holds("every answer has the header") : fails("an answer lacks the header", bare);
    }
    case "credential": {
      const accepted = session.calls.find((call) => call.isAccepted && call.shown.variant === null);
      return accepted === undefined
        ? untested("no call succeeded")
        : holds(`composed this way, the key is accepted`, accepted);
    }
    case "indexes":
      if (first === "versions")
        return findingOfCheck(earlier, baseChangeCheck(session.profile.indexVersionKind).id, session);
      return findingOfCheck(earlier, "test-index", session);
    case "records": {
      if (second === "create") return unwritable(session, earlier) ?? creationFinding(session, first);
      if (second === "findBy") {
        const lookUp = await lookUpFinding(session, ({ type, meaning }) => type === first && meaning === third);
        const ofOperation = /^\/operations\/\w+/.exec(lookUp.detail)?.[0];
        return lookUp.status === "does-not-hold" && ofOperation !== undefined ? needsEntry(ofOperation) : lookUp;
      }
      if (second !== "meanings") return recordFinding(session, first);
      const meaning = data.records[first]?.meanings[third];
      return meaning === undefined ? untested("missing") : meaningFinding(session, first, third, meaning);
    }
    case "answers":
      if (first === "indexVersion" && earlier.get("index-created-and-named")?.status === "does-not-hold")
        return findingOfCheck(earlier, "index-created-and-named", session);
      return partFinding(session, first, second, entry.place ?? "");
    case "operations":
      if (first === "readIndexVersion") return indexFinding(session, "read");
      if (first === "listIndexVersions") return indexFinding(session, "list");
      if (session.profile.lookUps().some(({ operation }) => operation === first))
        return lookUpFinding(session, ({ operation }) => operation === first);
      if (first.startsWith("list") && first !== "listOpenSlots") return listFinding(session, first);
      if (first.startsWith("read")) return readFinding(session, first);
      if (checkOfOperation[first] !== undefined && earlier.get(checkOfOperation[first])?.status !== "holds")
        return findingOfCheck(earlier, checkOfOperation[first], session, callsOf(session, first).slice(0, 1));
      if (first === "findPatients")
        return findingOfCheck(earlier, "patients-array", session, callsOf(session, first).slice(0, 1));
      return operationFinding(session, first);
    case "errors":
      return errorsFinding(session);
    case "units":
      return unitFinding(session);
    case "waits":
      return waitsFinding(session);
    default:
      return untested("no check looks at it");
  }
}

function sentenceOf(entry: ProfileEntry): string {
  const place = entry.place === null ? "" : ` (${entry.place})`;
  return entry.note ?? `The profile's ${entry.keys.slice(-2).join(" ")} is as the service spells it${place}.`;
}

/** Checks every entry of the profile, documented or assumed, from the calls that the checks of the interface made. */
export async function checkEntries(
  session: ContractSession,
  earlier: Earlier,
): Promise<readonly { readonly entry: ProfileEntry; readonly sentence: string; readonly finding: Finding }[]> {
  const results = [];
  for (const entry of profileEntries(session.profile)) {
    const before = session.calls.length;
    const result = await entryFinding(session, entry, earlier);
    results.push({ entry, sentence: sentenceOf(entry), finding: unlessUndecided(result, session.calls.slice(before)) });
  }
  return results;
}
