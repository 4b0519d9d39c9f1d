import type { RosterEntry, RosterQuery } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import type { CompactRow, DataTableColumn } from "#/ui/table/columns.ts";
import { NameOrId } from "#/ui/display/name-or-id.tsx";
import { State } from "#/marks/state.tsx";
import { Avatar } from "#/ui/display/avatar.tsx";
import { Count, numberText } from "#/ui/display/count.tsx";
import { worstVerdictOf, Verdict } from "#/marks/verdict.tsx";
import styles from "./roster.module.css";
import { closedText } from "#/record/bookable-note.tsx";
import { Explanation } from "#/marks/explanation.tsx";
import { NeedMarks } from "./need-marks.tsx";

const sources: { [source in RosterEntry["source"]]: string } = {
  paste: "pasted",
  csv: "from a file",
  link: "by link",
  followed: "followed",
  copied: "copied",
  created: "created here",
  sample: "sample",
};

function Mark({ row }: { row: RosterEntry }) {
  if (row.life !== null && (row.life.op === "delete" || row.life.state !== "applied"))
    return <State state={row.life.state} show="mark" label={lifecycleText(row.life)} />;
  if (row.state === "waiting") return <State state="waiting" show="mark" label="not read yet" />;
  if (row.state === "missing") return <State state="unknown" show="mark" label="not found" />;
  if (row.state === "failed") return <State state="failed" show="mark" />;
  if (row.counts === null) return <State state="draft" show="mark" label="not compared yet" />;
  return <Verdict verdict={worstVerdictOf(row.counts)} show="mark" />;
}

/** The state of a creation or deletion that was staged here. */
function lifecycleText({ op, state }: NonNullable<RosterEntry["life"]>): string {
  const done = op === "create" ? "created here" : "deleted here";
  return state === "applied" ? done : `${done}, ${state}`;
}

/** The name, and whether the record was created or is deleted here. */
function NamedRecord({ row }: { row: RosterEntry }) {
  return (
    <span className={styles["record"]} data-gone={row.life?.op === "delete" || undefined}>
      <NameOrId mark={<Mark row={row} />} name={row.name} id={row.record.id} />
      {row.life === null ? null : <small>{row.life.op === "create" ? "created here" : "deleted here"}</small>}
      {closedText(row.bookable) === null ? null : (
        <span className={styles["closed"]}>
          <bdi>{closedText(row.bookable)}</bdi>
        </span>
      )}
    </span>
  );
}

function Seen({ row, staleAfterMs }: { row: RosterEntry; staleAfterMs: number | undefined }) {
  if (row.state === "waiting") return <span>waiting</span>;
  if (row.life?.op === "delete" && row.state === "missing") return <span>deleted</span>;
  if (row.life?.op === "create" && row.lastSeenAt === null)
    return <span data-tip="Not in the service yet">not yet</span>;
  if (row.state === "missing") {
    return (
      <span className={styles["missing"]} data-tip={row.words ?? "The service has no such record in this index"}>
        not found
      </span>
    );
  }
  if (row.state === "failed" && row.lastSeenAt === null) {
    return (
      <span className={styles["missing"]} data-tip={row.words ?? "The service did not answer"}>
        failed
      </span>
    );
  }
  return <Age at={row.lastSeenAt} {...(staleAfterMs === undefined ? {} : { oldAfterMs: staleAfterMs })} />;
}

/** The schedules of a record that the service does not have yet are all known: they were created here. */
const isAllKnown = ({ life, lastSeenAt }: RosterEntry) => life?.op === "create" && lastSeenAt === null;

const Schedules = ({ row }: { row: RosterEntry }) =>
  isAllKnown(row) && row.schedules === 0 ? (
    <Count value={0} />
  ) : row.schedules === null || row.schedules === 0 ? (
    <span
      className={styles["unknownSchedules"]}
      data-tip="No schedule of this practitioner is on this roster. Add schedule ids to see its accepted insurances."
    >
      not known
    </span>
  ) : (
    <>{numberText(row.schedules)}</>
  );

interface RosterColumnsInput {
  indexId: string;
  type: "practitioner" | "schedule";
  sort: RosterQuery["sort"];
  staleAfterMs: number | undefined;
}

/** The practitioner of an entry; null while the schedule has not been read. */
export function practitionerOf({ record, practitioner }: RosterEntry): string | null {
  return record.type === "practitioner" ? record.id : (practitioner?.id ?? null);
}

/** The page of the practitioner that an entry leads to, in the order of the roster's where that is by need. */
export function practitionerHref(indexId: string, entry: RosterEntry, sort?: RosterQuery["sort"]): string | null {
  const practitionerId = practitionerOf(entry);
  if (practitionerId === null) return null;
  return paths.practitioner.href({ indexId, practitionerId }, { order: sort === "need" ? sort : null });
}

/** The columns of practitioners and of schedules: the first ones differ. */
export function rosterColumns({
  indexId,
  type,
  sort,
  staleAfterMs,
}: RosterColumnsInput): DataTableColumn<RosterEntry>[] {
  const isPractitioner = type === "practitioner";
  return [
    {
      sorts: true,
      id: "name",
      header: isPractitioner ? "Practitioner" : "Schedule",
      size: isPractitioner ? 200 : 180,
      grow: isPractitioner ? 2.2 : 2,
      cell: (row) => <NamedRecord row={row} />,
    },
    {
      id: "id",
      header: "Id",
      size: 132,
      from: "middle",
      cell: (row) => <CopyableId id={row.record.id} to={practitionerHref(indexId, row, sort) ?? undefined} quiet />,
    },
    isPractitioner
      ? {
          id: "schedules",
          header: "Schedules",
          size: 92,
          align: "end",
          cell: (row) => <Schedules row={row} />,
        }
      : {
          id: "practitioner",
          header: "Practitioner",
          size: 140,
          grow: 1.5,
          cell: (row) => <PractitionerOf row={row} to={practitionerHref(indexId, row, sort)} />,
        },
    {
      sorts: true,
      id: "need",
      header: "To settle",
      size: 156,
      grow: 1,
      narrowSize: 148,
      explanation: <Explanation of="need" />,
      cell: (row) => <NeedMarks row={row} />,
    },
    {
      id: "ours",
      header: "Ours",
      size: 60,
      align: "end",
      from: "middle",
      cell: (row) => <Count value={row.counts?.ours ?? 0} />,
    },
    {
      id: "held",
      header: "Held",
      size: 60,
      align: "end",
      cell: (row) => <Held row={row} />,
    },
    {
      id: "seen",
      header: "Last seen",
      size: 92,
      align: "end",
      quiet: true,
      cell: (row) => <Seen row={row} staleAfterMs={staleAfterMs} />,
    },
    {
      id: "source",
      header: "Source",
      size: 108,
      quiet: true,
      from: "wide",
      cell: (row) => (
        <span {...(row.sourceDetail === null ? {} : { "data-tip": row.sourceDetail })}>{sources[row.source]}</span>
      ),
    },
    {
      sorts: true,
      id: "added",
      header: "Added",
      size: 132,
      align: "end",
      quiet: true,
      from: "wide",
      cell: (row) => (
        <span style={{ display: "inline-flex", alignItems: "center", gap: 8 }}>
          <Age at={row.addedAt} />
          <Avatar name={row.addedBy.name} />
        </span>
      ),
    },
  ];
}

function Held({ row }: { row: RosterEntry }) {
  const held = row.counts?.held ?? 0;
  return held === 0 ? <Count value={0} /> : <State state="held" show={held} />;
}

function PractitionerOf({ row, to }: { row: RosterEntry; to: string | null }) {
  if (row.practitioner === null || to === null) return <span className={styles["unknownSchedules"]}>not known</span>;
  return (
    <Link to={to} tabIndex={-1} className="quiet-link">
      <NameOrId name={row.practitioner.name} id={row.practitioner.id} />
    </Link>
  );
}

export function compactRosterRow(row: RosterEntry, staleAfterMs: number | undefined): CompactRow {
  return {
    mark: <Mark row={row} />,
    title: row.name === null ? <span className="mono">{row.record.id}</span> : <bdi>{row.name}</bdi>,
    end: row.counts === null ? null : <NeedMarks row={row} withHeld />,
    under:
      closedText(row.bookable) !== null ? (
        <bdi>{closedText(row.bookable)}</bdi>
      ) : row.record.type === "schedule" ? (
        <bdi>{row.practitioner?.name ?? row.practitioner?.id ?? "unknown practitioner"}</bdi>
      ) : isAllKnown(row) && row.schedules === 0 ? (
        <>no schedule yet</>
      ) : row.schedules === null || row.schedules === 0 ? (
        <>no known schedules</>
      ) : (
        <>
          {row.schedules} {row.schedules === 1 ? "schedule" : "schedules"}
        </>
      ),
    underEnd:
      row.life !== null ? <span>{lifecycleText(row.life)}</span> : <Seen row={row} staleAfterMs={staleAfterMs} />,
  };
}
