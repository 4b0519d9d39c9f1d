import type { Json } from "#/json/json.ts";
import type { CallOptions, Exchange } from "#/transport/exchange.ts";
import type { SendOutcome } from "#/writes/outcome.ts";
import { sendOnce } from "#/writes/send-once.ts";
import { listAll } from "./list-all.ts";
import { optionalReference, optionalText, requiredText } from "./parts.ts";

/** A patient; never logged, never kept. */
export interface Patient {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly dateOfBirth: string | null;
  readonly insuranceId: string | null;
}

/** Identifying data by which a patient is found; the date as YYYY-MM-DD. */
export interface FindPatients {
  readonly dateOfBirth: string;
  readonly name: string;
}

/** A patient to be created. */
export interface CreatePatient {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly insuranceId: string;
}

/** Patients of the service. */
export interface Patients {
  find(query: FindPatients, options?: CallOptions): Promise<readonly Patient[]>;
  create(patient: CreatePatient, options?: CallOptions): Promise<SendOutcome<Patient>>;
}

/** Finds and creates patients; their data is masked in every call report. */
export function createPatients(exchange: Exchange): Patients {
  const parts = exchange.profile.data.answers.patient;
  const readPatient = (raw: Json): Patient => ({
    id: requiredText(raw, parts.id),
    firstName: optionalText(raw, parts.firstName),
    lastName: optionalText(raw, parts.lastName),
    dateOfBirth: optionalText(raw, parts.dateOfBirth),
    insuranceId: optionalReference(raw, parts.insurance),
  });
  return {
    async find({ dateOfBirth, name }, options = {}) {
      return (await listAll(exchange, "findPatients", { dateOfBirth, name }, null, options)).map(readPatient);
    },
    create: (patient, options = {}) => sendOnce(exchange, "createPatient", { ...patient }, null, options, readPatient),
  };
}
