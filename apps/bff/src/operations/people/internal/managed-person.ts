import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
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
  if (person === undefined) throw operationError("not_found", "person");
  const roles = await selectRoles(trx, id);
  if (!isManagedBy(administered(context), roles))
    throw operationError("forbidden", "administered-elsewhere", { name: person.name });
  return { ...person, roles };
}
