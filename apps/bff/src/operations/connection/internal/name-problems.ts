import type { FieldError } from "@dc/contract";
import { foldText } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectConnections } from "#/store/tables/connections/connection.ts";

/**
 * A name that another connection has cannot be told from it where one switches between them, and a request that was repeated
 * after a lost answer would add the same connection twice, for good. Only what the caller sees counts, so that the answer
 * tells nothing of others; and only what is in use, so that a connection can take the place of an older one.
 */
export async function nameProblems(
  { roles }: Pick<RequestContext, "roles">,
  trx: Transaction,
  { name, otherThan }: { name: string; otherThan?: string },
): Promise<readonly FieldError[]> {
  const seen = new Set(roles.map(({ connectionId }) => connectionId));
  const isTaken = (await selectConnections(trx)).some(
    (one) =>
      one.id !== otherThan && one.archived_at === null && seen.has(one.id) && foldText(one.name) === foldText(name),
  );
  return isTaken ? [{ pointer: "/name", detail: "is the name of another connection already; choose another one" }] : [];
}
