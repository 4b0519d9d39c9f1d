import type { FieldInput } from "#/compare/field-input.ts";
import { isUnsent } from "#/ledger/change-state.ts";
import type { Operation } from "#/ledger/operation.ts";
import { shapeOf } from "#/kinds/kinds.ts";
import { labelledKey, phoneEntries, phoneKeyOf } from "#/phones/phone-entries.ts";
import { moveBack, movePhone } from "#/phones/move-phone.ts";
import { phoneIn, phonesOf } from "#/phones/phone.ts";
import { listPresenceKey, type Reading } from "#/records/reading.ts";
import { isMember } from "#/records/set-members.ts";
import { findPart, keyOnSide, refusal } from "./decision.ts";
import type { Decision, DecisionTarget } from "./decision.ts";

/** Changes to stage, in this order. */
export interface Staging {
  stage: Operation[];
}

/** Reset to base: a change that writes the base value over an applied override. */
export function proposeReset(input: FieldInput, part?: string): Decision<Staging> {
  const target = findPart(input, part);
  if (target === null) return refusal("no such part");
  if (target.row.override === null) return refusal("no override");
  if (target.row.override.state !== "applied") {
    return refusal(isUnsent(target.row.override) ? "was never sent" : "was sent");
  }
  const { changeId } = target.row.override;
  if (input.changes.some(({ id, operation }) => id === changeId && operation.op === "move"))
    return toPlaceInBase(target);
  return toBase("reset", target, part);
}

/** The move of an entry back to where base has it, among the entries that both have. */
function toPlaceInBase(target: DecisionTarget): Decision<Staging> {
  const { region } = target.input;
  const [to, from] = [target.field.values.base, target.field.values.effective].map((reading) =>
    reading === null ? null : (phonesOf(reading) ?? []),
  );
  const key = keyOnSide(target, "base");
  if (to === null || from === null || to === undefined || from === undefined) return refusal("not read");
  const move = key === null ? null : moveBack(key, { region, to, from });
  const after = move === null ? from : movePhone(from, move.element, move.before, region);
  return move === null || after.every((phone, place) => phone === from[place])
    ? refusal("only its place")
    : staging(move);
}

/** Take base: a change that writes the current base value. */
export function proposeTakeBase(input: FieldInput, part?: string): Decision<Staging> {
  const target = findPart(input, part);
  if (target === null) return refusal("no such part");
  if (target.row.verdict === "same") return refusal("same as standard");
  return toBase("takeBase", target, part);
}

/** Pin what is so: an override of the value that base and index both have, where there is none yet. */
export function proposePin(input: FieldInput, part?: string): Decision<Staging> {
  // The presence of a list cannot be pinned, only the field or one of its members.
  const target = part === listPresenceKey ? null : findPart(input, part);
  if (target === null) return refusal("no such part");
  if (target.row.override !== null) return refusal("has override");
  if (target.row.verdict === null) return refusal("not read");
  if (target.row.verdict !== "same") return refusal("differs from standard");
  return toBase("pinValue", target, part);
}

/** Restore ours: stages the wanted value again, or the known value where nothing is overridden. */
export function restoreOurs(input: FieldInput, part?: string): Decision<Staging> {
  const target = findPart(input, part);
  if (target === null) return refusal("no such part");
  if (!target.row.flags.includes("outside")) return refusal("not outside");
  const isWhole = part === undefined || part === listPresenceKey;
  const { values } = isWhole ? target.field : target.row;
  const to = values.wanted ?? values.known;
  if (to === null) return refusal("not read");
  if (isWhole) {
    return "value" in to ? staging({ op: "set", value: to.value }) : staging({ op: "reset", to });
  }
  switch (shapeOf(input.kind)) {
    case "whole":
      return refusal("no such part");
    case "members":
      return staging({ op: isMember(to) ? "add" : "remove", element: part });
    case "keyed": {
      const phone = phoneIn(to);
      const now = keyOnSide(target, "index");
      if (phone === null) return now === null ? refusal("not outside") : staging({ op: "remove", element: now });
      return now === null
        ? staging({ op: "add", element: phone })
        : staging({ op: "replace", element: now, by: phone });
    }
    case "parts":
      return staging("value" in to ? { op: "set", element: part, value: to.value } : { op: "remove", element: part });
  }
}

function toBase(
  op: "reset" | "takeBase" | "pinValue",
  target: DecisionTarget,
  part: string | undefined,
): Decision<Staging> {
  const { base } = part === undefined || part === listPresenceKey ? target.field.values : target.row.values;
  if (base === null) return refusal("not read");
  if (part === undefined || part === listPresenceKey) return staging({ op, to: base });
  const to = op === "pinValue" || phoneIn(base) !== null ? base : (baseReplaced(target) ?? base);
  const now = keyOnSide(target, "effective");
  const equals = op === "pinValue" || now === null ? 1 : equalsAfter(target, to, now);
  return staging({ op, element: now ?? part, to, ...(equals === 1 ? {} : { equals }) });
}

/** How many phones of the directory, with what is drafted, equal this one once it is in the place of the entry with this key. */
function equalsAfter({ field, input: { region } }: DecisionTarget, to: Reading, key: string): number {
  const phone = phoneIn(to);
  const { effective, preview } = field.values;
  const list = preview ?? effective;
  if (phone === null || list === null) return 1;
  const others = phoneEntries(phonesOf(list) ?? [], region).filter((entry) => entry.key !== key);
  return 1 + others.filter((entry) => labelledKey(entry.phone, region) === labelledKey(phone, region)).length;
}

/** The entry of base that an entry which base lacks was put in place of, unless the directory has that one. */
function baseReplaced({ field, row, input }: DecisionTarget): Reading | null {
  const change = input.changes.find(({ id }) => id === row.override?.changeId);
  if (change?.operation.op !== "replace" || shapeOf(input.kind) !== "keyed") return null;
  const number = phoneKeyOf(change.operation.element);
  const missing = field.parts.find(
    ({ key, values }) =>
      phoneKeyOf(key) === number && phoneIn(values.base) !== null && phoneIn(values.effective) === null,
  );
  return missing?.values.base ?? null;
}

function staging(operation: Operation): Decision<Staging> {
  return { ok: true, stage: [operation] };
}
