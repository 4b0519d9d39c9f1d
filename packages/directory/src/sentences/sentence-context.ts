import type { FieldKey } from "#/records/field.ts";
import { strong } from "./span.ts";
import type { Span } from "./span.ts";

/** The names that sentences use. */
export interface SentenceContext {
  recordName: string;
  /** How this directory is called; "this directory" where it stands for itself. */
  indexName?: string;
  /** What a member of a set is called; null where it has no name of its own. */
  memberName: (field: FieldKey, id: string) => string | null;
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

export function directoryName(context: SentenceContext): string {
  return context.indexName ?? "this directory";
}
