import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { beginRosterImport } from "#/operations/roster-imports/begin-roster-import.ts";
import { type CreationRow, lockCreation, moveCreation } from "#/store/tables/directories/creations.ts";
import { indexSearchText, insertIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { journal } from "#/context/journal.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

export interface CreatedIndex {
  indexId: string;
  name: string;
  origin: "created" | "adopted";
  /** The console found it in the service's list. */
  isFound?: boolean;
  serviceRequestId: string | null;
}

/**
 * Adds the created index version with its roster. If it starts from another directory's overrides and no roster was
 * given, it gets that directory's roster. Undefined if the index version is known already.
 */
export async function addCreatedIndex(
  context: RequestContext,
  trx: Transaction,
  creation: CreationRow,
  index: CreatedIndex,
): Promise<CreationRow | undefined> {
  const { actor, connection, deps, requestId } = context;
  const now = deps.clock.now();
  // Whoever adds takes the creation first, so that no two wait for each other.
  const locked = (await lockCreation(trx, creation.id)) ?? creation;
  // The referrer may have been renamed while the request was under way.
  const { referrer_id, referrer_name, referrer_practitioner_id } = locked;
  const referrer = { referrer_id, referrer_name, referrer_practitioner_id };
  const named = { id: index.indexId, label: creation.label, name: index.name, ...referrer };
  const added = await insertIndexVersion(trx, {
    connection_id: connection.id,
    ...named,
    search: indexSearchText(named),
    notes: creation.notes,
    origin: index.origin,
    created_at: now,
    created_by: json(creation.created_by),
  });
  if (added === undefined) return undefined;
  const roster = rosterOf(creation);
  const run =
    roster === null
      ? null
      : await beginRosterImport(deps, trx, { indexId: index.indexId, roster, actor: creation.created_by, requestId });
  const row = await moveCreation(trx, creation.id, ["sending", "unknown"], {
    state: "created",
    index_id: index.indexId,
    roster_import_id: run?.id ?? null,
    request_id: index.serviceRequestId,
    reason: null,
    why: null,
    settled_at: now,
    settled_by: json(actor),
  });
  if (row === undefined) throw operationError("wrong_state", "creation-settled");
  await journal(context, trx, {
    subject: index.indexId,
    indexId: index.indexId,
    after: {
      name: index.name,
      referrerId: referrer_id,
      referrer: referrer_name,
      creation: creation.id,
      rosterImport: run?.id ?? null,
    },
    message:
      index.isFound === true
        ? { code: "index-version.found", params: { index: index.name } }
        : {
            code: index.origin === "created" ? "index-version.create" : "index-version.adopt",
            params: { by: actor.name, index: index.name },
          },
  });
  return row;
}

function rosterOf({ roster_text, overrides_from }: CreationRow) {
  if (roster_text !== null) return { text: roster_text, source: "paste" as const };
  return overrides_from === null ? null : { copyOf: overrides_from };
}
