import type { Change } from "@dc/contract";
import { type Phone, phoneText, phoneKeyText } from "@dc/directory";
import { readingText } from "#/record/reading-value.tsx";

/** The operation in a few words, without the record. */
export function operationText(change: Change, planName: (id: string) => string | null): string {
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
