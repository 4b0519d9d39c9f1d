import type { ChangeSet, ReviewedChange, ReviewNode, ReviewVerdict } from "@dc/contract";
import { isEnded, shapeOf } from "@dc/directory";
import type { ReactNode } from "react";
import { changeText, operationText } from "#/changes/change-text.tsx";
import { labelInSentence } from "#/connection/meanings.ts";
import { State, type StateName } from "#/marks/state.tsx";
import { ValueBox } from "#/marks/value-box.tsx";
import { Verdict, type VerdictName, verdictOrder } from "#/marks/verdict.tsx";
import { ReadingValue, readingText } from "#/record/reading-value.tsx";
import type { Wording } from "#/record/wording.ts";
import { capitalise } from "#/ui/display/capitalise.ts";
import { countText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import type { Viewport } from "#/ui/page/viewport.ts";
import type { CompactRow, DataTableColumn } from "#/ui/table/columns.ts";
import styles from "#/features/change-sets/change-sets.module.css";
import { partOf } from "./part-of.ts";
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

/** What a line says beside its group: of whom, what, and where. */
function lineParts(node: ReviewNode, by: By, wording: Wording): { of: string; what: string; where: string } {
  const { change } = node;
  const name = change.recordName ?? change.record.id;
  const person = change.practitioner?.name ?? null;
  const field = change.field === null ? "" : labelInSentence(undefined, change.record.type, change.field);
  const whole = person === null || person === name ? name : `${person}, ${name}`;
  const isGroup = by === "person" && (person ?? name) === name;
  return {
    of: isGroup ? capitalise(field) : [by === "person" ? name : whole, field].filter((part) => part !== "").join(", "),
    what: operationText(change, wording),
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
      {node.states.map(({ state, changes }) => (
        <State
          key={state}
          state={stateName(state)}
          {...(node.states.length === 1 ? {} : { label: `${changes} ${state}` })}
        />
      ))}
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
  base: ["base moved", "conflict"],
  effective: ["ours", "outside", "conflict"],
  preview: [],
  seen: [],
};

/** One side of a change, boxed where it is the one that moved. */
function Cell({ change, side, wording }: { change: ReviewedChange; side: Side; wording: Wording }) {
  const { compared, field, record, kind } = change;
  if (field === null) return side === "preview" ? <bdi>{operationText(change, wording)}</bdi> : null;
  const isMember = shapeOf(kind ?? "json") === "members";
  const of = wording.field(record.type, field);
  const reading = side === "seen" ? partOf(change, change.valueBefore) : (compared?.[side] ?? null);
  const verdict: VerdictName | null =
    compared === null ? null : compared.flags.includes("outside") ? "outside" : compared.verdict;
  const value =
    side === "preview" && reading === null ? (
      <bdi>{isEnded(change) ? "" : operationText(change, wording)}</bdi>
    ) : (
      <ReadingValue reading={reading} wording={of} member={isMember} />
    );
  if (side === "preview") return <span className={styles["will"]}>{value}</span>;
  return <ValueBox {...(verdict !== null && boxed[side].includes(verdict) ? { verdict } : {})}>{value}</ValueBox>;
}

export function reviewColumns(
  by: By,
  wording: Wording,
  { indexId }: Pick<ChangeSet, "indexId">,
): DataTableColumn<ReviewRow>[] {
  const side = (name: Side, header: string, size: number, from: Viewport = "narrow"): DataTableColumn<ReviewRow> => ({
    id: name,
    header,
    size,
    grow: 1,
    narrowSize: 84,
    from,
    cell: (row) => (row.as === "group" ? null : <Cell change={row.node.change} side={name} wording={wording} />),
  });
  return [
    {
      id: "what",
      header: "Change",
      size: 220,
      grow: 2,
      narrowSize: 150,
      cell: (row) => <What row={row} by={by} wording={wording} isOfSeveral={indexId === null} />,
    },
    side("seen", "When staged", 110, "wide"),
    side("base", "Standard now", 110),
    side("effective", "Directory now", 110),
    side("preview", "Will be", 120),
    {
      id: "verdict",
      header: "Verdict",
      size: 112,
      cell: (row) => <Verdicts verdicts={row.as === "group" ? row.node.group.verdicts : row.node.verdicts} />,
    },
    {
      id: "state",
      header: "State",
      size: 120,
      narrowSize: 92,
      cell: (row) => (row.as === "group" && row.isOpen ? null : <States node={row.node} />),
    },
  ];
}

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
          {directories > 1 ? ` in ${directories} directories` : ""}
        </small>
      </span>
    );
  }
  const { of, what, where } = lineParts(node, by, wording);
  return (
    <span className={styles["lineName"]} data-depth={as}>
      {as === "change" ? (
        <bdi>{node.change.indexName}</bdi>
      ) : (
        <>
          <bdi>{of === "" ? capitalise(what) : `${of}: ${what}`}</bdi>
          {isOfSeveral && by !== "directory" ? (
            <small>
              {node.directories > 1 ? <Icon name={row.isOpen ? "chevron-down" : "chevron-right"} size={12} /> : null} in{" "}
              <bdi>{where}</bdi>
            </small>
          ) : null}
        </>
      )}
    </span>
  );
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
  const { of, what, where } = lineParts(node, by, wording);
  const wordsOf = wording.field(change.record.type, change.field ?? "");
  return {
    mark,
    title: as === "change" ? where : `${of}: ${what}`,
    end: <States node={node} />,
    under: as === "change" ? `standard ${readingText(change.compared?.base ?? null, wordsOf)}` : where,
    underEnd: `now ${readingText(change.compared?.effective ?? null, wordsOf)}`,
  };
}
