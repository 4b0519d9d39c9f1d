import type { KeptStatement } from "@dc/contract";
import type { Json } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { deleteKeptStatement, keepStatement, selectKeptStatement } from "#/store/tables/statements/kept-statements.ts";

const KEPT_MS = 30 * 86_400_000;

const keptFor = ({ personId, connection }: RequestContext) => ({ personId, connectionId: connection.id });

const sinceWhen = ({ deps }: RequestContext) => new Date(deps.clock.now().getTime() - KEPT_MS);

/** The statement that the caller began and did not stage. */
export async function readKeptStatement(context: RequestContext): Promise<KeptStatement> {
  const kept = await selectKeptStatement(context.deps.wholeStore.db, keptFor(context), sinceWhen(context));
  return { content: kept?.content ?? null, keptAt: kept?.kept_at.toISOString() ?? null };
}

export async function keepStatementOf(context: RequestContext, content: Json): Promise<void> {
  const now = context.deps.clock.now();
  await keepStatement(context.deps.wholeStore.db, keptFor(context), { content, now, since: sinceWhen(context) });
}

export async function discardKeptStatement(context: RequestContext): Promise<void> {
  await deleteKeptStatement(context.deps.wholeStore.db, keptFor(context));
}
