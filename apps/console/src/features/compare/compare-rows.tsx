import type { PractitionerView, RecordView } from "@dc/contract";
import { useState, type ReactNode } from "react";
import { keyOfRecord, shownVerdict, type Place } from "#/features/changes/leaf.ts";
import { ReadingValue } from "#/features/changes/reading-value.tsx";
import { verbsOf } from "#/features/changes/verbs.ts";
import { isNowhere, isOnlyStaged, PlaceSign, PlaceStanding } from "#/features/practitioners/place-standing.tsx";
import { hasLife } from "#/features/records/life.ts";
import { LifeNote } from "#/features/records/life-note.tsx";
import { isProvisional } from "#/features/records/provisional-id.ts";
import { Age } from "#/ui/age.tsx";
import { Button } from "#/ui/button.tsx";
import { CopyableId } from "#/ui/copyable-id.tsx";
import { formatDay } from "#/ui/format-time.ts";
import { Icon } from "#/ui/icon.tsx";
import { Kbd } from "#/ui/kbd.tsx";
import { MidTruncate } from "#/ui/mid-truncate.tsx";
import { Note } from "#/ui/note.tsx";
import { useNow } from "#/ui/now.ts";
import { State } from "#/ui/state.tsx";
import { ValueBox } from "#/ui/value.tsx";
import { Verdict, verdictOrder, type VerdictName } from "#/ui/verdict.tsx";
import styles from "./compare.module.css";

export interface CompareRowsProps {
  view: PractitionerView;
  records: readonly RecordView[];
  placesOfRecord: ReadonlyMap<string, readonly Place[]>;
  verdicts: ReadonlySet<VerdictName>;
  onlyChanged: boolean;
  current: string | null;
  againstName: string;
  isStandard: boolean;
  decidable: boolean;
  /** True while both sides are read anew: what stands here may still change. */
  reading: boolean;
  onSelect: (place: Place) => void;
  onDecide: (place: Place, decision: "take base" | "restore") => void;
  onResolve: (place: Place) => void;
  onShowSame: () => void;
  cardOf: (place: Place) => ReactNode;
}

export const rankOf = (place: Place): number => {
  const verdict = shownVerdict(place.leaf);
  return verdict === null ? verdictOrder.length : verdictOrder.indexOf(verdict);
};

/** Whether a row is shown: its verdict is on; what only a draft changes counts as changed. */
export function isShown({ leaf, onlyHere }: Place, verdicts: ReadonlySet<VerdictName>, onlyChanged: boolean): boolean {
  if (onlyHere) return !onlyChanged || !isNowhere(leaf);
  const verdict = shownVerdict(leaf) ?? "same";
  if (verdict === "same") return !onlyChanged || leaf.drafts.length > 0 || leaf.flags.includes("held");
  return verdicts.has(verdict);
}

/** Three columns: what it was, what standard says now, what this directory says. The cell that moved is boxed. */
export function CompareRows(props: CompareRowsProps) {
  const { records, placesOfRecord, verdicts, onlyChanged, againstName, isStandard, reading } = props;
  const all = [...placesOfRecord.values()].flat();
  const same = all.filter(
    (place) =>
      !place.onlyHere && !isShown(place, verdicts, onlyChanged) && (shownVerdict(place.leaf) ?? "same") === "same",
  ).length;
  const [first] = records;
  const ours = first !== undefined && isProvisional(first.record.id);
  const now = new Date(useNow());
  return (
    <div className={styles["table"]}>
      <div className={styles["headRow"]} aria-hidden="true">
        <span />
        <span>Field</span>
        <span>
          Original
          <small>
            {first === undefined || first.original === null
              ? "not kept yet"
              : `${formatDay(new Date(first.original.fetchedAt), now)}, ${first.original.provenance === "observed" ? "before our first write" : "as first read"}`}
          </small>
        </span>
        <span>
          {isStandard ? "Standard now" : <bdi>{againstName}</bdi>}
          <small>
            {first === undefined || first.against.fetchedAt === null ? (
              ours ? (
                "cannot have it"
              ) : (
                "not read"
              )
            ) : reading ? (
              "reading now"
            ) : (
              <Age at={first.against.fetchedAt} before="read" after="ago" />
            )}
          </small>
        </span>
        <span>
          This directory
          <small>
            {first === undefined || first.here.fetchedAt === null ? (
              ours ? (
                "not in the service yet"
              ) : (
                "not read"
              )
            ) : reading ? (
              "reading now, with held"
            ) : (
              <>
                <Age at={first.here.fetchedAt} after="ago" />, with held
              </>
            )}
          </small>
        </span>
        <span>Verdict</span>
        <span />
      </div>
      {records.map((view) => (
        <RecordGroup
          key={keyOfRecord(view.record)}
          {...props}
          record={view}
          places={placesOfRecord.get(keyOfRecord(view.record)) ?? []}
        />
      ))}
      {same === 0 ? null : (
        <div className={styles["folded"]}>
          <Icon name="chevron-right" size={14} />
          {same === 1 ? "1 field or plan is the same" : `${same} fields and plans are the same`}
          <button type="button" onClick={props.onShowSame}>
            Show
          </button>
        </div>
      )}
    </div>
  );
}

function RecordGroup(props: CompareRowsProps & { record: RecordView; places: readonly Place[] }) {
  const { view, record, places, verdicts, onlyChanged, againstName, isStandard } = props;
  const [open, setOpen] = useState(true);
  const shown = places
    .filter((place) => isShown(place, verdicts, onlyChanged))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const differ = places.filter(({ leaf }) => leaf.verdict !== null && leaf.verdict !== "same").length;
  const isQuiet = onlyChanged && shown.length === 0;
  const { presence } = record.comparison;
  const onlyHere = places.some((place) => place.onlyHere);
  // What is to be said of the practitioner as a whole stands above the table.
  const isAlone =
    record.record.type !== "practitioner" && (presence !== "both" || hasLife(record.record, view.changes));
  const name = nameOfGroup(record);
  if (isQuiet && presence === "both" && !isAlone) return null;
  return (
    <section aria-label={name}>
      <div className={styles["group"]}>
        <button type="button" className={styles["fold"]} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? "chevron-down" : "chevron-right"} size={14} />
          <h2>
            <bdi>{name}</bdi>
          </h2>
        </button>
        <CopyableId id={record.record.id} />
        {presence === "both" || record.comparison.verdict === null ? null : (
          <Verdict verdict={record.comparison.verdict} />
        )}
        <span>
          {places.length === 0
            ? null
            : onlyHere
              ? "only in this index"
              : differ === 0
                ? "all the same"
                : `${differ} of ${places.length} differ`}
        </span>
      </div>
      {record.comparison.presence === "not read" ? (
        <div className={styles["alone"]}>
          <Note kind="stale">This record was not read on both sides, so there is nothing to compare.</Note>
        </div>
      ) : isAlone ? (
        <div className={styles["alone"]}>
          <LifeNote record={record} view={view} {...(isStandard ? {} : { otherName: againstName })} />
        </div>
      ) : null}
      {open ? (
        <ul>
          {shown.map((place) => (
            <CompareRow key={place.id} {...props} place={place} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A record that schedules share may be called as they are, after itself: it says what it is. */
function nameOfGroup({ record, name }: RecordView): string {
  if (record.type === "practitioner") return "Practitioner";
  if (name === null) return record.type;
  return record.type === "schedule" ? name : `${name}, ${record.type}`;
}

function CompareRow(props: CompareRowsProps & { place: Place }) {
  const { place, current, decidable, isStandard, onSelect, onDecide, onResolve, cardOf } = props;
  const { leaf } = place;
  const verdict = shownVerdict(leaf);
  const member = place.field.kind === "set" && place.element !== null;
  const baseMoved = verdict === "conflict" || verdict === "base moved";
  const hereMoved = verdict === "conflict" || verdict === "ours" || verdict === "outside" || verdict === "differs";
  const top = verbsOf(leaf)[0];
  const box = (on: boolean) => (on && verdict !== null ? { verdict } : {});
  return (
    <>
      <li className={styles["row"]} data-current={current === place.id || undefined}>
        <PlaceSign leaf={leaf} />
        <button
          type="button"
          className={styles["name"]}
          data-place={place.id}
          aria-pressed={current === place.id}
          onClick={() => onSelect(place)}
        >
          <MidTruncate text={place.label} />
        </button>
        <span className={styles["cell"]} data-side="original" data-always={verdict === "conflict" || undefined}>
          <span className={styles["side"]}>original</span>
          <span>
            <ValueBox>
              {leaf.values.original === null ? (
                <i>not kept</i>
              ) : (
                <ReadingValue reading={leaf.values.original} member={member} />
              )}
            </ValueBox>
          </span>
        </span>
        <span className={styles["cell"]} data-side="base">
          <span className={styles["side"]}>{isStandard ? "standard" : "there"}</span>
          <span>
            <ValueBox {...box(baseMoved)}>
              {place.onlyHere ? (
                <i className={styles["none"]}>no such record</i>
              ) : (
                <ReadingValue reading={leaf.values.base} member={member} />
              )}
            </ValueBox>
          </span>
        </span>
        <span className={styles["cell"]} data-side="here" data-alone={place.onlyHere || undefined}>
          <span className={styles["side"]}>here</span>
          <span>
            {isOnlyStaged(leaf) && (!member || leaf.values.effective === null) ? null : (
              <ValueBox {...box(hereMoved)}>
                <ReadingValue reading={leaf.values.effective} member={member} />
              </ValueBox>
            )}
            {leaf.values.preview !== null ? (
              <span className={styles["staged"]}>
                <State state="staged" show="mark" />
                <ReadingValue reading={leaf.values.preview} member={member} />
              </span>
            ) : null}
          </span>
        </span>
        <span className={styles["stands"]}>
          <PlaceStanding place={place} />
        </span>
        <span className={styles["do"]}>
          {!decidable ? null : verdict === "conflict" ? (
            <Button size="xs" rightSection={<Kbd keys="e" hint />} onClick={() => onResolve(place)}>
              Resolve <span className="unseen">{place.label}</span>
            </Button>
          ) : verdict === "base moved" ? (
            <Button size="xs" onClick={() => onDecide(place, "take base")} aria-label={`Take base: ${place.label}`}>
              Take base
            </Button>
          ) : verdict === "outside" && top?.decision === "restore" ? (
            <Button size="xs" onClick={() => onDecide(place, "restore")} aria-label={`Restore ours: ${place.label}`}>
              Restore ours
            </Button>
          ) : null}
        </span>
      </li>
      {cardOf(place) === null ? null : <li className={styles["card"]}>{cardOf(place)}</li>}
    </>
  );
}
