import type { Json } from "#/json/json.ts";
import { namedChangeText, type NamedChange } from "./journal-message.ts";
import { type MessageOf, messageText } from "./message.ts";

/** Why an override of another directory was not staged in the one that starts from it. */
export type LeftOutReason = MessageOf<typeof texts>;

/** An override that was left out, with the names that it had then. */
export interface LeftOutChange {
  change: NamedChange;
  reason: LeftOutReason;
}

export function leftOutText({ change, reason }: LeftOutChange): { what: string; why: string } {
  const what = namedChangeText(change);
  return { what: what.charAt(0).toUpperCase() + what.slice(1), why: messageText(texts, reason as Json) };
}

const texts = {
  "not-on-roster": () => "The record is not on the new roster, or the service does not have it there.",
  "already-so": () => "The new directory already says so.",
  "of-its-directory": () => "It is about the other directory alone, and is not copied.",
  refused: ({ detail }: { detail: string }) => detail,
} as const;
