import type { IndexVersion } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import type { Viewport } from "#/ui/page/viewport.ts";
import type { CompactRow, DataTableColumn, PinnedRow } from "#/ui/table/columns.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { MidTruncate } from "#/ui/display/mid-truncate.tsx";
import { NameOrId } from "#/ui/display/name-or-id.tsx";
import { State } from "#/marks/state.tsx";
import { Avatar } from "#/ui/display/avatar.tsx";
import { Count, numberText } from "#/ui/display/count.tsx";
import { VerdictMarks, worstVerdictOf, Verdict } from "#/marks/verdict.tsx";
import styles from "./index-versions.module.css";
import { nameOfIndex } from "#/index-choice/index-name.ts";
import { Explanation } from "#/marks/explanation.tsx";

const Mark = ({ row }: { row: IndexVersion }) => <Verdict verdict={worstVerdictOf(row.counts)} show="mark" />;

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

/** Hidden while no review is overdue, since the column would be empty. */
export const reviewColumnId = "review";

export const indexVersionColumns: readonly DataTableColumn<IndexVersion>[] = [
  {
    sorts: true,
    id: "name",
    header: "Directory",
    size: 160,
    grow: 3,
    cell: (row) => <NameOrId mark={<Mark row={row} />} name={nameOfIndex(row)} id={row.id} />,
  },
  {
    id: "id",
    header: "Id",
    size: 164,
    from: "wide",
    cell: (row) => <CopyableId id={row.id} to={paths.directory.href({ indexId: row.id })} quiet />,
  },
  {
    id: "referrer",
    header: "Referrer",
    size: 132,
    grow: 1.8,
    from: "middle",
    cell: ({ referrer }, rows) => {
      if (referrer === null) return <Count value={0} />;
      const isAmbiguous = rows.some(({ referrer: other }) => other?.name === referrer.name && other.id !== referrer.id);
      const detail = isAmbiguous ? `, ${referrer.practitionerId ?? referrer.id}` : "";
      return <MidTruncate text={`${referrer.name}${detail}`} />;
    },
  },
  {
    sorts: true,
    id: "roster",
    header: "Roster",
    size: 72,
    align: "end",
    cell: (row) => <Count value={row.roster.practitioners} />,
  },
  {
    sorts: true,
    id: "overrides",
    header: "Overrides",
    size: 88,
    align: "end",
    cell: (row) => <Count value={row.overrides.live} />,
  },
  {
    id: "held",
    header: "Held",
    size: 64,
    align: "end",
    cell: (row) => <Held row={row} />,
  },
  {
    sorts: true,
    id: "need",
    header: "Open drift",
    size: 156,
    narrowSize: 140,
    explanation: <Explanation of="drift" />,
    cell: (row) => <VerdictMarks counts={row.counts} />,
  },
  {
    id: reviewColumnId,
    header: "Verified",
    size: 104,
    cell: (row) => <Review overdue={row.roster.overdue} />,
  },
  {
    id: "read",
    header: "Last read",
    size: 84,
    align: "end",
    quiet: true,
    cell: (row) => <Age at={row.lastReadAt} />,
  },
  {
    sorts: true,
    id: "recent",
    header: "Created",
    size: 108,
    align: "end",
    quiet: true,
    from: "wide",
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
    end: <VerdictMarks counts={row.counts} />,
    under: (
      <>
        roster {numberText(row.roster.practitioners)}
        {row.overrides.live === 0
          ? null
          : row.overrides.live === 1
            ? ", 1 override"
            : `, ${numberText(row.overrides.live)} overrides`}
      </>
    ),
    underEnd:
      row.roster.overdue > 0 ? (
        <Review overdue={row.roster.overdue} />
      ) : row.lastReadAt === null ? (
        "nothing read yet"
      ) : (
        <Age at={row.lastReadAt} before="read" after="ago" />
      ),
  };
}

const words = {
  standard: "Base data, read-only. A write is refused (403).",
  test: "A copy for testing, in test mode only.",
} as const;

/** The standard and the test index above all others. */
export function pinnedIndexVersion(row: IndexVersion, withReview: boolean, viewport: Viewport): PinnedRow {
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
      {
        content: (
          <Link to={paths.directory.href({ indexId: row.id })} className="quiet-link">
            <b>{name}</b>
          </Link>
        ),
      },
      ...(viewport === "wide"
        ? [{ content: <CopyableId id={row.id} to={paths.directory.href({ indexId: row.id })} /> }]
        : []),
      {
        span: 4 + (withReview ? 1 : 0) + (viewport === "narrow" ? 0 : 1),
        content: row.origin === "test" ? words.test : words.standard,
      },
      ...(viewport === "wide" ? [{ align: "end" as const, content: <Age at={row.lastReadAt} /> }] : []),
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
