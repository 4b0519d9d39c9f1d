import type { ChangeSet, ReviewedChange, ReviewNode, ReviewVerdict } from "@dc/contract";
import { decidedPart, isEnded, type Reading, shapeOf } from "@dc/directory";
import type { ReactNode } from "react";
import { changeText, operationText } from "#/changes/change-text.tsx";
import { labelInSentence } from "#/connection/meanings.ts";
import { State, type StateName } from "#/marks/state.tsx";
import { ValueBox } from "#/marks/value-box.tsx";
import { Verdict, type VerdictName, verdictOrder } from "#/marks/verdict.tsx";
import { ReadingValue, readsAlike } from "#/record/reading-value.tsx";
import type { Wording } from "#/record/wording.ts";
import { capitalise } from "#/ui/display/capitalise.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Unbroken } from "#/ui/display/unbroken.tsx";
import type { Viewport } from "#/ui/page/viewport.ts";
import type { CompactRow, DataTableColumn } from "#/ui/table/columns.ts";
import styles from "#/features/change-sets/change-sets.module.css";
import type { ReviewView } from "#/features/change-sets/queries.ts";
import type { ReviewRow } from "./review-row.ts";

type By = ReviewView["by"];

/** The name of the group that a change belongs to. */
function groupName(
  { practitioner, recordName, record, indexName, ...change }: ReviewedChange,
  by: By,
  wording: Wording,
) {
  if (by === "directory") return indexName;
  if (by === "person")
    return practitioner === null ? (recordName ?? record.id) : (practitioner.name ?? practitioner.id);
  const of = { practitioner, recordName, record, indexName, ...change };
  const field = of.field === null ? of.record.type : labelInSentence(undefined, of.record.type, of.field);
  const isOfMember = shapeOf(of.kind ?? "json") === "members" && "element" in of.operation;
  return capitalise(isOfMember ? operationText(of, wording) : `${field}: ${of.operation.op}`);
}

/** What a line says beside its group: of whom, what, and where; and what of the first two tells it from its neighbours. */
function lineParts(node: ReviewNode, by: By, wording: Wording) {
  const { change } = node;
  const name = change.recordName ?? change.record.id;
  const person = change.practitioner?.name ?? null;
  const field = change.field === null ? "" : labelInSentence(undefined, change.record.type, change.field);
  const whole = person === null || person === name ? name : `${person}, ${name}`;
  const isGroup = by === "person" && (person ?? name) === name;
  const of = isGroup
    ? capitalise(field)
    : [by === "person" ? name : whole, field].filter((part) => part !== "").join(", ");
  const what = operationText(change, wording);
  return {
    of,
    what,
    ...(by === "kind" && of !== "" ? { lead: of, under: what } : { lead: what, under: of }),
    where: node.directories > 1 ? `${node.directories} directories` : change.indexName,
  };
}

export function rowLabel({ as, node }: ReviewRow, by: By, wording: Wording): string {
  if (as === "group") return `all of ${groupName(node.change, by, wording)}`;
  if (as === "change") return `${changeText(node.change, wording)} in ${node.change.indexName}`;
  const { of, what, where } = lineParts(node, by, wording);
  return `${of}: ${what}, in ${where}`;
}

const worst = (verdicts: ReviewNode["verdicts"]): ReviewVerdict =>
  verdictOrder.find((verdict) => verdicts.some((one) => one.verdict === verdict)) ?? "not read";

function Verdicts({ verdicts }: { verdicts: ReviewNode["verdicts"] }) {
  const only = verdicts.length === 1;
  return (
    <span className={styles["marks"]}>
      {verdicts.map(({ verdict, changes }) =>
        verdict === "not read" ? (
          <span key={verdict}>{only ? "not read" : `${changes} not read`}</span>
        ) : (
          <Verdict key={verdict} verdict={verdict} {...(only ? {} : { label: String(changes) })} />
        ),
      )}
    </span>
  );
}

function States({ node }: { node: ReviewNode }) {
  return (
    <span className={styles["marks"]}>
      {node.states.map(({ state, changes }) =>
        state === "draft" ? null : (
          <State
            key={state}
            state={stateName(state)}
            {...(node.states.length === 1 ? {} : { label: `${changes} ${state}` })}
          />
        ),
      )}
      {node.change.alreadySo && node.changes === 1 ? (
        <small data-tip="The directory says so already: it is withdrawn when the set is applied">already so</small>
      ) : null}
      {node.openRequests > 0 ? (
        <State state="unknown" label={node.changes === 1 ? "asked" : `${node.openRequests} asked`} />
      ) : null}
      {node.change.comments > 0 && node.changes === 1 ? (
        <span className={styles["said"]} data-tip={countText(node.change.comments, "comment")}>
          <Icon name="speech" size={13} /> {node.change.comments}
        </span>
      ) : null}
    </span>
  );
}

const stateName = (state: ReviewedChange["state"]): StateName => (state === "queued" ? "waiting" : state);

type Side = "base" | "effective" | "preview" | "seen";

const boxed: { readonly [side in Side]: readonly VerdictName[] } = {
  base: ["conflict", "base moved"],
  effective: ["conflict", "outside", "ours"],
  preview: [],
  seen: [],
};

const readingOf = (change: ReviewedChange, side: Side): Reading | null =>
  side === "seen" ? decidedPart(change, change.valueBefore) : (change.compared?.[side] ?? null);

const different = ({ values }: ReviewNode, side: Side): number => values?.[side] ?? 1;

const hasOutside = ({ compared }: ReviewedChange) => compared?.flags.includes("outside") === true;

interface CellProps {
  node: ReviewNode;
  side: Side;
  wording: Wording;
}

/** One side of a line or a change, boxed where it moved in one of its directories; where they differ, how many values it has. */
function Cell({ node, side, wording }: CellProps) {
  const { change, verdicts } = node;
  const { compared, field, record, kind } = change;
  if (field === null) return side === "preview" ? <bdi>{operationText(change, wording)}</bdi> : null;
  const isMember = shapeOf(kind ?? "json") === "members";
  const of = wording.field(record.type, field);
  const reading = readingOf(change, side);
  const own = hasOutside(change) ? "outside" : (compared?.verdict ?? null);
  const said = node.changes === 1 ? [own] : verdicts.map(({ verdict }) => verdict);
  const verdict = boxed[side].find((one) => said.includes(one));
  const count = different(node, side);
  // Of what has ended, only what it was decided on is known for sure.
  if ((side === "preview" || (side !== "seen" && reading === null)) && node.states.every(isEnded)) return null;
  const value =
    count > 1 ? (
      `${numberText(count)} values`
    ) : side === "preview" && reading === null ? (
      <bdi>{operationText(change, wording)}</bdi>
    ) : (
      <ReadingValue reading={reading} wording={of} member={isMember} />
    );
  if (side === "preview") return <span className={styles["will"]}>{value}</span>;
  return <ValueBox {...(verdict === undefined ? {} : { verdict })}>{value}</ValueBox>;
}

const sideLabels: { readonly [side in Exclude<Side, "preview">]: string } = {
  effective: "directory",
  base: "standard",
  seen: "when staged",
};

/** What the directory says now; below it what base says and what its author saw, in words where they say the same. */
function Now({ node, wording }: Omit<CellProps, "side">) {
  const { change } = node;
  if (change.field === null) return null;
  const now = readingOf(change, "effective");
  const others = (["base", "seen"] as const).map((side) => ({
    side,
    isAlike:
      now !== null &&
      different(node, side) + different(node, "effective") === 2 &&
      readsAlike(readingOf(change, side), now),
  }));
  const alike = others.flatMap(({ side, isAlike }) => (isAlike ? sideLabels[side] : []));
  return (
    <span className={styles["now"]}>
      <Cell node={node} side="effective" wording={wording} />
      {others.map(({ side, isAlike }) =>
        isAlike ? null : (
          <small key={side}>
            {sideLabels[side]} <Cell node={node} side={side} wording={wording} />
          </small>
        ),
      )}
      {alike.length === 0 ? null : <small>as {alike.join(" and ")}</small>}
    </span>
  );
}

/** The columns of a review; with less room, some of them share one. */
export function reviewColumns(
  by: By,
  wording: Wording,
  { indexId, state }: Pick<ChangeSet, "indexId" | "state">,
  viewport: Viewport,
): DataTableColumn<ReviewRow>[] {
  const isDraft = state === "draft";
  const width = isDraft ? besideRail[viewport] : viewport;
  const hasState = !isDraft && width === "wide";
  const ofChange = (show: (node: ReviewNode) => ReactNode) => (row: ReviewRow) =>
    row.as === "group" ? null : show(row.node);
  const side = (id: Side, header: string, size: number): DataTableColumn<ReviewRow> => ({
    id,
    header,
    size,
    grow: 1,
    cell: ofChange((node) => (
      <span className={styles["side"]}>
        <Cell node={node} side={id} wording={wording} />
      </span>
    )),
  });
  const now: DataTableColumn<ReviewRow> = {
    id: "now",
    header: "Directory now",
    size: 184,
    grow: 1,
    cell: ofChange((node) => <Now node={node} wording={wording} />),
  };
  return [
    {
      id: "what",
      header: "Change",
      size: width === "narrow" ? 148 : 190,
      grow: 2,
      cell: (row) => <What row={row} by={by} wording={wording} isOfSeveral={indexId === null} />,
    },
    ...(width === "narrow"
      ? [now]
      : [side("seen", "When staged", 116), side("base", "Standard now", 116), side("effective", "Directory now", 116)]),
    side("preview", "Will be", 132),
    {
      id: "verdict",
      header: hasState || isDraft ? "Verdict" : "Verdict, state",
      size: 106,
      cell: (row) => (
        <span className={styles["stacked"]}>
          <Verdicts verdicts={row.as === "group" ? row.node.group.verdicts : row.node.verdicts} />
          {hasState ? null : <RowStates row={row} />}
        </span>
      ),
    },
    ...(hasState
      ? [{ id: "state", header: "State", size: 120, cell: (row: ReviewRow) => <RowStates row={row} /> }]
      : []),
  ];
}

/** A draft has its evidence beside it. */
const besideRail: { readonly [viewport in Viewport]: Viewport } = {
  wide: "middle",
  middle: "narrow",
  narrow: "narrow",
};

/** A long review has rows of one height, in px. */
export const reviewRowHeight = (viewport: Viewport): number => (viewport === "narrow" ? 66 : 48);

const RowStates = ({ row }: { row: ReviewRow }) =>
  row.as === "group" && row.isOpen ? null : <States node={row.node} />;

interface WhatProps {
  row: ReviewRow;
  by: By;
  wording: Wording;
  isOfSeveral: boolean;
}

function What({ row, by, wording, isOfSeveral }: WhatProps) {
  const { as, node } = row;
  if (as === "group") {
    const { changes, directories } = row.isOpen ? node.group : node;
    return (
      <span className={styles["groupName"]}>
        <b>
          <bdi>{groupName(node.change, by, wording)}</bdi>
        </b>
        <small>
          {countText(changes, "change")}
          {directories > 1 ? ` in ${numberText(directories)} directories` : ""}
        </small>
      </span>
    );
  }
  const { lead, under, where } = lineParts(node, by, wording);
  return (
    <span className={styles["lineName"]} data-depth={as}>
      {as === "change" ? (
        <bdi>{node.change.indexName}</bdi>
      ) : (
        <>
          <bdi data-tip={lead} data-tip-when="cut">
            <Unbroken text={capitalise(lead)} />
          </bdi>
          <small>
            {isOfSeveral && by !== "directory" ? (
              <span>
                {node.directories > 1 ? <Icon name={row.isOpen ? "chevron-down" : "chevron-right"} size={12} /> : null}{" "}
                in <bdi>{where}</bdi>
              </span>
            ) : null}
            <bdi>
              <Unbroken text={capitalise(under)} />
            </bdi>
          </small>
        </>
      )}
    </span>
  );
}

/** One change as a list of few shows it: whose, in which directory, what the directory says now with its verdict, and what it will be. */
export function changeCells(node: ReviewNode, wording: Wording) {
  const { lead, where } = lineParts(node, "kind", wording);
  const verdict = node.states.every(isEnded) ? "not read" : worst(node.verdicts);
  return {
    verdict: verdict === "not read" ? null : <Verdict verdict={verdict} />,
    title: <Unbroken text={capitalise(lead)} />,
    where,
    now: node.change.field === null ? null : <Now node={node} wording={wording} />,
    will: node.states.every(isEnded) ? null : <Cell node={node} side="preview" wording={wording} />,
  };
}

export function reviewCompactRow(row: ReviewRow, by: By, wording: Wording): CompactRow {
  const { as, node } = row;
  const { change } = node;
  const verdict = worst(as === "group" ? node.group.verdicts : node.verdicts);
  const mark: ReactNode = verdict === "not read" ? null : <Verdict verdict={verdict} show="mark" />;
  if (as === "group")
    return {
      title: <What row={row} by={by} wording={wording} isOfSeveral />,
      mark,
      ...(row.isOpen ? {} : { end: <States node={node} /> }),
    };
  const { lead, under, where } = lineParts(node, by, wording);
  return {
    mark,
    title: as === "change" ? where : <Unbroken text={capitalise(lead)} />,
    end: <States node={node} />,
    under: (
      <span className={styles["stacked"]}>
        {as === "change" ? null : (
          <span>
            {under === "" ? "" : `${capitalise(under)}, `}in <bdi>{where}</bdi>
          </span>
        )}
        {change.field === null ? null : (
          <span className={styles["labelled"]}>
            <span>now</span>
            <Now node={node} wording={wording} />
          </span>
        )}
        {node.states.every(isEnded) ? null : (
          <span className={styles["labelled"]}>
            <span>will be</span>
            <Cell node={node} side="preview" wording={wording} />
          </span>
        )}
      </span>
    ),
  };
}
