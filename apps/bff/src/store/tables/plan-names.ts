import type { ChangeRow } from "./changes.ts";
import { selectPlans } from "./plans.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

type MemberChange = Pick<ChangeRow, "connection_id" | "kind" | "operation">;

/** What the catalogue calls the members that these changes name, by id; one without a name is left out. */
export async function selectMemberNames(
  db: Database | Transaction,
  changes: readonly MemberChange[],
): Promise<(change: MemberChange) => { [id: string]: string }> {
  const [first] = changes;
  const ids = new Set(changes.flatMap(({ kind, operation }) => (kind === "set" ? membersIn(operation) : [])));
  if (first === undefined || ids.size === 0) return () => ({});
  const plans = await selectPlans(db, first.connection_id, [...ids]);
  const names = new Map(plans.map(({ id, name }) => [id, name]));
  return ({ kind, operation }) =>
    Object.fromEntries(
      (kind === "set" ? membersIn(operation) : []).flatMap((id) => {
        const name = names.get(id) ?? null;
        return name === null ? [] : [[id, name]];
      }),
    );
}

function membersIn(operation: ChangeRow["operation"]): string[] {
  const named = ["element" in operation ? operation.element : null, "by" in operation ? operation.by : null];
  return named.filter((id) => typeof id === "string");
}
