import { draftEntry, fail, type Handler } from "./handler.ts";
import type { Patient } from "#/spelling/spelling.ts";

export const findPatients: Handler = ({ spelling, store }, { caller, query }) => {
  const read = spelling.readPatientQuery(query);
  if (!read.ok) return read;
  const name = comparable(read.value.name);
  const found = store
    .patients(caller.fingerprint)
    .filter(
      (patient) => patient.dob === read.value.dob && comparable(`${patient.firstName} ${patient.lastName}`) === name,
    );
  return { body: spelling.spellList(found.map((patient) => spelling.spellFoundPatient(patient))) };
};

export const createPatient: Handler = (house, visit) => {
  const read = house.spelling.readPatient(visit.body);
  if (!read.ok) return read;
  const { insurance, ...person } = read.value;
  if (!visit.index.exists(insurance.kind, insurance.id))
    return fail("unknown_reference", "There is no such insurance.", insurance.field);
  const patient: Patient = {
    id: house.newId("patient"),
    owner: visit.caller.fingerprint,
    ...person,
    insurance: insurance.id,
  };
  // The person stays out of the ledger, which is for anybody who tests: the id is all it says.
  house.store.commit([
    {
      entry: draftEntry(visit, { kind: "patient", record: patient.id, index: null }),
      effects: [{ does: "add patient", patient }],
    },
  ]);
  return { body: house.spelling.spellPatient(patient) };
};

function comparable(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toLocaleLowerCase("en");
}
