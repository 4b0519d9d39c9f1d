import { possibleText, type ValueForm } from "@dc/directory";
import type { ComponentProps } from "react";
import { capitalise } from "#/ui/display/capitalise.ts";

/** How the values of one kind are shown and edited. */
export interface ConsoleKind {
  /** Whether a value has a row of its own, where it is typed as free text or by its rules, or chosen among records; elsewhere it has a place of its own. */
  row: "free text" | "by rules" | "chosen record" | "elsewhere";
  /** The input of one line. */
  input: ComponentProps<"input">;
  /** Whether a text has several lines: that of a part, or the whole value. */
  isMultiline: (part: string | null) => boolean;
  /** What can be chosen; null where the value is typed. */
  options: (choices: ValueForm["choices"]) => { value: string; label: string }[] | null;
  /** What a value can be, as help below its input; undefined where the input says it. */
  help: (form: ValueForm) => string | undefined;
  /** Asks for a required value, told by the words of its field. */
  demand: (words: string) => string;
  /** Says what is wrong with a value, which is the end of a sentence. */
  problem: (impossible: string) => string;
  /** Whether a value that no directory has can be typed in a grid. */
  isTypedInGrid: boolean;
}

/** What most kinds say. */
export const plainControl: ConsoleKind = {
  row: "by rules",
  input: { dir: "auto" },
  isMultiline: () => false,
  options: () => null,
  help: () => undefined,
  demand: (words) => `Enter the ${words}.`,
  problem: (impossible) => `${capitalise(impossible)}.`,
  isTypedInGrid: true,
};

export const elsewhere: ConsoleKind = { ...plainControl, row: "elsewhere" };

export const possibleValues = (form: ValueForm): string => `${capitalise(possibleText(form))}.`;
