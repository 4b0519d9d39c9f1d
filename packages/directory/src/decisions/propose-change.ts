import type { FieldComparison, PartComparison } from "#/compare/comparison.ts";
import type { FieldInput } from "#/compare/field-state.ts";
import { isUnsent } from "#/ledger/change-state.ts";
import type { Operation } from "#/ledger/operation.ts";
import { phoneKey } from "#/phones/phone-key.ts";
import { phoneFrom } from "#/phones/phone.ts";
import { presenceKey } from "#/records/reading.ts";
import { find, keyOf, refused } from "./decision.ts";
import type { Decision, Found } from "./decision.ts";

/** Changes to stage, in this order. */
export interface Staging {
  stage: Operation[];
}

/** Reset to base: a change that writes B over an applied override. */
export function proposeReset(input: FieldInput, part?: string): Decision<Staging> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  if (at.found.override === null) return refused("no override");
  if (at.found.override.state !== "applied") {
    return refused(isUnsent(at.found.override) ? "was never sent" : "was sent");
  }
  return toBase("reset", at, part);
}

/** Take base: a change that writes B as of now. */
export function proposeTakeBase(input: FieldInput, part?: string): Decision<Staging> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  if (at.found.verdict === "same") return refused("same as standard");
  return toBase("takeBase", at, part);
}

/** Restore ours: stages W again, or what we last knew where no override stands. */
export function restoreOurs(input: FieldInput, part?: string): Decision<Staging> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  if (!at.found.flags.includes("outside")) return refused("not outside");
  const isWhole = part === undefined || part === presenceKey;
  const { values } = isWhole ? at.field : at.found;
  const to = values.wanted ?? values.known;
  if (to === null) return refused("not read");
  if (isWhole) {
    return "value" in to ? staging({ op: "set", value: to.value }) : staging({ op: "reset", to });
  }
  if (input.kind === "set") {
    const isMember = "value" in to && to.value === true;
    return staging({ op: isMember ? "add" : "remove", element: part });
  }
  const phone = "value" in to ? phoneFrom(to.value) : null;
  const inIndex = values.index !== null && "value" in values.index ? phoneFrom(values.index.value) : null;
  const now = inIndex === null ? null : phoneKey(inIndex, input.region);
  if (phone === null) return now === null ? refused("not outside") : staging({ op: "remove", element: now });
  return now === null ? staging({ op: "add", element: phone }) : staging({ op: "replace", element: now, by: phone });
}

function toBase(op: "reset" | "takeBase", at: Found, part: string | undefined): Decision<Staging> {
  const { base } = part === undefined || part === presenceKey ? at.field.values : at.found.values;
  if (base === null) return refused("not read");
  if (part === undefined || part === presenceKey) return staging({ op, to: base });
  return staging({ op, element: partInUse(at.found, part, at.input.region), to: base });
}

/** The key under which the directory has the entry; a change names what is there, not what base calls it. */
function partInUse(found: FieldComparison | PartComparison, part: string, region: string): string {
  return keyOf(found.values.effective, region) ?? part;
}

function staging(operation: Operation): Decision<Staging> {
  return { ok: true, stage: [operation] };
}
