import { StaleTag } from "#/ui/display/age.tsx";
import type { RecordView } from "@dc/contract";
import type { ReactNode } from "react";
import { paths } from "#/paths.ts";
import { type FieldRow, worstVerdict } from "#/record/field-row.ts";
import { Button } from "#/ui/form/button.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { BookableNote } from "#/record/bookable-note.tsx";
import { Note } from "#/marks/note.tsx";
import { VerdictSign } from "#/marks/verdict.tsx";
import { State } from "#/marks/state.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { isMember, MemberChips } from "#/features/practitioners/sets/member-chips.tsx";
import editorStyles from "#/features/practitioners/editor/editor.module.css";
import styles from "./schedules.module.css";

export interface ScheduleBlockProps {
  view: RecordView;
  /** The set of plans whose count and editor are shown in the heading; null if there is none. */
  planSet: string | null;
  /** Every row of the schedule. */
  rows: readonly FieldRow[];
  returned: boolean;
  editable: boolean;
  editing: boolean;
  selected: string | null;
  reading: boolean;
  /** The age, in seconds, beyond which a reading is called old. */
  staleAfterS: number;
  failure: string | null;
  /** Identifies its editor, so that the focus can return to it. */
  editsId: string;
  onEdit: (on: boolean) => void;
  onSelect: (row: FieldRow) => void;
  /** The open editor of its plans. */
  planEditor: ReactNode;
  onRemove: (row: FieldRow) => void;
  onDiscard: (row: FieldRow) => void;
  isUnderReview: (row: FieldRow) => boolean;
  onReadNow: () => void;
  /** A note about the schedule as a whole, if there is something to say. */
  lifecycle: ReactNode;
  /** Null if it cannot be deleted. */
  onDelete: (() => void) | null;
  /** The rows of its fields that differ from base. */
  children?: ReactNode;
}

/** One schedule with its plans compared with base, and the editor for them. */
export function ScheduleBlock(props: ScheduleBlockProps) {
  const { view, planSet, rows, returned, editable, editing, selected, failure, onEdit, onSelect } = props;
  const members = rows.filter(({ field, element }) => field.key === planSet && element !== null && element !== "");
  const { presence, fields } = view.comparison;
  const read = presence !== "not read";
  const onlyHere = presence === "missing in standard" || presence === "in neither";
  const hasPlans = planSet !== null && read && fields.length > 0 && (!returned || view.here.state === "found");
  const membersHere = members.filter(({ comparison }) =>
    isMember(returned ? comparison.values.index : (comparison.values.effective ?? comparison.values.preview)),
  );
  const plus = onlyHere ? 0 : membersHere.filter(({ comparison }) => !isMember(comparison.values.base)).length;
  const minus = members.filter(
    ({ comparison }) =>
      isMember(comparison.values.base) && !isMember(returned ? comparison.values.index : comparison.values.effective),
  ).length;
  const held = members.filter(({ comparison }) => comparison.flags.includes("held")).length;
  const staged = members.filter(({ comparison }) => comparison.drafts.length > 0).length;
  const worst = worstVerdict(rows);
  return (
    <section className={styles["schedule"]} aria-label={view.name ?? view.record.id}>
      <div className={styles["head"]}>
        {worst === null ? <span /> : <VerdictSign verdict={worst} />}
        <span className={styles["named"]}>
          <h3>
            <bdi>{view.name ?? "Name not read"}</bdi>
          </h3>
          <CopyableId id={view.record.id} />
        </span>
        <span className={styles["tally"]}>
          {view.here.stale && view.here.fetchedAt !== null ? (
            <StaleTag
              at={view.here.fetchedAt}
              // After a failed reading any age counts as stale; that is told by itself.
              {...(view.here.failed === null ? {} : { olderThanS: props.staleAfterS })}
            />
          ) : null}
          {hasPlans ? (
            <>
              <b>{countText(membersHere.length, "plan")}</b>
              {plus > 0 ? <span className={styles["plus"]}>+{numberText(plus)}</span> : null}
              {minus > 0 ? <span className={styles["minus"]}>−{numberText(minus)}</span> : null}
              <span>
                {onlyHere ? "only in this index" : plus + minus > 0 ? "compared with standard" : "same as standard"}
              </span>
            </>
          ) : null}
          {held > 0 && !returned ? <State state="held" label={`${numberText(held)} held`} /> : null}
          {staged > 0 && !returned ? <State state="staged" label={`${numberText(staged)} staged`} /> : null}
        </span>
        <span className={editorStyles["do"]}>
          {view.here.state === "found" && fields.length > 0 ? (
            <Button
              size="xs"
              variant="subtle"
              to={paths.bookingCheck.href({ index: view.here.indexId, schedule: view.record.id })}
              aria-label={`Booking check of ${view.name ?? view.record.id}`}
            >
              Booking check
            </Button>
          ) : null}
          {editable && planSet !== null ? (
            <Button
              size="xs"
              variant={editing ? "filled" : "default"}
              aria-expanded={editing}
              data-edits={props.editsId}
              data-stop=""
              onClick={() => onEdit(!editing)}
              aria-label={
                editing ? `Done with ${view.name ?? view.record.id}` : `Edit plans of ${view.name ?? view.record.id}`
              }
            >
              {editing ? "Done" : "Edit plans"}
            </Button>
          ) : null}
          {props.onDelete === null ? null : (
            <MenuButton
              label={`More for ${view.name ?? view.record.id}`}
              items={[{ label: "Delete this schedule here…", run: props.onDelete }]}
            />
          )}
        </span>
      </div>
      {read ? null : (
        <div className={editorStyles["inside"]}>
          {props.reading ? (
            <SkeletonRows rows={1} label="Reading the schedule" />
          ) : (
            <Note
              kind="failed"
              actions={
                <Button size="xs" onClick={props.onReadNow}>
                  Try again
                </Button>
              }
            >
              This schedule was not read. {failure}
            </Note>
          )}
        </div>
      )}
      {read && failure !== null ? (
        <div className={editorStyles["inside"]}>
          <Note kind="stale">The last reading failed; what is shown is kept from before. {failure}</Note>
        </div>
      ) : null}
      <div className={`${editorStyles["inside"]} ${styles["lifecycle"]}`}>
        {props.lifecycle}
        <BookableNote subject="This schedule" bookable={view.bookable} />
      </div>
      <MemberChips
        rows={members}
        returned={returned}
        editing={editing}
        selected={selected}
        onSelect={onSelect}
        onRemove={props.onRemove}
        onDiscard={props.onDiscard}
        isUnderReview={props.isUnderReview}
      />
      {editing ? <div className={editorStyles["inside"]}>{props.planEditor}</div> : null}
      {props.children}
    </section>
  );
}
