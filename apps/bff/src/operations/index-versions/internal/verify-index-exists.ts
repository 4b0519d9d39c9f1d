import type { AdoptedIndexVersion } from "@dc/contract";
import { parseRoster, type RecordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { rosterOptions, toLine } from "#/operations/roster-imports/internal/begin-roster-import.ts";
import { selectAnyRecord } from "#/store/tables/roster.ts";

interface IndexToLookInto {
  indexId: string;
  /** The lines that came along with it. */
  roster: string;
  referrerId: string | null;
  /** True where nothing may rest on an index that the service could not be asked about. */
  mustAnswer?: boolean;
}

/** Reads one record in an index, of those that came along or are known elsewhere. Refused when the service says that there is no such index. */
export async function verifyIndexExists(
  context: RequestContext,
  { indexId, roster, referrerId, mustAnswer = false }: IndexToLookInto,
): Promise<AdoptedIndexVersion["seen"]> {
  const { deps, connection } = context;
  const record =
    recordOn(context, roster) ??
    (referrerId === null ? undefined : { type: "practitioner", id: referrerId }) ??
    (await selectAnyRecord(deps.store.db, connection.id));
  if (record === undefined) return "could not check";
  const { state, failed } = await refreshReading(context.deps, { indexId, ...record, maxAge: 0 });
  if (failed !== null && (mustAnswer || failed.reason === "unknown-index")) {
    if (failed.reason !== "unknown-index")
      throw new OperationError(
        "service_unreachable",
        `${failed.detail} It is not known whether ${indexId} exists. Try again.`,
      );
    throw new OperationError("service_refused", failed.detail, {
      errors: [{ pointer: "/indexId", detail: "is not an index version that the service knows for this key" }],
      ...(failed.words === null ? {} : { service: failed.words }),
    });
  }
  return state === "found" ? "found" : "could not check";
}

function recordOn({ deps }: RequestContext, roster: string): RecordKey | undefined {
  const line = parseRoster(roster, rosterOptions(deps))
    .lines.map(toLine)
    .find(({ state }) => state === "waiting");
  return line?.record_type && line.record_id ? { type: line.record_type, id: line.record_id } : undefined;
}
