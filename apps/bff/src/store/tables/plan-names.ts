import type { ChangeRow } from "./changes.ts";
import { selectPlans } from "./plans.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** What the catalogue calls the members that these changes name; null for one that it has no name for. */
export async function selectPlanNames(
  db: Database | Transaction,
  changes: readonly Pick<ChangeRow, "connection_id" | "kind" | "operation">[],
): Promise<(id: string) => string | null> {
  const [first] = changes;
  const ids = new Set(changes.flatMap(({ kind, operation }) => (kind === "set" ? membersIn(operation) : [])));
  if (first === undefined || ids.size === 0) return () => null;
  const plans = await selectPlans(db, first.connection_id, [...ids]);
  const names = new Map(plans.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? null;
}

function membersIn(operation: ChangeRow["operation"]): string[] {
  const named = ["element" in operation ? operation.element : null, "by" in operation ? operation.by : null];
  return named.filter((id) => typeof id === "string");
}
