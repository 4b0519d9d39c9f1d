import { nameKey, type RecordKey } from "@dc/directory";
import type { RecordReading } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { whereabouts } from "#/operations/name-choices/whereabouts.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { type KnownSchedule, selectSchedulesOf } from "#/store/tables/directories/known-names.ts";
import {
  type RosterImportLineRow,
  type RosterImportRow,
  selectLinesOfPractitioners,
} from "#/store/tables/directories/roster-imports.ts";
import { nameOf, practitionerOf } from "#/upstream/records/to-domain.ts";
import { askerOf, fitsBeside, seenBy } from "./known-practitioners.ts";

/** The schedules with which a practitioner comes, of so many that are known. */
export interface ComingSchedules {
  ids: readonly string[];
  known: number;
}

/**
 * The schedules of practitioners that lines name and the service lists none of, as rosters have them that whoever wrote the line
 * may see: those of the place or phone number on a line, else all. Each is read here, and left out where it is missing or
 * somebody else's.
 */
export async function comingSchedules(
  deps: Deps,
  run: RosterImportRow,
  {
    found,
    lines,
    maxAge,
    signal,
  }: { found: readonly RecordReading[]; lines: readonly RosterImportLineRow[]; maxAge: number; signal: AbortSignal },
): Promise<Map<string, ComingSchedules>> {
  const { connection, service, store } = deps;
  const { profile } = service;
  const named = new Set(lines.map(({ record_type: type, record_id: id }) => (type === "practitioner" ? id : null)));
  const practitioners = found.filter(({ record: { type, id } }) => type === "practitioner" && named.has(id));
  if (practitioners.length === 0 || run.lines_from !== "text") return new Map();
  const practitionerIds = practitioners.map(({ record }) => record.id);
  const naming = await selectLinesOfPractitioners(store.db, { importId: run.id, ids: practitionerIds });
  const detailsOf = new Map<string, Map<string, KnownSchedule[]>>();
  for (const line of naming) {
    const asker = askerOf(run, line);
    if (detailsOf.has(asker.id)) continue;
    const of = { connectionId: connection.id, standardIndex: profile.standardIndex, practitionerIds };
    const seen = await selectSchedulesOf((await seenBy(deps, asker)).db, of);
    detailsOf.set(
      asker.id,
      Map.groupBy(seen, ({ practitioner_id: id }) => id),
    );
  }
  const details = [...detailsOf.values()].flatMap((seen) => [...seen.values()].flat());
  if (details.length === 0) return new Map();
  const here = await refreshReadings(
    deps,
    [...new Set(details.map(({ id }) => id))].map((id) => ({ indexId: run.index_id, type: "schedule", id, maxAge })),
    signal,
  );
  const isNot = new Set(
    here.flatMap(({ record, state, raw }) => {
      const owner = raw === null ? null : practitionerOf(profile, record.type, record.id, raw);
      const isTheirs = details.some((one) => one.id === record.id && one.practitioner_id === owner);
      return state === "missing" || (raw !== null && !isTheirs) ? [record.id] : [];
    }),
  );
  const linesOf = Map.groupBy(naming, ({ record_id: id }) => id);
  const coming = new Map<string, ComingSchedules>();
  for (const { record, raw } of practitioners) {
    const name = raw === null ? null : nameOf(profile, record.type, raw);
    const ids = new Set<string>();
    const known = new Set<string>();
    for (const line of linesOf.get(record.id) ?? []) {
      const seen = detailsOf.get(askerOf(run, line).id)?.get(record.id) ?? [];
      const bySchedule = [
        ...Map.groupBy(
          seen.filter(({ id }) => !isNot.has(id)),
          ({ id }) => id,
        ),
      ];
      for (const [id] of bySchedule) known.add(id);
      const beside = besideOf(line, { record, name });
      const fitting = bySchedule.filter(([, rows]) => fitsBeside(beside, whereabouts(rows), profile.defaultRegion));
      for (const [id] of fitting.length === 0 ? bySchedule : fitting) ids.add(id);
    }
    if (ids.size > 0) coming.set(record.id, { ids: [...ids], known: known.size });
  }
  return coming;
}

/** What stands on a line beside the practitioner's id and name. */
function besideOf(
  { sought, text }: RosterImportLineRow,
  { record, name }: { record: RecordKey; name: string | null },
): string {
  if (sought?.beside !== undefined) return sought.beside;
  const own = nameKey(name ?? "");
  return text
    .split(/[;,\t]/)
    .filter((part) => part.trim() !== record.id && (own === "" || nameKey(part) !== own))
    .join("; ");
}
