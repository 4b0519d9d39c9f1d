import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { selectListedPerson, selectPersonByEmail } from "#/store/tables/people/people.ts";
import { type Database, transact } from "#/store/sql/transaction.ts";
import { insertNewLink } from "./internal/insert-new-link.ts";

/**
 * As an administrator makes a link under People, for whom no administrator is left who could: whoever can write to the store
 * is let in by nobody's leave. Undefined where nobody who may sign in has this address.
 */
export async function makeOperatorLink(
  db: Database,
  deps: Pick<Deps, "clock" | "newId">,
  email: string,
): Promise<{ name: string; secret: string; expiresAt: Date } | undefined> {
  const person = await selectPersonByEmail(db, email);
  if (person === undefined) return undefined;
  return await transact(db, async (trx) => {
    const kind = (await selectListedPerson(trx, person.id))?.has_entered === true ? "reset" : "invitation";
    await appendJournal(trx, {
      connectionId: null,
      at: deps.clock.now(),
      actor: consoleActors.operator,
      subject: person.id,
      message: { code: "person.link", params: { by: consoleActors.operator.name, person: person.name, kind } },
      requestId: null,
    });
    const link = await insertNewLink(deps, trx, { personId: person.id, kind, createdBy: consoleActors.operator });
    return { name: person.name, ...link };
  });
}
