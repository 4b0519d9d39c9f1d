import type { ComparisonRow } from "#/compare/comparison.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import { isUnsent } from "#/ledger/change-state.ts";
import type { Operation } from "#/ledger/operation.ts";
import { phoneKey } from "#/phones/phone-key.ts";
import { phoneIn } from "#/phones/phone.ts";
import { listPresenceKey } from "#/records/reading.ts";
import { isMember } from "#/records/set-members.ts";
import { findPart, phoneKeyIn, refusal } from "./decision.ts";
import type { Decision, FoundPart } from "./decision.ts";

/** Changes to stage, in this order. */
export interface Staging {
  stage: Operation[];
}

/** Reset to base: a change that writes the base value over an applied override. */
export function proposeReset(input: FieldInput, part?: string): Decision<Staging> {
  const at = findPart(input, part);
  if (at === null) return refusal("no such part");
  if (at.found.override === null) return refusal("no override");
  if (at.found.override.state !== "applied") {
    return refusal(isUnsent(at.found.override) ? "was never sent" : "was sent");
  }
  return toBase("reset", at, part);
}

/** Take base: a change that writes the current base value. */
export function proposeTakeBase(input: FieldInput, part?: string): Decision<Staging> {
  const at = findPart(input, part);
  if (at === null) return refusal("no such part");
  if (at.found.verdict === "same") return refusal("same as standard");
  return toBase("takeBase", at, part);
}

/** Restore ours: stages the wanted value again, or the known value where nothing is overridden. */
export function restoreOurs(input: FieldInput, part?: string): Decision<Staging> {
  const at = findPart(input, part);
  if (at === null) return refusal("no such part");
  if (!at.found.flags.includes("outside")) return refusal("not outside");
  const isWhole = part === undefined || part === listPresenceKey;
  const { values } = isWhole ? at.field : at.found;
  const to = values.wanted ?? values.known;
  if (to === null) return refusal("not read");
  if (isWhole) {
    return "value" in to ? staging({ op: "set", value: to.value }) : staging({ op: "reset", to });
  }
  if (input.kind === "set") {
    return staging({ op: isMember(to) ? "add" : "remove", element: part });
  }
  const phone = phoneIn(to);
  const inIndex = phoneIn(values.index);
  const now = inIndex === null ? null : phoneKey(inIndex, input.region);
  if (phone === null) return now === null ? refusal("not outside") : staging({ op: "remove", element: now });
  return now === null ? staging({ op: "add", element: phone }) : staging({ op: "replace", element: now, by: phone });
}

function toBase(op: "reset" | "takeBase", at: FoundPart, part: string | undefined): Decision<Staging> {
  const { base } = part === undefined || part === listPresenceKey ? at.field.values : at.found.values;
  if (base === null) return refusal("not read");
  if (part === undefined || part === listPresenceKey) return staging({ op, to: base });
  return staging({ op, element: partInUse(at.found, part, at.input.region), to: base });
}

/** The key under which the directory has the entry; a change names what is there, not what base calls it. */
function partInUse(found: ComparisonRow, part: string, region: string): string {
  return phoneKeyIn(found.values.effective, region) ?? part;
}

function staging(operation: Operation): Decision<Staging> {
  return { ok: true, stage: [operation] };
}
