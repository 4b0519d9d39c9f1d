import type { Plan } from "@dc/contract";
import type { Json, Operation } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { ComparedRecord } from "#/context/compared-record.ts";
import { parseStored } from "#/store/sql/json.ts";
import { type PlanRow, selectPlans } from "#/store/tables/connections/plans.ts";
import { planIdsIn, setContentOf } from "#/upstream/records/set-members.ts";
import { fitsProfile } from "#/upstream/records/to-domain.ts";

/** The plans of every plan id in the current, standard and original versions of these records, and in their changes. */
export async function plansOfRecords(deps: Deps, compared: readonly ComparedRecord[]): Promise<Plan[]> {
  const ids = new Set(
    compared.flatMap((record) => [
      ...idsOnRecords(deps, record),
      ...record.changes.flatMap(({ field, operation, record_type: type }) =>
        operation.op === "create"
          ? planSetsOf(deps, type).flatMap((name) => texts(operation.fields[name] ?? null))
          : field !== null && setContentOf(deps.service.profile, type, field) === "plans"
            ? idsInOperation(operation)
            : [],
      ),
    ]),
  );
  const known = new Map(
    (await selectPlans(deps.store.db, deps.connection.id, [...ids])).map((row) => [row.id, describePlan(row)]),
  );
  return [...ids].map((id) => known.get(id) ?? { id, payer: null, name: null, kind: null, source: "seen" });
}

export function describePlan({ id, payer, name, kind, source }: PlanRow): Plan {
  return { id, payer, name, kind, source };
}

function idsOnRecords(deps: Deps, { record, here, against, original }: ComparedRecord): string[] {
  const { profile } = deps.service;
  const first = original?.raw_text === null || original?.raw_text === undefined ? null : parseStored(original.raw_text);
  const readable = first !== null && fitsProfile(profile, record.type, first) ? first : null;
  return [here.raw, against.raw, readable].flatMap((raw) => (raw === null ? [] : planIdsIn(profile, record.type, raw)));
}

/** The meanings of a record type whose values are sets of plans. */
function planSetsOf({ service: { profile } }: Deps, type: string): string[] {
  return profile.meanings(type).flatMap(({ name, setContent }) => (setContent === "plans" ? [name] : []));
}

function idsInOperation(operation: Operation): string[] {
  switch (operation.op) {
    case "set":
      return texts(operation.value);
    case "add":
      return texts([operation.element]);
    case "remove":
      return [operation.element];
    case "replace":
      return texts([operation.element, operation.by]);
    case "reset":
    case "takeBase":
    case "pinValue":
      return "value" in operation.to ? texts(operation.to.value) : [];
    case "move":
    case "create":
    case "delete":
      return [];
  }
}

function texts(value: Json | readonly unknown[]): string[] {
  const members: readonly unknown[] = Array.isArray(value) ? value : [];
  return members.filter((member) => typeof member === "string");
}
