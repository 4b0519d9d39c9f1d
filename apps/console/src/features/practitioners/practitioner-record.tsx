import type { Connection, PractitionerView, RecordView } from "@dc/contract";
import { recordKey, shapeOf } from "@dc/directory";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { EvidenceRail } from "./evidence-rail.tsx";
import { shownVerdict, type FieldRow } from "#/record/field-row.ts";
import { byRank, type useRowOrder } from "#/record/use-row-order.ts";
import { isName } from "#/connection/meanings.ts";
import { isOneValue } from "#/kinds/kinds.ts";
import { PartBlocks } from "#/features/practitioners/parts/part-blocks.tsx";
import { SetBlocks } from "#/features/practitioners/sets/set-blocks.tsx";
import type { Wording } from "#/record/wording.ts";
import { LifecycleCard } from "./lifecycle-card.tsx";
import { Note } from "#/marks/note.tsx";
import { countText } from "#/ui/display/count.tsx";
import { WithSidebar } from "#/ui/page/page.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { OtherFields } from "#/features/practitioners/editor/other-fields.tsx";
import { PhonesByOwner } from "#/features/practitioners/phones/phones-by-owner.tsx";
import { LifecycleNote } from "#/changes/lifecycle-note.tsx";
import { PractitionerNotes } from "#/record/practitioner-notes.tsx";
import styles from "./practitioners.module.css";
import { SchedulesSection } from "#/features/practitioners/schedules/schedules-section.tsx";
import { SharedRecords } from "./shared-records.tsx";
import { UndecidedSection } from "./undecided-section.tsx";
import { ValueRows } from "#/features/practitioners/editor/value-rows.tsx";
import { type RecordEditor, useRecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";
import { Explanation } from "#/marks/explanation.tsx";

type Look = "effective" | "returned";

export interface PractitionerRecordProps {
  indexId: string;
  view: PractitionerView;
  rows: readonly FieldRow[];
  wording: Wording;
  connection: Connection | undefined;
  failures: { readonly [record: string]: { detail: string } | null };
  unreachable: Error | null;
  reading: boolean;
  onReadNow: () => void;
  /** How rows, sections and records are ordered; ranks by row, none as they are listed. */
  order: Pick<ReturnType<typeof useRowOrder>, "order" | "choose" | "ranks">;
}

/** The record field by field, effective or as the service returns it, with the evidence of the selected row. */
export function PractitionerRecord(props: PractitionerRecordProps) {
  const { indexId, view, rows, wording, connection, failures, reading, onReadNow, order } = props;
  const [look, setLook] = useState<Look>("effective");
  const returned = look === "returned";
  const isReturned = !returned || view.practitioner.here.state === "found";
  const ownRows = isReturned ? rows.filter(({ record }) => record.type === "practitioner") : [];
  const texts = ownRows.filter(({ field }) => isOneValue(field.kind) && !field.key.startsWith("/"));
  const names = texts.filter(({ record, field }) => isName(connection, record.type, field.key));
  const details = texts.filter((row) => !names.includes(row));
  const members = ownRows.filter(({ field }) => shapeOf(field.kind) === "members");
  const phones = rows.filter(({ field }) => shapeOf(field.kind) === "keyed");
  const inLanguages = ownRows.filter(({ field }) => shapeOf(field.kind) === "parts");
  const rest = ownRows.filter((row) => !texts.includes(row) && shapeOf(row.field.kind) === "whole");
  const editor = useRecordEditor({
    indexId,
    view,
    rows,
    ownRows: [
      ...texts,
      ...inLanguages,
      ...members.filter(({ comparison }) => shownVerdict(comparison) !== "same"),
      ...phones,
    ],
    connection,
    wording,
    returned,
  });
  const unread = view.schedules.filter(({ comparison }) => comparison.presence === "not read").length;
  const ofRecords = (records: readonly RecordView[]) => {
    const keys = new Set(records.map(({ record }) => recordKey(record)));
    return rows.filter(({ record, field }) => keys.has(recordKey(record)) && shapeOf(field.kind) !== "keyed");
  };
  const sections = [
    {
      name: "names",
      rows: names,
      shown:
        names.length === 0 ? null : (
          <section>
            <SectionHeading title="Names" />
            <ValueRows editor={editor} rows={names} />
          </section>
        ),
    },
    {
      name: "details",
      rows: [...details, ...inLanguages, ...members],
      shown:
        details.length + members.length + inLanguages.length === 0 ? null : (
          <section>
            <SectionHeading title="Details" />
            <ValueRows editor={editor} rows={details} />
            <PartBlocks
              editor={editor}
              connection={connection}
              record={view.practitioner}
              rows={ownRows}
              returned={returned}
            />
            <SetBlocks
              editor={editor}
              connection={connection}
              view={view}
              record={view.practitioner}
              rows={ownRows}
              returned={returned}
            />
          </section>
        ),
    },
    {
      name: "phones",
      rows: phones,
      shown: <PhonesByOwner editor={editor} view={view} rows={phones} connection={connection} returned={returned} />,
    },
    {
      name: "schedules",
      rows: ofRecords(view.schedules),
      shown: (
        <SchedulesSection
          editor={editor}
          indexId={indexId}
          connection={connection}
          view={view}
          rows={rows}
          returned={returned}
          reading={reading}
          failures={failures}
          onReadNow={onReadNow}
        />
      ),
    },
    {
      name: "shared records",
      rows: ofRecords(view.related),
      shown: <SharedRecords editor={editor} connection={connection} view={view} rows={rows} returned={returned} />,
    },
    { name: "other fields", rows: rest, shown: <OtherFields editor={editor} rows={rest} returned={returned} /> },
  ];
  return (
    <>
      <LookChoice
        indexId={indexId}
        view={view}
        look={look}
        onLook={(next) => {
          setLook(next);
          editor.edit(null);
        }}
        order={order}
      />
      <PractitionerNotes
        view={view}
        failure={failures[recordKey(view.practitioner.record)]?.detail ?? null}
        unreachable={props.unreachable}
        unread={unread}
        onReadNow={onReadNow}
        lifecycle={
          <LifecycleNote
            record={view.practitioner}
            view={view}
            onWhy={() => editor.showLifecycle(view.practitioner.record)}
          />
        }
      />
      <WithSidebar sidebar={<RecordRail editor={editor} view={view} wording={wording} />}>
        <div className={styles["body"]}>
          {isReturned ? null : <p>The service returns no such practitioner in this index.</p>}
          {editor.decidable ? <UndecidedSection indexId={indexId} rows={rows} wording={wording} /> : null}
          {byRank(sections, order.ranks, (section) => section.rows).map(({ name, shown }) => (
            <Fragment key={name}>{shown}</Fragment>
          ))}
        </div>
      </WithSidebar>
    </>
  );
}

interface RecordRailProps {
  editor: RecordEditor;
  view: PractitionerView;
  wording: Wording;
}

/** Beside the fields: the creation or deletion of a record, or else the selected row with its evidence. */
function RecordRail({ editor, view, wording }: RecordRailProps) {
  const { selectedRow } = editor;
  if (editor.lifecycle !== undefined) return <LifecycleCard record={editor.lifecycle} view={view} wording={wording} />;
  if (selectedRow === undefined) return null;
  return (
    <EvidenceRail
      row={selectedRow}
      gone={editor.gone}
      view={editor.viewOf(selectedRow)}
      changes={view.changes}
      withdrawn={view.withdrawn}
      decisions={view.decisions}
      decidable={editor.decidable}
      busy={editor.deciding}
      isUnderReview={editor.isUnderReview(selectedRow)}
      reasonField={editor.decidable && !editor.gone ? editor.reasonFieldOf(selectedRow) : null}
      wording={wording}
      onDecide={(decision) => void editor.decide(selectedRow, decision)}
      onResolve={() => editor.openConflict(selectedRow)}
      onDiscard={() => void editor.discard(selectedRow)}
    />
  );
}

interface LookChoiceProps {
  indexId: string;
  view: PractitionerView;
  look: Look;
  onLook: (look: Look) => void;
  order: PractitionerRecordProps["order"];
}

/** Names the record on screen, its order and its held changes. */
function LookChoice({ indexId, view, look, onLook, order }: LookChoiceProps) {
  const held = [view.practitioner, ...view.schedules, ...view.related].reduce(
    (sum, { comparison }) => sum + comparison.counts.held,
    0,
  );
  return (
    <div className={styles["look"]}>
      <span className={styles["lookChoice"]}>
        <SegmentedControl
          label="Which record"
          value={look}
          onChange={onLook}
          options={[
            { value: "effective", label: "Effective" },
            { value: "returned", label: "As the service returns it" },
          ]}
        />
        <Explanation of="returned" />
      </span>
      <span className={styles["lookChoice"]}>
        <SegmentedControl
          label="Order"
          value={order.order}
          onChange={order.choose}
          options={[
            { value: "listed", label: "As listed" },
            { value: "need", label: "By need" },
          ]}
        />
      </span>
      {held === 0 ? null : (
        <Note kind="held">
          <b>{countText(held, "held change")}</b> {held === 1 ? "is" : "are"}{" "}
          {look === "returned"
            ? "not included in what the service returns."
            : "applied on top of what the service returns."}{" "}
          <Link to={paths.directoryOverrides.href({ indexId }, { state: "held" })}>See them</Link>{" "}
          <Explanation of="held" />
        </Note>
      )}
    </div>
  );
}
