import { decodeId, sameJson, valueAt } from "@dc/api-client";
import type { Probed } from "#/service/probe.ts";
import { idIn, idTextIn, objectOf, unlikelyId, type Suite } from "#/service/suite.ts";
import {
  answered,
  fails,
  holds,
  kindOf,
  lackingAnyId,
  lackingId,
  untested,
  type Check,
  type Finding,
} from "./check.ts";

function needsId(type: string): Finding {
  return untested(lackingId(type));
}

function endpoint(type: "schedule" | "practitioner", sentence: string): Check {
  return {
    id: `read-${type}`,
    about: "Endpoints",
    sentence,
    async run(suite) {
      const read = await suite.readSubject(type, null);
      if (read === null) return needsId(type);
      const success = suite.profile.data.operations[type === "schedule" ? "readSchedule" : "readPractitioner"]?.success;
      if (!read.isTaken) return fails(answered(read), read);
      if (read.failure !== null) return fails(read.failure, read);
      return read.status !== null && success?.includes(read.status) === true
        ? holds(`answered ${answered(read)}`, read)
        : fails(`answered ${answered(read)}, which the profile does not count as success (/operations)`, read);
    },
  };
}

/** The id that a schedule's practitioner reference holds. */
export function practitionerIn(suite: Suite, schedule: Probed): string | null {
  const meaning = suite.profile.data.records["schedule"]?.meanings["practitioner"];
  if (meaning === undefined || "via" in meaning || meaning.kind !== "reference") return null;
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
    async run(suite) {
      const shows: Probed[] = [];
      for (const type of ["schedule", "practitioner"]) {
        const read = await suite.readSubject(type, null);
        if (read?.isTaken === true) shows.push(read);
      }
      const wrong = shows.filter((read) => objectOf(read) === null);
      if (wrong.length > 0)
        return fails(
          `answered ${wrong.map((read) => kindOf(read.resource)).join(" and ")} where the profile says that the object is`,
          ...wrong,
        );
      return shows.length === 0 ? untested("no record was served") : holds("answered an object", ...shows);
    },
  },
  {
    id: "missing-record",
    about: "Endpoints",
    sentence: "An id names one resource: a made-up id is not served.",
    async run(suite) {
      const shows: Probed[] = [];
      for (const type of ["schedule", "practitioner"]) {
        const operation = type === "schedule" ? "readSchedule" : "readPractitioner";
        shows.push(await suite.once({ operation, values: { id: unlikelyId(suite.profile, type) }, index: null }));
      }
      const taken = shows.filter((probed) => probed.isTaken);
      return taken.length > 0
        ? fails(`served: ${taken.map(answered).join(", ")}`, ...taken)
        : holds(`refused: ${shows.map(answered).join(", ")}`, ...shows);
    },
  },
  {
    id: "record-id",
    about: "Identifiers",
    sentence: "Every resource has an id, a string, that names it.",
    async run(suite) {
      const shows: Probed[] = [];
      for (const type of ["schedule", "practitioner"]) {
        const read = await suite.readSubject(type, null);
        if (read === null || objectOf(read) === null) continue;
        const id = idIn(suite.profile, type, read.resource ?? null);
        if (typeof id !== "string" && typeof id !== "number")
          return fails(`the id of the ${type} is ${kindOf(id)}`, read);
        if (String(id) !== suite.subjects.get(type))
          return fails(`the ${type} has another id than was asked for`, read);
        shows.push(read);
      }
      return shows.length === 0 ? untested(lackingAnyId) : holds("each answer has the id that was asked for", ...shows);
    },
  },
  {
    id: "schedule-prefix",
    about: "Identifiers",
    sentence: "The id of a schedule starts with the prefix of schedules.",
    async run(suite) {
      const read = await suite.readSubject("schedule", null);
      if (read === null || objectOf(read) === null) return needsId("schedule");
      const prefix = suite.profile.data.records["schedule"]?.idPrefix ?? "";
      const id = idTextIn(suite.profile, "schedule", read.resource ?? null) ?? "";
      return id.startsWith(prefix)
        ? holds(`starts with "${prefix}"`, read)
        : fails(`does not start with "${prefix}"`, read);
    },
  },
  {
    id: "references-are-ids",
    about: "Identifiers",
    sentence: "A schedule refers to its practitioner by id only, and not by the practitioner's data.",
    async run(suite) {
      const read = await suite.readSubject("schedule", null);
      const meaning = suite.profile.data.records["schedule"]?.meanings["practitioner"];
      if (read === null || objectOf(read) === null) return needsId("schedule");
      if (meaning === undefined || "via" in meaning || meaning.kind !== "reference")
        return untested("the profile keeps the practitioner on another record");
      const raw = valueAt(read.resource, meaning.at);
      const id = practitionerIn(suite, read);
      if (meaning.shape.form === "id" && typeof raw !== "string") return fails(`${meaning.at} is ${kindOf(raw)}`, read);
      return id === null
        ? fails(`no id where the profile looks (${meaning.at})`, read)
        : holds(`${meaning.at} holds an id`, read);
    },
  },
  {
    id: "references-expand",
    about: "Identifiers",
    sentence: "A reference is expanded by a GET of the referred resource in the same index.",
    needs: ["references-are-ids"],
    async run(suite) {
      const shows: Probed[] = [];
      for (const index of [null, suite.profile.testIndex]) {
        const schedule = await suite.readSubject("schedule", index);
        if (schedule === null) return needsId("schedule");
        const id = objectOf(schedule) === null ? null : practitionerIn(suite, schedule);
        if (id === null) continue;
        const practitioner = await suite.once({ operation: "readPractitioner", values: { id }, index });
        if (
          objectOf(practitioner) === null ||
          idTextIn(suite.profile, "practitioner", practitioner.resource ?? null) !== id
        )
          return fails(
            `in ${index ?? "the standard index"} the practitioner of the schedule: ${answered(practitioner)}`,
            schedule,
            practitioner,
          );
        shows.push(schedule, practitioner);
      }
      return shows.length === 0
        ? untested("no schedule was served")
        : holds("found in the index of its schedule", ...shows);
    },
  },
  {
    id: "same-ids",
    about: "Identifiers",
    sentence: "A resource that comes from the standard index has the same id in every index.",
    needs: ["index-header-selects", "test-index"],
    async run(suite) {
      const { testIndex } = suite.profile;
      const shows: Probed[] = [];
      for (const type of ["schedule", "practitioner"]) {
        const base = await suite.readSubject(type, null);
        const copy = testIndex === null ? null : await suite.readSubject(type, testIndex);
        if (base === null || copy === null || objectOf(base) === null) continue;
        if (copy.words?.reason === "unknown-index") return untested("the test index is not there for this key", copy);
        if (objectOf(copy) === null) return fails(`the ${type} in ${testIndex ?? ""}: ${answered(copy)}`, base, copy);
        if (
          !sameJson(idIn(suite.profile, type, base.resource ?? null), idIn(suite.profile, type, copy.resource ?? null))
        )
          return fails(`the ${type} has another id there`, base, copy);
        shows.push(base, copy);
      }
      return shows.length === 0
        ? untested(testIndex === null ? "the profile names no test index" : lackingAnyId)
        : holds(`the same ids in ${testIndex ?? ""}`, ...shows);
    },
  },
  {
    id: "accepted-insurances-on-schedule",
    about: "Schedule",
    sentence: "The accepted insurances are defined on the schedule.",
    async run(suite) {
      const read = await suite.readSubject("schedule", null);
      if (read === null || objectOf(read) === null) return needsId("schedule");
      const meaning = suite.profile.data.records["schedule"]?.meanings["acceptedInsurances"];
      if (meaning === undefined) return untested("the profile names no place for them");
      if ("via" in meaning) return untested(`the profile keeps them on another record (${meaning.via.join(" → ")})`);
      const raw = valueAt(read.resource, meaning.at);
      if (raw === undefined) return untested(`absent on this schedule (${meaning.at}); give another --schedule`, read);
      const ids =
        Array.isArray(raw) && meaning.kind === "set" ? raw.map((entry) => decodeId(entry, meaning.shape)) : null;
      if (raw !== null && (ids === null || ids.includes(null)))
        return fails(`${meaning.at} is ${kindOf(raw)}, and not of the profile's shape`, read);
      const prefix = meaning.kind === "set" ? suite.profile.idPrefixOf(meaning.of) : "";
      const odd = ids?.find((id) => id?.startsWith(prefix) !== true);
      return odd === undefined
        ? holds(`${meaning.at} holds ${kindOf(raw)}`, read)
        : fails(`an id without the prefix ${prefix}: ${odd ?? ""}`, read);
    },
  },
];
