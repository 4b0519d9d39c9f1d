import type { RosterEntry } from "@dc/contract";
import { Age } from "#/ui/text/age.tsx";
import { CopyableId } from "#/ui/text/copyable-id.tsx";
import type { Room } from "#/ui/page/viewport.ts";
import type { CompactRow, DataTableColumn } from "#/ui/table/column.ts";
import { Named } from "#/ui/text/name-or-id.tsx";
import { State } from "#/marks/state.tsx";
import { Avatar } from "#/ui/text/avatar.tsx";
import { Count } from "#/ui/text/count.tsx";
import { VerdictMarks, worstOf } from "#/marks/verdict-marks.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import styles from "./roster.module.css";

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
    return <State state={row.life.state} show="mark" label={lifeWords(row.life)} />;
  if (row.state === "waiting") return <State state="waiting" show="mark" label="not read yet" />;
  if (row.state === "missing") return <State state="unknown" show="mark" label="not found" />;
  if (row.state === "failed") return <State state="failed" show="mark" />;
  if (row.counts === null) return <State state="draft" show="mark" label="not compared yet" />;
  return <Verdict verdict={worstOf(row.counts)} show="mark" />;
}

/** What our own creation or deletion makes of it. */
function lifeWords({ op, state }: NonNullable<RosterEntry["life"]>): string {
  const done = op === "create" ? "created here" : "deleted here";
  return state === "applied" ? done : `${done}, ${state}`;
}

/** The name, and whether the record was created or is deleted here. */
function NamedRecord({ row }: { row: RosterEntry }) {
  return (
    <span className={styles["record"]} data-gone={row.life?.op === "delete" || undefined}>
      <Named mark={<Mark row={row} />} name={row.name} id={row.record.id} />
      {row.life === null ? null : <small>{row.life.op === "create" ? "created here" : "deleted here"}</small>}
    </span>
  );
}

function Seen({ row, staleAfterMs }: { row: RosterEntry; staleAfterMs: number | undefined }) {
  if (row.state === "waiting") return <span>waiting</span>;
  if (row.life?.op === "delete" && row.state === "missing") return <span>deleted</span>;
  if (row.life?.op === "create" && row.lastSeenAt === null)
    return <span data-tip="The service has not got it yet">not yet</span>;
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

/** A record that the service has not got yet has the schedules that were created for it, and no others. */
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
    <>{row.schedules.toLocaleString("en")}</>
  );

function common(staleAfterMs: number | undefined, room: Room): DataTableColumn<RosterEntry>[] {
  return [
    {
      id: "need",
      header: "Open drift",
      width: room === "narrow" ? "minmax(132px, 1fr)" : "minmax(156px, 1fr)",
      sortable: true,
      cell: (row) =>
        row.counts === null ? (
          <span className={styles["unknownSchedules"]}>not compared</span>
        ) : (
          <VerdictMarks tally={row.counts} />
        ),
    },
    {
      id: "ours",
      header: "Ours",
      width: "60px",
      align: "end",
      hidden: room === "narrow",
      cell: (row) => <Count value={row.counts?.ours ?? 0} />,
    },
    {
      id: "held",
      header: "Held",
      width: "60px",
      align: "end",
      cell: (row) =>
        (row.counts?.held ?? 0) === 0 ? <Count value={0} /> : <State state="held" show={row.counts?.held ?? 0} />,
    },
    {
      id: "seen",
      header: "Last seen",
      width: "92px",
      align: "end",
      quiet: true,
      cell: (row) => <Seen row={row} staleAfterMs={staleAfterMs} />,
    },
    {
      id: "source",
      header: "Source",
      width: "108px",
      quiet: true,
      hidden: room !== "wide",
      cell: (row) => (
        <span {...(row.sourceDetail === null ? {} : { "data-tip": row.sourceDetail })}>{sources[row.source]}</span>
      ),
    },
    {
      id: "added",
      header: "Added",
      width: "132px",
      align: "end",
      sortable: true,
      hidden: room !== "wide",
      quiet: true,
      cell: (row) => (
        <span style={{ display: "inline-flex", alignItems: "center", gap: 8 }}>
          <Age at={row.addedAt} />
          <Avatar name={row.addedBy.name} />
        </span>
      ),
    },
  ];
}

export function rosterColumns(
  type: "practitioner" | "schedule",
  staleAfterMs: number | undefined,
  room: Room,
): readonly DataTableColumn<RosterEntry>[] {
  const id: DataTableColumn<RosterEntry> = {
    id: "id",
    header: "Id",
    width: "132px",
    hidden: room === "narrow",
    cell: (row) => <CopyableId id={row.record.id} quiet />,
  };
  if (type === "practitioner") {
    return [
      {
        id: "name",
        header: "Practitioner",
        width: "minmax(200px, 2.2fr)",
        sortable: true,
        cell: (row) => <NamedRecord row={row} />,
      },
      id,
      { id: "schedules", header: "Schedules", width: "92px", align: "end", cell: (row) => <Schedules row={row} /> },
      ...common(staleAfterMs, room),
    ];
  }
  return [
    {
      id: "name",
      header: "Schedule",
      width: "minmax(180px, 2fr)",
      sortable: true,
      cell: (row) => <NamedRecord row={row} />,
    },
    id,
    {
      id: "practitioner",
      header: "Practitioner",
      width: "minmax(140px, 1.5fr)",
      cell: (row) =>
        row.practitioner === null ? (
          <span className={styles["unknownSchedules"]}>not known</span>
        ) : (
          <Named name={row.practitioner.name} id={row.practitioner.id} />
        ),
    },
    ...common(staleAfterMs, room),
  ];
}

export function compactRosterRow(row: RosterEntry, staleAfterMs: number | undefined): CompactRow {
  return {
    mark: <Mark row={row} />,
    title: row.name === null ? <span className="mono">{row.record.id}</span> : <bdi>{row.name}</bdi>,
    end: row.counts === null ? null : <VerdictMarks tally={row.counts} />,
    under:
      row.record.type === "schedule" ? (
        <bdi>{row.practitioner?.name ?? row.practitioner?.id ?? "practitioner not known"}</bdi>
      ) : isAllKnown(row) && row.schedules === 0 ? (
        <>no schedule yet</>
      ) : row.schedules === null || row.schedules === 0 ? (
        <>schedules not known</>
      ) : (
        <>
          {row.schedules} {row.schedules === 1 ? "schedule" : "schedules"}
        </>
      ),
    underEnd: row.life !== null ? <span>{lifeWords(row.life)}</span> : <Seen row={row} staleAfterMs={staleAfterMs} />,
  };
}
