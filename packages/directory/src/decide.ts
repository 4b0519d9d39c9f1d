import { decideBaseline, learnKnown, resolvePhones, startOfBaseline, startOfKnown } from "./baseline.ts";
import type { Baseline, Known } from "./baseline.ts";
import type { ChangeState, Operation } from "./change.ts";
import { compareField } from "./compare-field.ts";
import type { FieldComparison, PartComparison, Values } from "./comparison.ts";
import { equalReadings } from "./equal-readings.ts";
import type { FieldInput } from "./field-input.ts";
import { beneathChanges } from "./field-state.ts";
import { foldChanges } from "./fold-changes.ts";
import { phoneKey } from "./phone-key.ts";
import { phoneFrom } from "./phone-value.ts";
import { presenceKey } from "./presence-key.ts";
import type { Reading } from "./reading.ts";
import { touchedElements } from "./touched-elements.ts";

export type Refusal =
  | "no override"
  | "was never sent"
  | "was sent"
  | "whole field was set"
  | "not read"
  | "same as standard"
  | "already decided"
  | "not outside"
  | "no such part";

export type Decision<Move> = ({ ok: true } & Move) | { ok: false; reason: Refusal; says: string };

/** Changes to stage, in this order. */
export interface Staging {
  stage: Operation[];
}

export interface Removal {
  withdraw: string[];
  /** E once they are withdrawn. */
  effective: Reading | null;
  /** Set when E is then not what base says: take base is to be offered. */
  offersTakeBase: boolean;
}

const neverSent: readonly ChangeState[] = ["approved", "held", "deferred"];

/** Reset to base: a change that writes B over an applied override. */
export function proposeReset(input: FieldInput, part?: string): Decision<Staging> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  if (at.found.override === null) return refused("no override");
  if (at.found.override.state !== "applied") {
    return refused(neverSent.includes(at.found.override.state) ? "was never sent" : "was sent");
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

/** Keep ours: L moves to B, nothing is sent. */
export function keepOurs(input: FieldInput, part?: string): Decision<{ baseline: Baseline }> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  if (at.found.verdict === null || input.base === null) return refused("not read");
  if (at.found.verdict === "same") return refused("same as standard");
  if (at.found.verdict === "ours") return refused("already decided");
  const start = startOfBaseline(input.original);
  const elements = part === undefined ? null : keysOfPart(input, input.baseline, start, at.found, "baseline");
  return {
    ok: true,
    baseline: decideBaseline(input.kind, input.baseline, start, input.base, input.region, elements),
  };
}

/** Accept what came from outside: K moves to I. */
export function acceptOutside(input: FieldInput, part?: string): Decision<{ known: Known }> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  if (input.index === null) return refused("not read");
  if (!at.found.flags.includes("outside")) return refused("not outside");
  const start = startOfKnown(input.original);
  const elements = part === undefined ? null : keysOfPart(input, input.known, start, at.found, "known");
  return { ok: true, known: learnKnown(input.kind, input.known, start, input.index, input.region, elements) };
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

/** Remove an override that was never sent: withdraws its changes and says where E falls back to. */
export function removeOverride(input: FieldInput, part?: string): Decision<Removal> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  const keys = part === undefined ? null : rowKeys(at.found, part, input.region);
  const standing = input.changes.filter((change) => {
    const touched = touchedElements(change.operation, input.region);
    return keys === null || touched === null || touched.some((key) => keys.has(key));
  });
  const unsent = standing.filter((change) => neverSent.includes(change.state));
  if (unsent.length === 0) {
    return refused(at.found.override === null ? "no override" : "was sent");
  }
  if (keys !== null && unsent.some((change) => touchedElements(change.operation, input.region) === null)) {
    return refused("whole field was set");
  }
  const withdraw = unsent.map((change) => change.id);
  const left: FieldInput = {
    ...input,
    changes: input.changes.filter((change) => !withdraw.includes(change.id)),
  };
  const beneath = beneathChanges(left);
  const fold = foldChanges(beneath, left.changes, left.kind, left.region);
  const effective = fold.wanted ?? beneath;
  return { ok: true, withdraw, effective, offersTakeBase: isNotBase(left, effective, part) };
}

function isNotBase(left: FieldInput, effective: Reading | null, part: string | undefined): boolean {
  if (left.base === null || effective === null) return false;
  if (part === undefined) return !equalReadings(left.kind, effective, left.base, left.region);
  const after = compareField(left).parts.find((candidate) => candidate.key === part);
  return after !== undefined && after.verdict !== null && after.verdict !== "same";
}

type Found = { field: FieldComparison; found: FieldComparison | PartComparison; input: FieldInput };

function find(input: FieldInput, part: string | undefined): Found | null {
  const field = compareField(input);
  if (part === undefined) return { field, found: field, input };
  const found =
    field.parts.find((candidate) => candidate.key === part) ??
    field.parts.find((candidate) => keyOf(candidate.values.effective, input.region) === part);
  return found === undefined ? null : { field, found, input };
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

function keyOf(reading: Reading | null, region: string): string | null {
  const phone = reading !== null && "value" in reading ? phoneFrom(reading.value) : null;
  return phone === null ? null : phoneKey(phone, region);
}

const sides = [
  "base",
  "index",
  "wanted",
  "effective",
  "known",
  "baseline",
] as const satisfies readonly (keyof Values)[];

function rowKeys(found: FieldComparison | PartComparison, part: string, region: string): Set<string> {
  const keys = new Set([part]);
  for (const side of sides) {
    const key = keyOf(found.values[side], region);
    if (key !== null) keys.add(key);
  }
  return keys;
}

/** The keys whose stored element moves: those of the row on the stored side, on base and here. */
function keysOfPart(
  input: FieldInput,
  stored: Baseline,
  start: Reading | null,
  found: FieldComparison | PartComparison,
  side: "baseline" | "known",
): string[] {
  if (input.kind !== "phones" || !("parts" in found) || found.key === presenceKey) return [found.key];
  const entries = resolvePhones(stored, start, input.region)?.entries ?? [];
  const known = side === "baseline" ? (["baseline", "base"] as const) : (["known", "index"] as const);
  const keys = new Set<string>();
  for (const name of known) {
    const key = keyOf(found.values[name], input.region);
    if (key !== null) keys.add(key);
  }
  if (keys.size === 0) keys.add(found.key);
  if (entries.some((entry) => entry.key === found.key)) keys.add(found.key);
  return [...keys];
}

function staging(operation: Operation): Decision<Staging> {
  return { ok: true, stage: [operation] };
}

const sentences: { readonly [reason in Refusal]: string } = {
  "no override": "There is no override here.",
  "was never sent": "This override was never sent. Remove it instead: nothing has to be written.",
  "was sent": "This override was sent. Reset it to base instead: that writes the standard value.",
  "whole field was set":
    "One change set the whole field. Remove it for the whole field, or stage a change of this part.",
  "not read": "This value has not been read yet.",
  "same as standard": "This is already the same as the standard index.",
  "already decided": "This was already decided against the standard value as it is now.",
  "not outside": "Nothing changed here outside our change sets.",
  "no such part": "There is no such part in this field.",
};

function refused(reason: Refusal): { ok: false; reason: Refusal; says: string } {
  return { ok: false, reason, says: sentences[reason] };
}
