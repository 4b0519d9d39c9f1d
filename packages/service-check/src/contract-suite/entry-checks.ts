import { formatPointer, isJsonObject, placeholdersOf, recordOperation, valueAt, type Json } from "@dc/api-client";
import { unreadPages } from "#/hints/paging-signs.ts";
import type { Probed } from "#/service/probe.ts";
import { listOf, unlikelyId, unlikelyIndex, type Suite } from "#/service/suite.ts";
import { answered, fails, holds, kindOf, lackingId, untested, type Finding } from "./check.ts";
import { profileEntries, type ProfileEntry } from "./profile-entries.ts";
import { meaningFinding, recordFinding } from "./record-entry-checks.ts";
import type { CheckResult } from "./report.ts";
import { whyNotUpdated } from "./writable.ts";

type Earlier = ReadonlyMap<string, CheckResult>;

const writeVerbs = /^(create|update|delete)/;
const lookedAt: Readonly<Record<string, string>> = {
  createPatient: "patient-created",
  createAppointment: "appointment-created",
  createIndexVersion: "index-created-and-named",
};
const needsProbing = "needs --probe-writes";

function asFound(earlier: Earlier, id: string, suite: Suite, calls: readonly Probed[] = []): Finding {
  const result = earlier.get(id);
  if (result === undefined) return untested("no check looks at it");
  const told = `see ${id}: ${result.told}`;
  if (result.status === "holds") return holds(told, ...calls);
  return result.status === "does-not-hold"
    ? untested(
        `${id} does not hold: the service breaks its word there, or this entry of the profile is wrong`,
        ...calls,
      )
    : untested(suite.probesWrites ? told : result.told);
}

function callsOf(suite: Suite, operation: string): readonly Probed[] {
  return suite.calls.filter((probed) => probed.shown.operation === operation && probed.shown.variant === null);
}

function partFinding(suite: Suite, answer: string, part: string, pointer: string): Finding {
  const operations: Readonly<Record<string, readonly string[]>> = {
    openSlot: ["listOpenSlots"],
    patient: ["createPatient", "findPatients"],
    appointment: ["createAppointment"],
    indexVersion: ["createIndexVersion"],
  };
  const calls = (operations[answer] ?? [])
    .flatMap((operation) => callsOf(suite, operation))
    .filter((call) => call.isTaken);
  const samples = calls.flatMap((call): readonly { readonly call: Probed; readonly raw: Json }[] => {
    const list = listOf(call);
    if (list !== null) return list.map((raw) => ({ call, raw }));
    return call.resource === undefined ? [] : [{ call, raw: call.resource }];
  });
  const [first] = samples;
  if (first === undefined) {
    const isWrite = answer !== "openSlot";
    return untested(
      isWrite && !suite.probesWrites
        ? `${needsProbing}${answer === "patient" ? ", or a patient to find" : ""}`
        : `no ${answer} was answered`,
    );
  }
  const found = samples.find(({ raw }) => valueAt(raw, pointer) !== undefined);
  return found === undefined
    ? fails(
        `nothing at ${pointer} of ${String(samples.length)} answered; what is there: ${isJsonObject(first.raw) ? Object.keys(first.raw).join(", ") : kindOf(first.raw)}`,
        first.call,
      )
    : holds(`${part} is ${kindOf(valueAt(found.raw, pointer))}`, found.call);
}

function operationFinding(suite: Suite, name: string): Finding {
  const calls = callsOf(suite, name);
  const taken = calls.find((call) => call.isTaken);
  const spelled = suite.profile.data.operations[name];
  if (taken !== undefined && spelled !== undefined) {
    if (taken.status !== null && !spelled.success.includes(taken.status))
      return fails(
        `/operations/${name}/success  is [${spelled.success.join(", ")}], and the service answered ${String(taken.status)}: add it`,
        taken,
      );
    if (spelled.answer === "resource" && taken.resource === undefined)
      return fails(`nothing at ${spelled.resource || "the body"} of the answer`, taken);
    const unread = unreadPages(suite, name, taken);
    if (unread !== null) return fails(`${unread.pointer} ${unread.message}`, taken);
    return holds(`answered ${answered(taken)}`, taken);
  }
  const [refused] = calls.filter((call) => call.shown.index !== suite.profile.standardIndex);
  if (refused !== undefined && !writeVerbs.test(name)) return fails(answered(refused), refused);
  if (refused !== undefined && refused.status !== 403) return fails(refusedAs(suite, name, refused), refused);
  if (writeVerbs.test(name) && !suite.probesWrites) return untested(needsProbing);
  const updated = suite.profile.recordTypes.find((type) => recordOperation("update", type) === name);
  if (updated !== undefined) return untested(whyNotUpdated(suite, updated));
  return untested("no check had what it takes to call it");
}

/** A refused write, and the keys of its operation that it may come from. */
function refusedAs(suite: Suite, name: string, refused: Probed): string {
  const pointer = formatPointer(["operations", name]);
  const spelled = suite.profile.data.operations[name];
  const { status, words } = refused;
  const said = words?.words == null ? "" : `: ${words.words.replace(/\.$/, "")}`;
  const isOfAddress = words?.reason === "missing" || status === 404 || status === 405;
  const field = words?.field ?? null;
  const check = isOfAddress
    ? `Check ${pointer}/method ("${spelled?.method ?? ""}") and ${pointer}/path ("${spelled?.path ?? ""}")`
    : `Check ${pointer}/body${field === null ? "" : `, where the service names "${field}",`} and what the meanings write`;
  return `was refused, ${answered(refused)}${said}. ${check}`;
}

async function listFinding(suite: Suite, name: string): Promise<Finding> {
  const practitionerId = suite.subjects.get("practitioner");
  const scheduleId = suite.subjects.get("schedule");
  const call = { operation: name, values: { practitionerId, scheduleId }, index: null };
  const given: Readonly<Record<string, string | undefined>> = { practitionerId, scheduleId };
  const spelled = suite.profile.data.operations[name];
  const asked = spelled === undefined ? [] : placeholdersOf([spelled.path, ...Object.values(spelled.query)]);
  const lacking = asked.find((one) => given[one] === undefined);
  if (lacking !== undefined) return untested(`needs a value for {${lacking}}`);
  const listed = await suite.once(call);
  if (!listed.isTaken) return fails(answered(listed), listed);
  if (listOf(listed) === null)
    return fails(`answered ${kindOf(listed.resource ?? listed.whole)} where the profile says that the list is`, listed);
  const unread = unreadPages(suite, name, listed);
  return unread === null
    ? holds(`answered ${kindOf(listed.resource)}`, listed)
    : fails(`${unread.pointer} ${unread.message}`, listed);
}

async function readFinding(suite: Suite, name: string): Promise<Finding> {
  const type = suite.profile.recordTypes.find((known) => recordOperation("read", known) === name);
  const read = type === undefined ? null : await suite.readSubject(type, null);
  if (read === null) return untested(lackingId(type ?? "record"));
  return operationFinding(suite, name);
}

async function errorsFinding(suite: Suite): Promise<Finding> {
  const { errors } = suite.profile.data;
  const missing = await suite.once({
    operation: "readSchedule",
    values: { id: unlikelyId(suite.profile, "schedule") },
    index: null,
  });
  if (missing.isTaken || missing.whole === undefined)
    return untested("no error answer with a JSON body was to be had", missing);
  const parts = [errors.code, errors.words].filter((pointer) => pointer !== undefined);
  const lost = parts.filter((pointer) => valueAt(missing.whole, pointer) === undefined);
  if (lost.length > 0) return fails(`nothing at ${lost.join(", ")} of an error's body`, missing);
  if (missing.words?.reason !== "missing")
    return fails(
      `a made-up id is read as "${missing.words?.reason ?? ""}", not as "missing"; see /errors/reasons`,
      missing,
    );
  const read = await suite.readSubject("schedule", unlikelyIndex(suite.profile));
  if (read !== null && !read.isTaken && read.words?.reason !== "unknown-index")
    return fails(
      `a made-up index is read as "${read.words?.reason ?? ""}", not as "unknown-index"; see /errors/reasons`,
      read,
    );
  return holds("an unknown id and an unknown index are told apart", missing, ...(read === null ? [] : [read]));
}

async function unitFinding(suite: Suite): Promise<Finding> {
  const slots = await suite.openSlots(null);
  const list = slots === null ? [] : (listOf(slots) ?? []);
  const minutes = { seconds: 1 / 60, minutes: 1, hours: 60 }[suite.profile.data.units.slotDuration];
  const values = list.map((slot) => Number(valueAt(slot, suite.profile.data.answers.openSlot.duration.at)) * minutes);
  if (slots === null || values.length === 0) return untested("no open slot was answered");
  const odd = values.find((value) => !(value >= 5 && value <= 480));
  return odd === undefined
    ? holds(`slots of ${[...new Set(values)].join(", ")} minutes, which is likely; no answer states the unit`, slots)
    : fails(`a slot would last ${String(odd)} minutes: the unit is another one`, slots);
}

async function finding(suite: Suite, entry: ProfileEntry, earlier: Earlier): Promise<Finding> {
  const [section = "", first = "", second = "", third = ""] = entry.keys;
  const { data } = suite.profile;
  switch (section) {
    case "headers": {
      if (first === "apiVersion") return asFound(earlier, "api-version-header", suite);
      if (first === "index") return asFound(earlier, "index-header-selects", suite);
      const name = data.headers.requestId?.name.toLowerCase() ?? "";
      const bare = suite.calls.find((call) => call.status !== null && call.headers[name] === undefined);
      return bare === undefined ? holds("every answer carries it") : fails("an answer came without it", bare);
    }
    case "credential": {
      const taken = suite.calls.find((call) => call.isTaken && call.shown.variant === null);
      return taken === undefined
        ? untested("no call succeeded")
        : holds(`composed this way, the key is accepted`, taken);
    }
    case "indexes":
      return asFound(earlier, "test-index", suite);
    case "records": {
      if (second !== "meanings") return recordFinding(suite, first);
      const meaning = data.records[first]?.meanings[third];
      return meaning === undefined ? untested("not there") : meaningFinding(suite, first, third, meaning);
    }
    case "answers":
      if (first === "indexVersion" && earlier.get("index-created-and-named")?.status === "does-not-hold")
        return asFound(earlier, "index-created-and-named", suite);
      return partFinding(suite, first, second, entry.at ?? "");
    case "operations":
      if (first.startsWith("list") && first !== "listOpenSlots") return listFinding(suite, first);
      if (first.startsWith("read")) return readFinding(suite, first);
      if (lookedAt[first] !== undefined && earlier.get(lookedAt[first])?.status !== "holds")
        return asFound(earlier, lookedAt[first], suite, callsOf(suite, first).slice(0, 1));
      if (first === "findPatients") return asFound(earlier, "patients-array", suite, callsOf(suite, first).slice(0, 1));
      return operationFinding(suite, first);
    case "errors":
      return errorsFinding(suite);
    case "units":
      return unitFinding(suite);
    default:
      return untested("no check looks at it");
  }
}

function sentenceOf(entry: ProfileEntry): string {
  const place = entry.at === null ? "" : ` (${entry.at})`;
  return entry.note ?? `The profile's ${entry.keys.slice(-2).join(" ")} is as the service spells it${place}.`;
}

/** Tries every entry of the profile, documented or assumed, after the checks of the interface, whose calls it looks at. */
export async function checkEntries(
  suite: Suite,
  earlier: Earlier,
): Promise<readonly { readonly entry: ProfileEntry; readonly sentence: string; readonly finding: Finding }[]> {
  const results = [];
  for (const entry of profileEntries(suite.profile))
    results.push({
      entry,
      sentence: sentenceOf(entry),
      finding: await finding(suite, entry, earlier),
    });
  return results;
}
