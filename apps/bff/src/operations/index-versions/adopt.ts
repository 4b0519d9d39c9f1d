import type { AdoptedIndexVersion, AdoptIndexVersionInput } from "@dc/contract";
import type { z } from "zod";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import {
  beginRosterImport,
  refuseTooManyLines,
  ROSTER_IMPORTS,
} from "#/operations/roster-imports/begin-roster-import.ts";
import { indexSearchText, insertIndexVersion, selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { journal } from "#/context/journal.ts";
import { chooseReferrer } from "#/operations/referrers/choose-referrer.ts";
import { json } from "#/store/sql/json.ts";
import { storedText } from "#/store/sql/stored-text.ts";
import { describeIndexVersion } from "./internal/describe-index-versions.ts";
import { verifyIndexExists } from "./verify-index-exists.ts";
import {
  listServiceIndexVersions,
  readServiceIndexVersion,
  type ServiceIndexVersion,
} from "#/upstream/index-versions/service-index-versions.ts";

/**
 * Adds an existing index version by its id, with the name that the service has for it where it can be read or listed.
 * Where it cannot, the only check is whether a record can be read in it.
 */
export async function adoptIndexVersion(
  context: RequestContext,
  input: z.output<typeof AdoptIndexVersionInput>,
): Promise<AdoptedIndexVersion> {
  const { actor, connection, deps, requestId } = context;
  refuseTooManyLines(input.roster, "/roster");
  if ((await selectIndexVersion(deps.store.db, connection.id, input.indexId)) !== undefined)
    throw operationError("already_exists", "index-version", { indexId: input.indexId });
  const told = await askForName(context, input.indexId);
  const looked = await verifyIndexExists(context, {
    indexId: input.indexId,
    roster: input.roster,
    referrerId: input.referrer !== null && "name" in input.referrer ? input.referrer.practitionerId : null,
  });
  const seen = told === null ? looked : "found";
  const name = told === null || told.name === null || told.name.trim() === "" ? null : storedText(told.name);
  const now = deps.clock.now();
  const named = {
    id: input.indexId,
    label: input.label ?? name ?? input.indexId,
    name,
  };
  const adopted = await inTransaction(context, async (trx): Promise<AdoptedIndexVersion> => {
    const referrer = await chooseReferrer(context, trx, input.referrer);
    const row = await insertIndexVersion(trx, {
      connection_id: connection.id,
      ...named,
      ...referrer,
      search: indexSearchText({ ...named, ...referrer }),
      notes: storedText(input.notes),
      origin: "adopted",
      created_at: now,
      created_by: json(actor),
    });
    if (row === undefined) throw operationError("already_exists", "index-version", { indexId: input.indexId });
    const roster = { text: input.roster, source: "paste" as const };
    const run =
      input.roster.trim() === ""
        ? null
        : await beginRosterImport(deps, trx, { indexId: row.id, roster, actor, requestId });
    await journal(context, trx, {
      subject: row.id,
      indexId: row.id,
      after: {
        label: row.label,
        referrerId: row.referrer_id,
        referrer: row.referrer_name,
        seen,
        rosterImport: run?.id ?? null,
      },
      message: { code: "index-version.adopt", params: { by: actor.name, index: row.label } },
    });
    return { indexVersion: await describeIndexVersion(context, trx, row), seen, rosterImportId: run?.id ?? null };
  });
  deps.background.trigger(ROSTER_IMPORTS);
  return adopted;
}

/** What the service says of it; null where it cannot say. Refused if it says that there is none. */
async function askForName({ deps }: RequestContext, indexId: string): Promise<ServiceIndexVersion | null> {
  const read = await readServiceIndexVersion(deps.service, indexId);
  if (read.outcome === "told") return read.value;
  if (read.outcome === "failed") {
    const { reason, detail, words } = read.failure;
    if (reason !== "missing" && reason !== "unknown-index") return null;
    throw operationError("service_refused", "index-version", { problem: detail, pointer: "/indexId", service: words });
  }
  const listed = await listServiceIndexVersions(deps.service);
  return listed.outcome === "told" ? (listed.value.find(({ id }) => id === indexId) ?? null) : null;
}
