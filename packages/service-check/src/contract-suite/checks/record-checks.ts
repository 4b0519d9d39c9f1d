import { decodeId, elementsIn, recordOperation, sameJson, valueAt, type Json, numberText } from "@dc/api-client";
import { objectIn, unknownId } from "#/service/check-session.ts";
import { describeAnswer, describeKind, describeRefusal } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import {
  fails,
  holds,
  needsAnyId,
  needsEntry,
  needsId,
  needsTrialIndex,
  untested,
  type Check,
  type Finding,
} from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";

function untestedWithoutId(type: string): Finding {
  return untested(needsId(type));
}

function endpoint(type: "schedule" | "practitioner", sentence: string): Check {
  return {
    id: `read-${type}`,
    about: "Endpoints",
    sentence,
    async run(session) {
      const read = await session.readRecord(type, null);
      if (read === null) return untestedWithoutId(type);
      // A path is the profile's, and its entry says what may be wrong with it.
      if (!read.isAccepted) return needsEntry(readEntry(type), read);
      if (read.failure !== null) return fails(read.failure, read);
      return holds(`answered ${describeAnswer(read)}`, read);
    },
  };
}

function readEntry(type: string): string {
  return `/operations/${recordOperation("read", type)}`;
}

/** The id of a record in the service's own format, which may be a number. */
function rawId({ profile }: ContractSession, type: string, { resource }: ProbeResult): Json | undefined {
  return valueAt(resource, profile.data.records[type]?.id ?? "/id");
}

/** The id of the practitioner that a schedule refers to. */
export function practitionerIn(session: ContractSession, schedule: ProbeResult): string | null {
  const meaning = session.profile.data.records["schedule"]?.meanings["practitioner"];
  if (meaning === undefined || !("to" in meaning)) return null;
  return decodeId(valueAt(schedule.resource, meaning.at), meaning.shape);
}

/** Records: their ids, their references, what they hold. */
export const recordChecks: readonly Check[] = [
  endpoint("schedule", "GET of a schedule by its id is served."),
  endpoint("practitioner", "GET of a practitioner by its id is served."),
  {
    id: "records-are-objects",
    about: "Endpoints",
    sentence: "What is answered is the one Schedule or Practitioner object.",
    async run(session) {
      const evidence: ProbeResult[] = [];
      for (const type of ["schedule", "practitioner"]) {
        const read = await session.readRecord(type, null);
        if (read?.isSuccess === true) evidence.push(read);
      }
      const wrong = evidence.filter((read) => objectIn(read) === null);
      if (wrong.length > 0)
        return fails(
          `answered ${wrong.map((read) => describeKind(read.resource)).join(" and ")} where the profile expects the object`,
          ...wrong,
        );
      return evidence.length === 0 ? untested("no record was served") : holds("answered an object", ...evidence);
    },
  },
  {
    id: "missing-record",
    about: "Endpoints",
    sentence: "An id names one resource: a made-up id is not served.",
    async run(session) {
      const evidence: ProbeResult[] = [];
      for (const type of ["schedule", "practitioner"]) {
        const operation = type === "schedule" ? "readSchedule" : "readPractitioner";
        evidence.push(
          await session.sendCached({ operation, values: { id: unknownId(session.profile, type) }, index: null }),
        );
      }
      const accepted = evidence.filter((result) => result.isAccepted);
      return accepted.length > 0
        ? fails(`served: ${accepted.map(describeAnswer).join(", ")}`, ...accepted)
        : holds(`refused: ${evidence.map(describeAnswer).join(", ")}`, ...evidence);
    },
  },
  {
    id: "record-id",
    about: "Identifiers",
    sentence: "Every resource has an id, a string, that names it.",
    async run(session) {
      const evidence: ProbeResult[] = [];
      for (const type of ["schedule", "practitioner"]) {
        const read = await session.readRecord(type, null);
        if (read === null || objectIn(read) === null) continue;
        const id = rawId(session, type, read);
        if (id === undefined) return needsEntry(`/records/${type}`, read);
        const text = typeof id === "string" ? id : numberText(id);
        if (text === null) return fails(`the id of the ${type} is ${describeKind(id)}`, read);
        if (text !== session.recordIds.get(type)) return fails(`the ${type} has another id than was asked for`, read);
        evidence.push(read);
      }
      return evidence.length === 0
        ? untested(needsAnyId)
        : holds("each answer has the id that was asked for", ...evidence);
    },
  },
  {
    id: "schedule-prefix",
    about: "Identifiers",
    sentence: "The id of a schedule starts with the prefix of schedules.",
    async run(session) {
      const read = await session.readRecord("schedule", null);
      if (read === null || objectIn(read) === null) return untestedWithoutId("schedule");
      const prefix = session.profile.data.records["schedule"]?.idPrefix ?? "";
      if (rawId(session, "schedule", read) === undefined) return needsEntry("/records/schedule", read);
      const id = session.profile.recordId("schedule", read.resource ?? null) ?? "";
      return id.startsWith(prefix)
        ? holds(`starts with "${prefix}"`, read)
        : fails(`does not start with "${prefix}"`, read);
    },
  },
  {
    id: "references-are-ids",
    about: "Identifiers",
    sentence: "A schedule refers to its practitioner by id only, and not by the practitioner's data.",
    async run(session) {
      const read = await session.readRecord("schedule", null);
      const meaning = session.profile.data.records["schedule"]?.meanings["practitioner"];
      if (read === null || objectIn(read) === null) return untestedWithoutId("schedule");
      if (meaning === undefined || !("to" in meaning))
        return untested("the profile keeps the practitioner on another record");
      const raw = valueAt(read.resource, meaning.at);
      if (raw === undefined && rawId(session, "schedule", read) === undefined)
        return needsEntry("/records/schedule", read);
      const id = practitionerIn(session, read);
      if (meaning.shape.form === "id" && typeof raw !== "string")
        return fails(`${meaning.at} is ${describeKind(raw)}`, read);
      // What the interface says shows only once the shape is right.
      return id === null
        ? needsEntry("/records/schedule/meanings/practitioner", read)
        : holds(`${meaning.at} holds an id`, read);
    },
  },
  {
    id: "references-expand",
    about: "Identifiers",
    sentence: "A reference is expanded by a GET of the referred resource in the same index.",
    needs: ["references-are-ids"],
    async run(session) {
      const evidence: ProbeResult[] = [];
      for (const index of [null, session.trialIndex]) {
        const schedule = await session.readRecord("schedule", index);
        if (schedule === null) return untestedWithoutId("schedule");
        const id = objectIn(schedule) === null ? null : practitionerIn(session, schedule);
        if (id === null) continue;
        const practitioner = await session.sendCached({ operation: "readPractitioner", values: { id }, index });
        if (!session.calls.some(({ shown, isSuccess }) => shown.operation === "readPractitioner" && isSuccess))
          return needsEntry(readEntry("practitioner"), practitioner);
        if (
          objectIn(practitioner) === null ||
          session.profile.recordId("practitioner", practitioner.resource ?? null) !== id
        )
          return fails(
            `in ${index ?? "the standard index"} the practitioner of the schedule: ${describeAnswer(practitioner)}`,
            schedule,
            practitioner,
          );
        evidence.push(schedule, practitioner);
      }
      return evidence.length === 0
        ? untested("no schedule was served")
        : holds("found in the index of its schedule", ...evidence);
    },
  },
  {
    id: "same-ids",
    about: "Identifiers",
    sentence: "A resource that comes from the standard index has the same id in every index.",
    needs: ["index-header-selects", "test-index"],
    async run(session) {
      const testIndex = session.trialIndex;
      const evidence: ProbeResult[] = [];
      for (const type of ["schedule", "practitioner"]) {
        const base = await session.readRecord(type, null);
        const copy = testIndex === null ? null : await session.readRecord(type, testIndex);
        if (base === null || copy === null || objectIn(base) === null) continue;
        if (copy.words?.reason === "unknown-index") return untested("the test index does not exist for this key", copy);
        if (copy.words?.reason === "missing")
          return untested(
            `${testIndex ?? ""} does not have the ${type}, and nothing says that its records come from the standard index: see index-copies-standard`,
            base,
            copy,
          );
        if (objectIn(copy) === null)
          return fails(`the ${type} in ${testIndex ?? ""}: ${describeRefusal(copy)}`, base, copy);
        if (!sameJson(rawId(session, type, base), rawId(session, type, copy)))
          return fails(`the ${type} has another id in ${testIndex ?? ""}`, base, copy);
        evidence.push(base, copy);
      }
      return evidence.length === 0
        ? untested(testIndex === null ? needsTrialIndex : needsAnyId)
        : holds(`the same ids in ${testIndex ?? ""}`, ...evidence);
    },
  },
  {
    id: "accepted-insurances-on-schedule",
    about: "Schedule",
    sentence: "The accepted insurances are defined on the schedule.",
    async run(session) {
      const read = await session.readRecord("schedule", null);
      if (read === null || objectIn(read) === null) return untestedWithoutId("schedule");
      const meaning = session.profile.data.records["schedule"]?.meanings["acceptedInsurances"];
      if (meaning === undefined) return untested("the profile does not say where they are");
      if ("via" in meaning) return untested(`the profile keeps them on another record (${meaning.via.join(" → ")})`);
      if (meaning.kind === "composed") return untested("the profile composes them of other meanings");
      const raw = valueAt(read.resource, meaning.at);
      if (raw === undefined) return untested(`absent on this schedule (${meaning.at}); give another --schedule`, read);
      const ids =
        "of" in meaning ? (elementsIn(meaning, raw)?.map((entry) => decodeId(entry, meaning.shape)) ?? null) : null;
      if (raw !== null && (ids === null || ids.includes(null)))
        return fails(`${meaning.at} is ${describeKind(raw)}, which does not fit the profile's shape`, read);
      const prefix = "of" in meaning ? session.profile.idPrefixOf(meaning.of) : "";
      const odd = ids?.find((id) => id?.startsWith(prefix) !== true);
      return odd === undefined
        ? holds(`${meaning.at} holds ${describeKind(raw)}`, read)
        : fails(`an id without the prefix ${prefix}: ${odd ?? ""}`, read);
    },
  },
];
