import type { JsonObject } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import {
  type CataloguePlan,
  insertSeenPlans,
  selectNamelessPlans,
  selectPlans,
  upsertPlans,
} from "#/store/tables/connections/plans.ts";
import { storedText } from "#/store/sql/stored-text.ts";
import { transact } from "#/store/sql/transaction.ts";
import { fetchRecord } from "#/upstream/records/fetch-record.ts";
import { listRecords } from "#/upstream/records/list-records.ts";
import { fitsProfile } from "#/upstream/records/to-domain.ts";

/** The name of this background task. */
export const PLAN_NAMES = "plan names";

const MOST_AT_ONCE = 500;

/**
 * Fills the plan catalogue from a record type with names, if the profile has one: from its list if there is one, else
 * plan by plan. Names from a catalogue file are kept.
 */
export async function updatePlanNames(deps: Deps, signal: AbortSignal): Promise<void> {
  const { profile, client } = deps.service;
  const type = profile.planType;
  if (!profile.recordTypes.includes(type) || signal.aborted) return;
  const nameless = await selectNamelessPlans(deps.store.db, deps.connection.id, MOST_AT_ONCE);
  if (nameless.length === 0) return;
  const listed = await listRecords(deps.service, { indexId: profile.standardIndex, type });
  if (listed.outcome === "listed") {
    await saveNames(deps, type, listed.records);
    return;
  }
  if (client.writes.capability(`read${type.charAt(0).toUpperCase()}${type.slice(1)}`).state === "stub") return;
  const usable = nameless.filter((id) => profile.fitsId(type, id));
  const read = await Promise.all(
    usable.map(async (id) => ({
      id,
      fetched: await fetchRecord(deps.service, { indexId: profile.standardIndex, type, id }),
    })),
  );
  await saveNames(
    deps,
    type,
    read.flatMap(({ id, fetched }) => (fetched.outcome === "found" ? [{ id, raw: fetched.record.raw }] : [])),
  );
}

async function saveNames(deps: Deps, type: string, records: readonly { id: string; raw: JsonObject }[]): Promise<void> {
  const connectionId = deps.connection.id;
  const fitting = records.filter(({ raw }) => fitsProfile(deps.service.profile, type, raw));
  const plans = [...new Map(fitting.map(({ id, raw }) => [id, toPlan(deps, type, id, raw)])).values()];
  await transact(deps.store.db, async (trx) => {
    const ids = plans.map(({ id }) => id);
    await insertSeenPlans(trx, connectionId, ids);
    const given = new Set(
      (await selectPlans(trx, connectionId, ids)).flatMap(({ id, source }) => (source === "csv" ? [id] : [])),
    );
    await upsertPlans(
      trx,
      connectionId,
      plans.filter(({ id }) => !given.has(id)),
    );
  });
}

function toPlan({ service: { profile } }: Deps, type: string, id: string, raw: JsonObject): CataloguePlan {
  const readings = profile.decode(type, raw);
  const text = (meaning: string) => {
    const reading = readings[meaning];
    return reading !== undefined && "value" in reading && typeof reading.value === "string"
      ? storedText(reading.value)
      : null;
  };
  return { id: storedText(id), payer: text("payer"), name: text("name"), kind: text("kind"), source: "profile" };
}
