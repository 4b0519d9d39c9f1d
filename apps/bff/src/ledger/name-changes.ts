import {
  type Choice,
  type Json,
  type NamedChange,
  type Operation,
  type Reading,
  shapeOf,
  toldPart,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { memberNames, type SetMember } from "#/records/member-names.ts";
import { recordNames } from "#/records/record-names.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { wordingOf } from "#/upstream/records/field-wording.ts";

type KeptChange = Parameters<typeof toLedgerChange>[0] & Pick<ChangeRow, "connection_id" | "index_id" | "value_before">;

/** Adds the names that sentences about these changes use, in a fixed number of queries. */
export async function nameChanges(
  deps: Deps,
  db: Database | Transaction,
  changes: readonly KeptChange[],
): Promise<(change: KeptChange) => NamedChange> {
  const nameOf = await recordNames(deps, db, changes);
  const nameOfMember = await memberNames(deps, db, changes.flatMap(membersIn));
  return (row) => {
    const { operation, field, kind, baseSeen } = toLedgerChange(row);
    const ofField = { ...(field === undefined ? {} : { field }), ...(kind === undefined ? {} : { kind }) };
    const members = membersIn(row).flatMap((member) => {
      const name = nameOfMember(member);
      return name === null ? [] : [[member.id, name] as const];
    });
    const wording = field === undefined ? null : wordingOf(deps.service.profile, row.record_type, field);
    const choices = wording?.choices == null ? [] : choicesIn(wording.choices, [operation, row.value_before, baseSeen]);
    const change = { operation, ...ofField, baseSeen, valueBefore: row.value_before };
    return {
      change: toldPart(
        change,
        members.map(([, name]) => name),
      ),
      record: { type: row.record_type, name: nameOf(row) ?? row.record_id },
      index: row.index_id,
      members: Object.fromEntries(members),
      ...(wording === null || wording.label === null ? {} : { label: wording.label }),
      ...(choices.length === 0 ? {} : { choices }),
    };
  };
}

function choicesIn(choices: readonly Choice[], parts: readonly (Operation | Reading | null)[]): Choice[] {
  const names = new Set(parts.flatMap(valuesIn).map((value) => JSON.stringify(value)));
  return choices.filter(({ value }) => names.has(JSON.stringify(value)));
}

/** The whole values that an operation or a reading has. */
function valuesIn(part: Operation | Reading | null): Json[] {
  if (part === null || "absent" in part) return [];
  if ("value" in part) return [part.value];
  return "to" in part ? valuesIn(part.to) : [];
}

/** The set members that a change names. */
export function membersIn({ kind, field, operation, index_id, record_type }: KeptChange): SetMember[] {
  if (field === null || shapeOf(kind ?? "json") !== "members") return [];
  const value = operation.op === "set" && Array.isArray(operation.value) ? operation.value : [];
  const named = ["element" in operation ? operation.element : null, "by" in operation ? operation.by : null, ...value];
  return named.flatMap((id) => (typeof id === "string" ? [{ index_id, record_type, field, id }] : []));
}
