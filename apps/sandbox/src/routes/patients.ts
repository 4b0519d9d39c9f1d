import type { Patient } from "#/spelling/messages.ts";
import { refusal } from "#/spelling/problem.ts";
import { ledgerDraft, type Handler } from "./handler.ts";

export const findPatients: Handler = ({ spelling, store }, { caller, query }) => {
  const parsed = spelling.parsePatientQuery(query);
  if (!parsed.ok) return parsed;
  const name = comparableName(parsed.value.name);
  const matches = store.patients(caller.fingerprint).filter(({ dob, firstName, lastName }) => {
    return dob === parsed.value.dob && comparableName(`${firstName} ${lastName}`) === name;
  });
  return { body: spelling.encodeList(matches.map((patient) => spelling.encodeListedPatient(patient))) };
};

export const createPatient: Handler = ({ spelling, store, newId }, request) => {
  const parsed = spelling.parsePatient(request.body);
  if (!parsed.ok) return parsed;
  const { insurance, ...person } = parsed.value;
  if (!request.index.exists(insurance.kind, insurance.id))
    return refusal("unknown_reference", "Insurance not found.", insurance.field);
  const patient: Patient = {
    id: newId("patient"),
    owner: request.caller.fingerprint,
    ...person,
    insurance: insurance.id,
  };
  // The control API shows the ledger to every tester, so the entry has the id alone.
  store.commit([
    {
      entry: ledgerDraft(request, { kind: "patient", record: patient.id, index: null }),
      effects: [{ does: "add patient", patient }],
    },
  ]);
  return { body: spelling.encodePatient(patient) };
};

function comparableName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toLocaleLowerCase("en");
}
