import { decodeId, isJsonObject, valueAt, type Json } from "@dc/api-client";
import { listIn } from "#/service/check-session.ts";
import { describeKind, describeRefusal } from "#/service/describe-answer.ts";
import { closedText } from "#/suggestions/bookable-problem.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { fails, holds, needsEntry, needsId, untested, type Check, type Finding } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";

/** The patient that a run with writes makes, and finds again in the next one. */
export const madeUpPerson = { firstName: "Contract", lastName: "Probe-Person", dateOfBirth: "1970-01-02" };

/** The same patient as search values. */
export const madeUpPatient = {
  name: `${madeUpPerson.firstName} ${madeUpPerson.lastName}`,
  dateOfBirth: madeUpPerson.dateOfBirth,
};

// A person whom no service knows, so that the search shows nobody's data.
const nobody = { name: "Contract Probe-Nobody", dateOfBirth: "1901-02-03" };

function partValue(raw: Json | undefined, part: { readonly at: string } | undefined): Json | undefined {
  return part === undefined ? undefined : valueAt(raw, part.at);
}

/** Looks for the given patient, else for the one that an earlier run may have made. */
function findPatients(session: ContractSession): Promise<ProbeResult> {
  return session.sendCached({ operation: "findPatients", values: { ...(session.patient ?? madeUpPatient) } });
}

const isoMilliseconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function fits(value: Json | undefined, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

/** True for an integer, given as a number or as text. */
function wholeNumber(value: Json | undefined): boolean {
  return typeof value === "number" ? Number.isInteger(value) : typeof value === "string" && /^\d+$/.test(value);
}

async function listSlots(session: ContractSession) {
  const slots = await session.openSlots(null);
  return { slots, list: slots === null ? [] : (listIn(slots) ?? []) };
}

async function noSlot(session: ContractSession, slots: ProbeResult | null): Promise<Finding> {
  const told = `no open slot of the schedule in the two weeks from tomorrow${await closedText(session)}`;
  return untested(told, ...(slots === null ? [] : [slots]));
}

/** Patients and open slots. */
export const bookingChecks: readonly Check[] = [
  {
    id: "patients-array",
    about: "Endpoints",
    sentence: "GET of patients by date of birth and name answers an array of the patients that match.",
    async run(session) {
      if (!session.hasOperation("findPatients")) return untested("the profile has no operation findPatients");
      const search = await findPatients(session);
      if (!search.isAccepted)
        return fails(
          `${describeRefusal(search)}${session.patient === null ? " for a search for a made-up person" : ""}`,
          search,
        );
      if (listIn(search) === null) return fails(`answered ${describeKind(search.resource ?? search.body)}`, search);
      return holds(`answered ${describeKind(search.resource)}`, search);
    },
  },
  {
    id: "patient-fields",
    about: "Patient",
    sentence: "A patient has an id, a first name, a date of birth (YYYY-MM-DD) and an insurance with an id.",
    needs: ["patients-array"],
    async run(session) {
      if (!session.hasOperation("findPatients")) return untested("the profile has no operation findPatients");
      const search = await findPatients(session);
      const [patient] = listIn(search) ?? [];
      if (patient === undefined && session.patient === null)
        return untested("needs --patient-name and --patient-dob of a patient of this service");
      if (patient === undefined) return untested("no patient of this name and date of birth was found", search);
      const { id, firstName, dateOfBirth, insurance } = session.profile.data.answers.patient;
      const raw = partValue(patient, id);
      const wrong = [
        (typeof raw !== "string" && typeof raw !== "number") || !String(raw).startsWith(id.idPrefix ?? "")
          ? id.at
          : null,
        firstName !== undefined && typeof partValue(patient, firstName) !== "string" ? firstName.at : null,
        dateOfBirth !== undefined && !fits(partValue(patient, dateOfBirth), /^\d{4}-\d{2}-\d{2}$/)
          ? dateOfBirth.at
          : null,
        insurance !== undefined &&
        partValue(patient, insurance) !== null &&
        decodeId(partValue(patient, insurance), insurance.shape) === null
          ? insurance.at
          : null,
      ].filter((pointer) => pointer !== null);
      return wrong.length > 0
        ? fails(`missing or of the wrong kind: ${wrong.join(", ")}`, search)
        : holds("all parts are present", search);
    },
  },
  {
    id: "patients-match",
    about: "Endpoints",
    sentence: "Only patients that match both the date of birth and the name are answered.",
    needs: ["patients-array"],
    async run(session) {
      if (!session.hasOperation("findPatients")) return untested("the profile has no operation findPatients");
      const none = await session.sendCached({ operation: "findPatients", values: { ...nobody } });
      const count = listIn(none)?.length ?? 0;
      if (count > 0) return fails(`${String(count)} patients for a search that should find nobody`, none);
      if (session.patient === null) return holds("no patient is found for a made-up person", none);
      const otherDay = await session.sendCached({
        operation: "findPatients",
        values: { ...session.patient, dateOfBirth: nobody.dateOfBirth },
      });
      return (listIn(otherDay)?.length ?? 0) > 0
        ? fails("the patient is found under another date of birth", otherDay)
        : holds("no patient is found for another date of birth or for a made-up person", none, otherDay);
    },
  },
  {
    id: "slots-array",
    about: "Availability",
    sentence: "A schedule's open slots are listed as an array of slots.",
    async run(session) {
      const slots = await session.openSlots(null);
      if (slots === null)
        return untested(
          session.hasOperation("listOpenSlots") ? needsId("schedule") : "the profile has no operation listOpenSlots",
        );
      // The interface says no path and no parameters of this list.
      if (!slots.isAccepted || (listIn(slots) === null && !slots.isSuccess))
        return needsEntry("/operations/listOpenSlots", slots);
      return listIn(slots) === null
        ? fails(`answered ${describeKind(slots.resource ?? slots.body)}`, slots)
        : holds(`answered ${describeKind(slots.resource)}`, slots);
    },
  },
  {
    id: "slot-start",
    about: "Availability",
    sentence: "A slot starts at an ISO 8601 timestamp in UTC, with milliseconds, ending in Z.",
    needs: ["slots-array"],
    async run(session) {
      const { slots, list } = await listSlots(session);
      if (slots === null || list.length === 0) return noSlot(session, slots);
      const part = session.profile.data.answers.openSlot.startAt;
      const odd = list.map((slot) => partValue(slot, part)).find((value) => !fits(value, isoMilliseconds));
      return odd === undefined
        ? holds(`all ${String(list.length)} do`, slots)
        : fails(`one starts at ${JSON.stringify(odd)}`, slots);
    },
  },
  {
    id: "slot-duration",
    about: "Availability",
    sentence: "A slot's duration is an integer.",
    needs: ["slots-array"],
    async run(session) {
      const { slots, list } = await listSlots(session);
      if (slots === null || list.length === 0) return noSlot(session, slots);
      const part = session.profile.data.answers.openSlot.duration;
      const odd = list.map((slot) => partValue(slot, part)).find((value) => !wholeNumber(value));
      return list.every((slot) => isJsonObject(slot) && wholeNumber(partValue(slot, part)))
        ? holds(`all ${String(list.length)} are`, slots)
        : fails(`one is ${JSON.stringify(odd)}`, slots);
    },
  },
];
