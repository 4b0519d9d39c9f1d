import type { ProfileProblem, StrandedField } from "@dc/contract";
import { fieldLabel } from "@dc/directory";
import { type DecidedField, selectDecidedFields } from "#/store/tables/changes/change-reports.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { isWritableField } from "#/upstream/records/field-reading.ts";
import { InvalidCallError, type ServiceProfile } from "#/upstream/service.ts";

/**
 * The fields with overrides or drafts that this profile could not read or write. The ledger keeps them, but they
 * cannot be served or sent until the meaning is back.
 */
export async function unwritableFields(
  db: Database | Transaction,
  connectionId: string,
  profile: ServiceProfile,
): Promise<StrandedField[]> {
  const decided = await selectDecidedFields(db, connectionId);
  return decided.filter((field) => isUnwritable(profile, field)).map(describeUnwritable);
}

function isUnwritable(profile: ServiceProfile, { type, field, kind }: DecidedField): boolean {
  return field === "" ? !profile.recordTypes.includes(type) : !isWritableField(profile, type, { field, kind });
}

function describeUnwritable({ type, field, applied, held, drafts }: DecidedField): StrandedField {
  const what = field === "" ? fieldLabel(type) : `${fieldLabel(field)} of a ${fieldLabel(type)}`;
  const counts = [
    counted(applied, "override that is in the service", "overrides that are in the service"),
    counted(held, "held override", "held overrides"),
    counted(drafts, "draft", "drafts"),
  ].filter((words) => words !== null);
  const gateway = held === 0 ? "" : " Until then, the gateway answers 502 for the records of held ones.";
  const detail = `The profile has no ${what} that can be read and written: ${counts.join(", ")} would stay in the ledger until it has.${gateway}`;
  return { type, field: field === "" ? null : field, applied, held, drafts, detail };
}

function counted(count: number, single: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? single : many}`;
}

/** Why the service cannot be called by a profile. Address and key were valid at start, so the profile is the cause. */
export function callProblem(error: unknown): ProfileProblem {
  if (!(error instanceof InvalidCallError)) throw error;
  return { pointer: "/credential", message: `cannot be used to call the service: ${error.message}` };
}
