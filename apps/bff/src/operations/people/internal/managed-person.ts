import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { lockPerson, type RoleRow, selectRoles } from "#/store/tables/people/people.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { administered, isManagedBy } from "#/operations/people/list.ts";

/** A person whom the caller may disable and reset, locked until the transaction ends. */
export async function managedPerson(
  context: RequestContext,
  trx: Transaction,
  id: string,
): Promise<{ id: string; name: string; disabled_at: Date | null; roles: RoleRow[] }> {
  const person = await lockPerson(trx, id);
  if (person === undefined) throw new OperationError("not_found", "Person not found.");
  const roles = await selectRoles(trx, id);
  if (!isManagedBy(administered(context), roles))
    throw new OperationError(
      "forbidden",
      `${person.name} has a role in a connection that you do not administer. Ask its administrator.`,
    );
  return { ...person, roles };
}
