import type { Change } from "@dc/contract";
import {
  describeChange,
  type Operation,
  type Phone,
  phoneKeyText,
  phoneText,
  plainText,
  type Span,
  type DescribedChange,
} from "@dc/directory";
import type { PlanNames } from "#/plan-choice/queries.ts";
import { readingText } from "#/record/reading-value.tsx";
import { capitalise } from "#/ui/display/capitalise.ts";
import styles from "./changes.module.css";

/** The operation in a few words, without naming the record. */
export function operationText(change: Change, planName: PlanNames): string {
  const { operation } = change;
  const name = (element: string | Phone) =>
    typeof element !== "string"
      ? phoneText(element)
      : change.kind === "set"
        ? (planName(element) ?? element)
        : phoneKeyText(element, [change.valueBefore, change.baseSeen]);
  switch (operation.op) {
    case "set":
      return change.kind === "phones" ? "numbers set as a list" : readingText({ value: operation.value });
    case "add":
      return `${name(operation.element)} added`;
    case "remove":
      return `${name(operation.element)} removed`;
    case "replace":
      return `${name(operation.by)} in place of ${name(operation.element)}`;
    case "reset":
      return `${operation.element === undefined ? "" : `${name(operation.element)} `}reset to base`;
    case "takeBase":
      return `${operation.element === undefined ? "" : `${name(operation.element)} `}taken from base`;
    case "create":
      return `${change.record.type} created here`;
    case "delete":
      return `${change.record.type} deleted here`;
  }
}

/** The change as the domain describes it. The cast is safe: parsing has checked that the contract's operation has the same cases. */
function toldChange({ operation, field, kind, baseSeen, valueBefore }: Change): DescribedChange {
  return {
    operation: operation as Operation,
    baseSeen,
    valueBefore,
    ...(field === null ? {} : { field }),
    ...(kind === null ? {} : { kind }),
  };
}

export function changeSpans(change: Change, planName: PlanNames): readonly Span[] {
  return describeChange(toldChange(change), {
    recordName: change.recordName ?? change.record.id,
    recordType: change.record.type,
    indexName: change.indexId,
    planName,
  }).spans;
}

export const changeText = (change: Change, planName: PlanNames): string =>
  capitalise(plainText(changeSpans(change, planName)));

/** A sentence with values and names set apart, each in its own text direction. */
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
