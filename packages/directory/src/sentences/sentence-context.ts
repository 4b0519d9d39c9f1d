import type { FieldKey } from "#/records/field.ts";
import type { ValueForm } from "#/kinds/value-form.ts";
import { fieldLabel } from "./field-words.ts";
import { strong } from "./span.ts";
import type { Span } from "./span.ts";

/** How the profile tells a field: its name inside a sentence, and what gives its values words. */
export interface FieldWording extends Pick<ValueForm, "kind" | "choices"> {
  /** Null where it is told by its key. */
  label: string | null;
}

/** The names that sentences use. */
export interface SentenceContext {
  recordName: string;
  /** How this directory is called; "this directory" where it stands for itself. */
  indexName?: string;
  /** What a member of a set is called; null where it has no name of its own. */
  memberName: (field: FieldKey, id: string) => string | null;
  /** How a field of the record is told; null, or left out, where only its key is known. */
  wording?: (field: FieldKey) => FieldWording | null;
  /** What kind of record it is; said where the record itself comes or goes. */
  recordType?: string;
  /** Set for a record that is not the subject of the page, so that its sentences name it (a schedule's). */
  namesRecord?: boolean;
}

/** A member of a set in a sentence: by its name, or as it is spelled where it has none, as words and unnamed ids. */
export function memberSpan(context: SentenceContext, field: FieldKey, id: string): Span {
  const name = context.memberName(field, id);
  return name === null ? { value: id } : strong(name);
}

/** A field inside a sentence: by the name that the profile gives it, else by its key. */
export function fieldName({ wording }: SentenceContext, field: FieldKey): string {
  return wording?.(field)?.label ?? fieldLabel(field);
}

export function directoryName(context: SentenceContext): string {
  return context.indexName ?? "this directory";
}
