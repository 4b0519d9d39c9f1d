import type { Change } from "@dc/contract";
import {
  asItStandsText,
  describeChange,
  labelChangeOf,
  type Operation,
  type Phone,
  phoneText,
  plainText,
  type Span,
  type DescribedChange,
  shapeOf,
} from "@dc/directory";
import { elementText } from "#/record/element-text.ts";
import type { Wording } from "#/record/wording.ts";
import { readingText, valueText } from "#/record/reading-value.tsx";
import { Unbroken } from "#/ui/display/unbroken.tsx";
import { capitalise } from "#/ui/display/capitalise.ts";
import styles from "./changes.module.css";

/** The operation in a few words, without naming the record. */
export function operationText(change: Change, wording: Wording): string {
  const { operation } = change;
  const nameOf = (id: string) => memberOf(change, wording, id);
  const ofField = wording.field(change.record.type, change.field ?? "");
  const name = (element: string | Phone) =>
    typeof element !== "string"
      ? phoneText(element)
      : elementText(change.kind ?? "json", element, [change.valueBefore, change.baseSeen], nameOf);
  const shape = shapeOf(change.kind ?? "json");
  switch (operation.op) {
    case "set":
      if (shape === "keyed") return "numbers set as a list";
      if (operation.element !== undefined)
        return `${name(operation.element)}: ${readingText({ value: operation.value })}`;
      return shape === "members"
        ? valueText(operation.value, nameOf)
        : readingText({ value: operation.value }, ofField);
    case "add":
      return `${name(operation.element)} added`;
    case "remove":
      return `${name(operation.element)} removed`;
    case "replace": {
      const relabelled = labelChangeOf(describableChange(change));
      if (relabelled !== null) return `${relabelled.number}: ${labelText(relabelled)}`;
      return `${name(operation.by)} in place of ${name(operation.element)}`;
    }
    case "move":
      return `${name(operation.element)} ${operation.before === null ? "moved to the end" : `moved before ${name(operation.before)}`}`;
    case "reset":
      return `${operation.element === undefined ? "" : `${name(operation.element)} `}reset to base`;
    case "takeBase":
      return `${operation.element === undefined ? "" : `${name(operation.element)} `}taken from base`;
    case "pinValue": {
      if (operation.element !== undefined) return `${name(operation.element)} pinned`;
      if (shape === "keyed") return "numbers pinned as a list";
      return `pinned at ${"value" in operation.to && shape === "members" ? valueText(operation.to.value, nameOf) : readingText(operation.to, ofField)}`;
    }
    case "create":
      return `${change.record.type} created here`;
    case "delete":
      return `${change.record.type} deleted here`;
  }
}

/** The name of a member of the set that a change is about, by what is on screen or by the change itself. */
function memberOf({ record, field, members }: Change, wording: Wording, id: string): string | null {
  return (
    wording.member(record.type, field ?? "", id) ??
    (members !== undefined && Object.hasOwn(members, id) ? (members[id] ?? null) : null)
  );
}

function labelText({ from, to }: { from: string; to: string }): string {
  if (from === "") return `label ${to}`;
  return to === "" ? `label ${from} removed` : `label ${to} in place of ${from}`;
}

/** Says that a number is sent although it is not a possible one; null for every other change. */
export const asItStands = (change: Change, region: string): string | null =>
  asItStandsText(describableChange(change), region);

/** The change as the domain describes it. The cast is safe: parsing has checked that the contract's operation has the same cases. */
function describableChange({ operation, field, kind, baseSeen, valueBefore }: Change): DescribedChange {
  return {
    operation: operation as Operation,
    baseSeen,
    valueBefore,
    ...(field === null ? {} : { field }),
    ...(kind === null ? {} : { kind }),
  };
}

export function changeSpans(change: Change, wording: Wording): readonly Span[] {
  return describeChange(describableChange(change), {
    recordName: change.recordName ?? change.record.id,
    recordType: change.record.type,
    indexName: change.indexName,
    memberName: (_field, id) => memberOf(change, wording, id),
    wording: (field) => wording.field(change.record.type, field),
  }).spans;
}

export const changeText = (change: Change, wording: Wording): string =>
  capitalise(plainText(changeSpans(change, wording)));

/** Whose record a change is on, where its sentence does not say, and in which directory, where there are several. */
export function whoseAndWhere({ practitioner, recordName, indexName }: Change, isOfSeveral: boolean): string {
  const whose = practitioner === null ? null : (practitioner.name ?? practitioner.id);
  return `${whose === null || whose === recordName ? "" : ` of ${whose}`}${isOfSeveral ? ` in ${indexName}` : ""}`;
}

/** A sentence with values and names set apart, each in its own text direction. */
export function Spans({ spans, start = false }: { spans: readonly Span[]; start?: boolean }) {
  return (
    <>
      {spans.map((span, index) =>
        "text" in span ? (
          <span key={index}>{start && index === 0 ? capitalise(span.text) : span.text}</span>
        ) : "value" in span ? (
          <bdi key={index} className={styles["said"]}>
            <Unbroken text={span.value} />
          </bdi>
        ) : (
          <b key={index}>
            <bdi>{span.strong}</bdi>
          </b>
        ),
      )}
    </>
  );
}
