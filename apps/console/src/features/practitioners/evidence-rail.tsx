import { namingLookAlikes, shapeOf } from "@dc/directory";
import type { Change, Decision, PractitionerView, RecordView } from "@dc/contract";
import type { Wording } from "#/record/wording.ts";
import type { ReactNode } from "react";
import { Button } from "#/ui/form/button.tsx";
import { DescriptionCard } from "#/ui/page/card.tsx";
import { dayOf, formatDay, formatDistance } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { useToday } from "#/connection/use-today.ts";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import styles from "./practitioners.module.css";
import { FieldHistory } from "./field-history.tsx";
import { shownVerdict, type FieldRow } from "#/record/field-row.ts";
import { indexSaysOther } from "#/record/row-status.tsx";
import { onFirstClick } from "#/features/practitioners/editor/row-actions.tsx";
import { ReadingValue } from "#/record/reading-value.tsx";
import { policyText, decisionOptions, pinOption } from "#/changes/decisions/decision-options.ts";
import { statusText } from "#/changes/status-text.ts";
import { Explanation } from "#/marks/explanation.tsx";

export interface EvidenceRailProps {
  row: FieldRow;
  /** The record no longer has this row: only its history is shown. */
  gone?: boolean;
  view: RecordView;
  changes: readonly Change[];
  withdrawn: PractitionerView["withdrawn"];
  decisions: PractitionerView["decisions"];
  /** Whether anything can be decided: not in the standard index, nor against another directory. */
  decidable: boolean;
  busy: boolean;
  /** What is staged is no draft any more: it is withdrawn in its set. */
  isUnderReview: boolean;
  /** Takes the reason of what is decided at once; null where nothing of that kind is offered. */
  reasonField: ReactNode;
  onDecide: (decision: Decision) => void;
  onResolve: () => void;
  onDiscard: () => void;
  wording: Wording;
}

/** The selected value with its evidence, its decisions and its history. */
export function EvidenceRail(props: EvidenceRailProps) {
  const { row, gone = false, view, changes, decidable, busy, onDecide, onResolve, onDiscard } = props;
  const { comparison } = row;
  const today = useToday();
  const verdict = gone ? null : shownVerdict(comparison);
  const change = gone ? undefined : changes.find(({ id }) => id === comparison.override?.changeId);
  const evidence = change?.evidence ?? null;
  // Members of a set have no menu of their own.
  const pin = shapeOf(row.field.kind) === "members" ? pinOption(row) : [];
  const verbs = decidable && !gone ? [...decisionOptions(comparison), ...pin] : [];
  const values = namingLookAlikes(comparison.values);
  const member = row.member !== null;
  const show = (reading: typeof values.base) => (
    <ReadingValue reading={reading} wording={row.wording} member={member} />
  );
  const inIndex =
    comparison.flags.includes("held") || (comparison.flags.includes("outside") && indexSaysOther(comparison));
  const moved = comparison.verdict === "conflict" || comparison.verdict === "base moved";
  const groups: { label: string; about?: ReactNode; value: ReactNode }[][] = gone
    ? []
    : [
        [
          ...(values.effective === null && values.preview !== null
            ? []
            : [
                {
                  label: comparison.verdict === "same" || comparison.override === null ? "Here" : "Ours",
                  value: <b>{show(values.effective)}</b>,
                },
              ]),
          ...(values.preview !== null
            ? [{ label: "Staged", value: <span className="staged">{show(values.preview)}</span> }]
            : []),
          ...(inIndex
            ? [{ label: "In the index", value: values.index === null ? "not there yet" : show(values.index) }]
            : []),
          ...(row.onlyHere ? [] : [{ label: "Base", about: <Explanation of="base" />, value: show(values.base) }]),
          ...(moved && values.baseline !== null ? [{ label: "Previously", value: show(values.baseline) }] : []),
        ],
      ];
  if (evidence !== null && change !== undefined) {
    groups.push([
      { label: "Reason", value: <bdi>{evidence.reason}</bdi> },
      { label: "Source", value: evidence.source === null ? <NotGiven /> : <bdi>{evidence.source}</bdi> },
      {
        label: "Verified",
        value:
          evidence.verifiedOn === null ? (
            <NotGiven />
          ) : (
            `${formatDay(new Date(`${evidence.verifiedOn}T00:00:00`), today)} by ${change.createdBy.name}`
          ),
      },
      {
        label: "Review by",
        value: evidence.reviewBy === null ? <NotGiven /> : <DayAhead day={evidence.reviewBy} today={today} />,
      },
      ...(evidence.from === null
        ? []
        : [{ label: "From", value: formatDay(new Date(`${evidence.from}T00:00:00`), today) }]),
      ...(evidence.until === null ? [] : [{ label: "Until", value: <DayAhead day={evidence.until} today={today} /> }]),
    ]);
  }
  const asked: { label: string; says?: string; run: () => void }[] = [
    ...(comparison.drafts.length > 0 && !gone
      ? [{ label: props.isUnderReview ? "Open the set" : "Discard draft", run: onDiscard }]
      : []),
    ...(decidable && verdict === "conflict" ? [{ label: "Resolve", run: onResolve }] : []),
    ...verbs.map(({ decision, label, says }) => ({ label, says, run: () => onDecide(decision) })),
  ];
  const [first, ...others] = asked;
  if (others.length > 0) {
    groups.push([
      {
        label: "Other actions",
        value: (
          <span className={styles["verbs"]}>
            {others.map(({ label, says, run }) => (
              <Button key={label} size="xs" waits={busy} data-tip={says} onClick={onFirstClick(run)}>
                {label}
              </Button>
            ))}
          </span>
        ),
      },
    ]);
  }
  if (props.reasonField !== null) groups.push([{ label: "Your reason", value: props.reasonField }]);
  const policy = gone ? undefined : comparison.override?.policy;
  return (
    <div className={styles["rail"]}>
      <DescriptionCard
        mark={verdict === null ? undefined : <Verdict verdict={verdict} show="mark" />}
        title={row.label}
        {...(first === undefined
          ? {}
          : {
              action: (
                <Button size="xs" waits={busy} data-tip={first.says} onClick={onFirstClick(first.run)}>
                  {first.label}
                </Button>
              ),
            })}
        summary={gone ? "No longer in this record." : statusText(comparison, row)}
        groups={groups}
        {...(policy === undefined
          ? {}
          : {
              footer: (
                <>
                  <SegmentedControl
                    small
                    label="Policy"
                    value={policy}
                    onChange={onDecide}
                    options={[
                      { value: "pin", label: "Pin", mark: <Icon name="pin" size={13} /> },
                      { value: "follow", label: "Follow" },
                    ]}
                  />
                  <span>{policyText[policy]}</span>
                </>
              ),
            })}
      />
      <FieldHistory
        row={row}
        original={view.original}
        changes={changes}
        withdrawn={props.withdrawn}
        decisions={props.decisions}
        wording={props.wording}
      />
    </div>
  );
}

const NotGiven = () => <span style={{ color: "var(--dc-ink-3)" }}>not given</span>;

/** A day with how far away it is, marked once it has passed. */
function DayAhead({ day, today }: { day: string; today: Date }) {
  return (
    <>
      {formatDay(new Date(`${day}T00:00:00`), today)}{" "}
      <span data-hue={day < dayOf(today) ? "outside" : "quiet"} style={{ color: "var(--hue)" }}>
        {formatDistance(day, today)}
      </span>
    </>
  );
}
