import type { BriefChange } from "@dc/contract";
import { shapeOf, toldChangeText, touchedElements } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { nameChanges } from "#/ledger/name-changes.ts";
import { selectChangesBetween, selectRosterMoves } from "#/store/tables/directories/briefs.ts";
import { type ChangeRow, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { lastDayOf, selectEvidence } from "#/store/tables/changes/evidence.ts";
import { selectOwners } from "#/store/tables/records/record-names.ts";
import { setContentOf } from "#/upstream/records/set-members.ts";

const MOST_TOLD = 200;

/** What came to be, ended, came or left between two moments, the newest first. */
export async function changesBetween(
  { connection, deps }: RequestContext,
  { indexId, from, to }: { indexId: string; from: Date; to: Date },
): Promise<{ changes: BriefChange[]; total: number }> {
  const { db } = deps.store;
  const where = { connectionId: connection.id, indexId, from, to, limit: MOST_TOLD };
  const [found, moves] = await Promise.all([selectChangesBetween(db, where), selectRosterMoves(db, where)]);
  const rows = new Map(
    (
      await selectChangesByIds(
        db,
        found.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const changes = [...rows.values()];
  const [named, ownerOf, evidence] = await Promise.all([
    nameChanges(deps, db, changes),
    selectOwners(db, changes),
    selectEvidence(
      db,
      changes.flatMap(({ evidence_id: id }) => id ?? []),
    ),
  ]);
  const told = found.flatMap(({ id, at, is_ended: isEnded }): BriefChange[] => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const given = row.evidence_id === null ? undefined : evidence.get(row.evidence_id);
    const change = named(row);
    const text = toldChangeText(change);
    return [
      {
        id,
        at: at.toISOString(),
        standing: isEnded || row.state === "applied" ? "set" : "held",
        text: isEnded ? `Taken back: ${text}` : text,
        saidBy: given?.source ?? row.created_by.name,
        verifiedOn: given?.verifiedOn ?? null,
        until: isEnded ? null : lastDayOf(row, given),
        ...toldOf(row, deps),
        practitioner:
          row.record_type === "practitioner" ? { id: row.record_id, name: change.record.name } : ownerOf(row),
      },
    ];
  });
  const moved = moves.map(({ id, at, name, by, is_gone: isGone }): BriefChange => ({
    id: `${isGone ? "left" : "came"} ${id} ${at.getTime()}`,
    at: at.toISOString(),
    standing: "set",
    text: `${name ?? id} ${isGone ? "left this directory" : "is new in this directory"}.`,
    saidBy: by.name,
    verifiedOn: null,
    until: null,
    kind: isGone ? "left" : "came",
    record: null,
    field: null,
    parts: [],
    about: "other",
    practitioner: { id, name },
  }));
  return {
    changes: [...told, ...moved].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MOST_TOLD),
    total: (found[0]?.total ?? 0) + (moves[0]?.total ?? 0),
  };
}

function toldOf(
  { record_type: type, record_id: id, field, kind, operation }: ChangeRow,
  { service: { profile } }: Pick<Deps, "service">,
): Pick<BriefChange, "kind" | "record" | "field" | "parts" | "about"> {
  const isPlan = field !== null && setContentOf(profile, type, field) === "plans";
  return {
    kind: "changed",
    record: { type, id },
    field,
    parts: touchedElements(operation, profile.defaultRegion) ?? [],
    about: kind !== null && shapeOf(kind) === "keyed" ? "number" : isPlan ? "plan" : "other",
  };
}
