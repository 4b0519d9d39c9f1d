import type { Decision, PractitionerView, RecordView } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { use, useState, type ReactNode } from "react";
import { connectionQuery } from "#/connection/queries.ts";
import { createPortal } from "react-dom";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { readingText, readsAlike } from "#/record/reading-value.tsx";
import { statusText, wasDecided } from "#/changes/status-text.ts";
import { decisionOptions, pinOption } from "#/changes/decisions/decision-options.ts";
import { hasLifecycleChange } from "#/record/lifecycle.ts";
import { isProvisionalId } from "#/record/provisional-id.ts";
import { BottomBarSlot } from "#/ui/page/bottom-bar.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useCompact } from "#/ui/page/viewport.ts";
import { capitalise } from "#/ui/display/capitalise.ts";
import { useCopy } from "#/ui/display/copyable-id.tsx";
import { formatMoment } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { Verdict } from "#/marks/verdict.tsx";
import styles from "./comparison.module.css";

export interface InspectorProps {
  row: FieldRow;
  record: RecordView;
  view: PractitionerView;
  isStandard: boolean;
  decidable: boolean;
  busy: boolean;
  /** Takes the reason of what is decided at once; null where nothing of that kind is offered. */
  reasonField: ReactNode;
  onDecide: (row: FieldRow, decision: Decision) => void;
  onResolve: (row: FieldRow) => void;
}

/** Describes the selected row at the foot of the page: who set it, when, why, and the request. Collapsed on narrow screens. */
export function Inspector(props: InspectorProps) {
  const { row, record, view, isStandard } = props;
  const slot = use(BottomBarSlot);
  const now = new Date(useNow());
  const { data: connection } = useQuery(connectionQuery);
  const followsBase = connection !== undefined && connection.indexVersions !== "copy";
  const compact = useCompact();
  const [open, setOpen] = useState(false);
  const { comparison } = row;
  const verdict = shownVerdict(comparison);
  const change = view.changes.find(({ id }) => id === comparison.override?.changeId);
  const { baseline, base, index, effective } = comparison.values;
  // The verdict does not tell: the standard value may have become the same as the override since the decision.
  const moved = baseline !== null && base !== null && !readsAlike(baseline, base);
  const servedByUs = effective !== null && (index === null || !readsAlike(index, effective));
  const strip = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles["inspector"]} aria-label={`About ${row.label}`} tabIndex={0}>
      <div>
        <h2>
          {verdict === null ? null : <Verdict verdict={verdict} show="mark" />}
          <bdi>{row.label}</bdi>
        </h2>
        <p>
          {isStandard
            ? statusText(comparison, row)
            : comparison.verdict === "same"
              ? "The same in both."
              : "The two directories differ. They have no common baseline, so it is not known which one changed."}
        </p>
      </div>
      <div>
        <h2>Set here by</h2>
        {change === undefined ? (
          <p>
            {verdict === "outside"
              ? "Nobody in this console"
              : row.onlyHere && hasLifecycleChange(record.record, view.changes)
                ? "Whoever created the record"
                : "Nobody; the value comes from the index"}
          </p>
        ) : (
          <>
            <p>
              <bdi>{change.createdBy.name}</bdi>, {formatMoment(new Date(change.createdAt), now)}
            </p>
            <small>
              {change.evidence === null ? (
                "no reason given"
              ) : (
                <>
                  “<bdi>{change.evidence.reason}</bdi>”
                </>
              )}{" "}
              · {change.policy === "pin" ? "Pinned" : "Following"} · {capitalise(change.state)}
            </small>
          </>
        )}
      </div>
      <div>
        <h2>{isStandard ? "Standard" : <bdi>{view.against.name}</bdi>}</h2>
        <p>
          {record.against.fetchedAt === null
            ? isProvisionalId(record.record.id)
              ? "Not possible here"
              : "Not read"
            : `Read ${formatMoment(new Date(record.against.fetchedAt), now)}`}
        </p>
        <small>
          {moved
            ? `before: ${readingText(baseline, row.wording)}`
            : row.onlyHere
              ? "no such record"
              : baseline === null
                ? comparison.verdict === "differs"
                  ? "no baseline, so it is not known which side changed"
                  : "as last read"
                : followsBase && comparison.override === null
                  ? "as last read"
                  : wasDecided(comparison) || record.original?.provenance === "presumed"
                    ? "unchanged since the last decision"
                    : "unchanged since the copy was made"}
        </small>
      </div>
      <div>
        <h2>Request</h2>
        {isProvisionalId(record.record.id) ? (
          <p>The service has no such record yet; our gateway serves it.</p>
        ) : (
          <>
            <code>
              {record.here.method} {record.here.path}
            </code>
            <div className={styles["copy"]}>
              <CopyCurl of={record.here} label="Copy as curl" />
              <CopyCurl of={record.against} label={isStandard ? "Copy standard as curl" : "Copy the other as curl"} />
            </div>
            {servedByUs ? <small>The service answers without our value; our gateway serves it.</small> : null}
          </>
        )}
      </div>
      <StripVerbs {...props} />
    </section>
  );
  const shown = compact ? (
    <div>
      <button type="button" className={styles["about"]} aria-expanded={open} onClick={() => setOpen(!open)}>
        {verdict === null ? null : <Verdict verdict={verdict} show="mark" />}
        <span>
          About <bdi>{row.label}</bdi>
        </span>
        <Icon name={open ? "chevron-down" : "chevron-up"} size={14} />
      </button>
      {open ? strip : null}
    </div>
  ) : (
    strip
  );
  return slot === null ? shown : createPortal(shown, slot);
}

function CopyCurl({ of: { curl }, label }: { of: RecordView["here"]; label: string }) {
  const { done, copy } = useCopy(curl);
  return (
    <button type="button" onClick={copy}>
      {done === "no" ? label : done === "copied" ? "Copied" : "Copying failed"}
    </button>
  );
}

const aboutOutside: readonly Decision[] = ["accept", "restore"];

/** The decisions for a row that needs one, or the pin of one that does not; for a change from outside only accept and restore. */
function StripVerbs({ row, decidable, busy, reasonField, onDecide, onResolve }: InspectorProps) {
  const verdict = shownVerdict(row.comparison);
  if (!decidable || verdict === null || verdict === "ours") return null;
  const verbs =
    verdict === "same"
      ? pinOption(row)
      : decisionOptions(row.comparison).filter((verb) => verdict !== "outside" || aboutOutside.includes(verb.decision));
  if (verbs.length === 0 && verdict !== "conflict") return null;
  return (
    <div className={styles["decide"]}>
      {verdict === "conflict" ? (
        <Button size="xs" waits={busy} onClick={() => onResolve(row)}>
          Resolve
        </Button>
      ) : null}
      {verbs.map(({ decision, label, says }) => (
        <Button key={decision} size="xs" waits={busy} data-tip={says} onClick={() => onDecide(row, decision)}>
          {label}
        </Button>
      ))}
      {reasonField}
    </div>
  );
}
