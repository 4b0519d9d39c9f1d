import { appendJournal, type JournalEntry } from "#/store/tables/activity/journal.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { RequestContext } from "./deps.ts";

type ByContext = "connectionId" | "at" | "actor" | "requestId";
type Entry = Omit<JournalEntry, ByContext> & Partial<Pick<JournalEntry, ByContext>>;

/** Appends what somebody did to the journal, now and in this connection unless the entry says otherwise. */
export async function journal(
  { actor, deps, requestId }: Pick<RequestContext, "actor" | "deps"> & { requestId: string | null },
  trx: Transaction,
  ...entries: readonly Entry[]
): Promise<number[]> {
  const common = { connectionId: deps.connection.id, at: deps.clock.now(), actor, requestId };
  return await appendJournal(trx, ...entries.map((entry) => ({ ...common, ...entry })));
}
