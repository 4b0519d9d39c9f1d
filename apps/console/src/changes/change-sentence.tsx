import type { Change } from "@dc/contract";
import { describeChange, plainText, type Operation, type Span, type ToldChange } from "@dc/directory";
import { capitalise } from "#/ui/display/capitalise.ts";
import type { PlanNames } from "#/plan-choice/queries.ts";
import styles from "./changes.module.css";

/** The change in the shape that the domain tells; the contract's own operation has the same cases, checked when it was parsed. */
function toTell({ operation, field, kind, baseSeen, valueBefore }: Change): ToldChange {
  return {
    operation: operation as Operation,
    baseSeen,
    valueBefore,
    ...(field === null ? {} : { field }),
    ...(kind === null ? {} : { kind }),
  };
}

export function spansOf(change: Change, planName: PlanNames): readonly Span[] {
  return describeChange(toTell(change), {
    recordName: change.recordName ?? change.record.id,
    recordType: change.record.type,
    indexName: change.indexId,
    planName,
  }).spans;
}

export const textOf = (change: Change, planName: PlanNames): string => capitalise(plainText(spansOf(change, planName)));

/** Running text, values as spelled, names in strong; every name in its own direction. */
export function Spans({ spans, start = false }: { spans: readonly Span[]; start?: boolean }) {
  return (
    <>
      {spans.map((span, at) =>
        "text" in span ? (
          <span key={at}>{start && at === 0 ? capitalise(span.text) : span.text}</span>
        ) : "value" in span ? (
          <bdi key={at} className={styles["said"]}>
            {span.value}
          </bdi>
        ) : (
          <b key={at}>
            <bdi>{span.strong}</bdi>
          </b>
        ),
      )}
    </>
  );
}
