import type { AdoptedIndexVersion } from "@dc/contract";
import { parseRoster, type RecordKey } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { rosterOptions } from "#/operations/roster-imports/begin-roster-import.ts";
import { toLine } from "#/operations/roster-imports/parsed-lines.ts";
import { selectAnyRecord } from "#/store/tables/directories/roster.ts";
import { fetchRecord } from "#/upstream/records/fetch-record.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";

interface IndexToLookInto {
  indexId: string;
  /** The roster lines given with the index. */
  roster: string;
  referrerId: string | null;
  /** True if an index must not be used while the service cannot confirm it. */
  mustAnswer?: boolean;
}

/**
 * Reads a record in an index to see whether the index exists: a given or known record, else an id that no record has.
 * Refused if the service says that there is no such index.
 */
export async function verifyIndexExists(
  context: RequestContext,
  { indexId, roster, referrerId, mustAnswer = false }: IndexToLookInto,
): Promise<AdoptedIndexVersion["seen"]> {
  const { deps, connection } = context;
  const record =
    recordOn(context, roster) ??
    (referrerId === null ? undefined : { type: "practitioner", id: referrerId }) ??
    (await selectAnyRecord(deps.store.db, connection.id));
  const asked = record === undefined ? await askForNobody(deps, indexId) : await askFor(deps, indexId, record);
  const { failure } = asked;
  if (failure !== null && (mustAnswer || failure.reason === "unknown-index")) {
    if (failure.reason !== "unknown-index")
      throw operationError("service_unreachable", "index-version", { problem: failure.detail, indexId });
    throw operationError("service_refused", "index-version", {
      problem: failure.detail,
      pointer: "/indexId",
      service: failure.words,
    });
  }
  return asked.isFound ? "found" : "could not check";
}

interface Answered {
  isFound: boolean;
  failure: Pick<ServiceFailure, "reason" | "detail" | "words"> | null;
}

async function askFor(deps: Deps, indexId: string, record: RecordKey): Promise<Answered> {
  const { state, failed } = await refreshReading(deps, { indexId, ...record, maxAge: 0 });
  return { isFound: state === "found", failure: failed };
}

/** An existing index answers that it has no such record; the answer is not stored. */
async function askForNobody({ service }: Deps, indexId: string): Promise<Answered> {
  const id = `${service.profile.idPrefixOf("schedule")}0000nobody0000`;
  const fetched = await fetchRecord(service, { indexId, type: "schedule", id });
  return { isFound: false, failure: fetched.outcome === "failed" ? fetched.failure : null };
}

function recordOn({ deps }: RequestContext, roster: string): RecordKey | undefined {
  const line = parseRoster(roster, rosterOptions(deps))
    .lines.map(toLine)
    .find(({ state }) => state === "waiting");
  return line?.record_type && line.record_id ? { type: line.record_type, id: line.record_id } : undefined;
}
