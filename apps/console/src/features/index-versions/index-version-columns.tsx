import type { IndexVersion } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/app/paths.ts";
import { Age } from "#/ui/text/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/text/copyable-id.tsx";
import type { Room } from "#/ui/page/viewport.ts";
import type { CompactRow, DataTableColumn, PinnedRow } from "#/ui/table/column.ts";
import { Icon } from "#/ui/text/icon.tsx";
import { Named } from "#/ui/text/name-or-id.tsx";
import { State } from "#/marks/state.tsx";
import { Avatar } from "#/ui/text/avatar.tsx";
import { Count } from "#/ui/text/count.tsx";
import { VerdictMarks, worstOf } from "#/marks/verdict-marks.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import styles from "./index-versions.module.css";
import { nameOfIndex } from "#/index-choice/index-name.ts";

const Mark = ({ row }: { row: IndexVersion }) => <Verdict verdict={worstOf(row.counts)} show="mark" />;

const Review = ({ overdue }: { overdue: number }) =>
  overdue === 0 ? (
    <Count value={0} />
  ) : (
    <span className={styles["overdue"]}>
      <Icon name="clock" size={13} />
      {overdue} overdue
    </span>
  );

const Held = ({ row }: { row: IndexVersion }) => (
  <>
    {row.overrides.unknown > 0 ? <State state="unknown" show={row.overrides.unknown} /> : null}
    {row.overrides.held > 0 ? <State state="held" show={row.overrides.held} /> : null}
    {row.overrides.held + row.overrides.unknown === 0 ? <Count value={0} /> : null}
  </>
);

export interface ColumnChoice {
  /** A review is overdue in some row; else the column would say nothing. */
  withReview: boolean;
  room: Room;
}

export const indexVersionColumns = ({ withReview, room }: ColumnChoice): readonly DataTableColumn<IndexVersion>[] => [
  {
    id: "name",
    header: "Directory",
    width: "minmax(168px, 2.2fr)",
    sortable: true,
    cell: (row) => <Named mark={<Mark row={row} />} name={nameOfIndex(row)} id={row.id} />,
  },
  { id: "id", header: "Id", width: "164px", hidden: room !== "wide", cell: (row) => <CopyableId id={row.id} quiet /> },
  {
    id: "referrer",
    header: "Referrer",
    width: "minmax(132px, 1.8fr)",
    hidden: room === "narrow",
    cell: (row) => (row.referrer === null ? <Count value={0} /> : <bdi>{row.referrer.name}</bdi>),
  },
  {
    id: "roster",
    header: "Roster",
    width: "72px",
    align: "end",
    sortable: true,
    cell: (row) => <Count value={row.roster.practitioners} />,
  },
  {
    id: "overrides",
    header: "Overrides",
    width: "88px",
    align: "end",
    sortable: true,
    cell: (row) => <Count value={row.overrides.live} />,
  },
  { id: "held", header: "Held", width: "64px", align: "end", cell: (row) => <Held row={row} /> },
  {
    id: "need",
    header: "Open drift",
    width: room === "narrow" ? "minmax(140px, 0.9fr)" : "minmax(156px, 0.9fr)",
    sortable: true,
    cell: (row) => <VerdictMarks tally={row.counts} />,
  },
  {
    id: "review",
    header: "Review",
    width: "104px",
    hidden: !withReview,
    cell: (row) => <Review overdue={row.overrides.overdue} />,
  },
  {
    id: "read",
    header: "Last read",
    width: "84px",
    align: "end",
    quiet: true,
    cell: (row) => <Age at={row.lastReadAt} />,
  },
  {
    id: "recent",
    header: "Created",
    width: "108px",
    hidden: room !== "wide",
    align: "end",
    sortable: true,
    quiet: true,
    cell: (row) => (
      <span className={styles["created"]}>
        <Age at={row.createdAt} />
        <Avatar name={row.createdBy.name} />
      </span>
    ),
  },
];

export function compactIndexVersion(row: IndexVersion): CompactRow {
  return {
    mark: <Mark row={row} />,
    title: <bdi>{nameOfIndex(row)}</bdi>,
    end: <VerdictMarks tally={row.counts} />,
    under: (
      <>
        roster {row.roster.practitioners.toLocaleString("en")}
        {row.overrides.live === 0 ? null : `, ${row.overrides.live.toLocaleString("en")} overrides`}
      </>
    ),
    underEnd:
      row.overrides.overdue > 0 ? (
        <Review overdue={row.overrides.overdue} />
      ) : row.lastReadAt === null ? (
        "nothing read yet"
      ) : (
        <Age at={row.lastReadAt} before="read" after="ago" />
      ),
  };
}

const words = {
  standard: "Base data, read-only. A write is refused (403).",
  test: "A copy to try things out in. Only in test mode.",
} as const;

/** The standard and the test index above all others. */
export function pinnedIndexVersion(row: IndexVersion, { withReview, room }: ColumnChoice): PinnedRow {
  const name = nameOfIndex(row);
  const mark = row.readOnly ? <Icon name="lock" size={14} label="read-only" /> : <Icon name="sliders" size={14} />;
  const browse = (
    <Button size="xs" to={paths.directory.href({ indexId: row.id })} aria-label={`Browse ${name}`}>
      Browse
    </Button>
  );
  return {
    key: row.id,
    cells: [
      { content: mark },
      { content: <b>{name}</b> },
      ...(room === "wide" ? [{ content: <CopyableId id={row.id} /> }] : []),
      {
        span: 4 + (withReview ? 1 : 0) + (room === "narrow" ? 0 : 1),
        content: row.origin === "test" ? words.test : words.standard,
      },
      ...(room === "wide" ? [{ align: "end" as const, content: <Age at={row.lastReadAt} /> }] : []),
      { align: "end", content: browse },
    ],
    compact: (
      <Link to={paths.directory.href({ indexId: row.id })} className={styles["pinnedCompact"]}>
        {mark}
        <b>{name}</b>
        <span className="mono">{row.id}</span>
      </Link>
    ),
  };
}
