import { expect, test } from "vitest";
import type { Change } from "#/ledger/change.ts";
import type { Reading } from "#/records/reading.ts";
import { aChange, aField, observed, presumed } from "#/testing/arbitraries.ts";
import { compareField } from "./compare-field.ts";
import type { Flag, Verdict } from "./comparison.ts";
import type { FieldInput } from "./field-input.ts";

const letters = ["B", "I", "K", "O", "L", "W"] as const;
type Letter = (typeof letters)[number];
/** Equal numbers are equal values; null is no reading. */
type Pattern = { [letter in Letter]: number | null };

/** Every way in which six values can be equal, different or not there: each letter is null, or one of the classes so far, or a new one. */
function everyPattern(): Pattern[] {
  let partial: (number | null)[][] = [[]];
  for (const _ of letters) {
    partial = partial.flatMap((classes) => {
      const next = Math.max(-1, ...classes.map((value) => value ?? -1)) + 1;
      const choices = [null, ...Array.from({ length: next + 1 }, (_unused, value) => value)];
      return choices.map((choice) => [...classes, choice]);
    });
  }
  return partial.map(([B = null, I = null, K = null, O = null, L = null, W = null]) => ({ B, I, K, O, L, W }));
}

const reading = (value: number | null): Reading | null =>
  value === null ? null : value === 5 ? { absent: true } : { value: `value ${value}` };

function inputOf(pattern: Pattern, provenance: "observed" | "presumed", applied: boolean): FieldInput {
  const [B, I, K, O, L, W] = letters.map((letter) => reading(pattern[letter]));
  const changes: Change[] =
    W === null || W === undefined ? [] : [aChange({ op: "takeBase", to: W }, { state: applied ? "sending" : "held" })];
  if (applied && W && "value" in W) {
    changes.splice(0, 1, aChange({ op: "set", value: W.value }, { state: "applied" }));
  }
  const original = O ?? null;
  return aField({
    base: B ?? null,
    index: I ?? null,
    original: original === null ? null : provenance === "observed" ? observed(original) : presumed(original),
    baseline: L ? { whole: L } : {},
    known: K ? { whole: K } : {},
    changes,
  });
}

/** The tables of SPEC.md, read row by row. */
function expected(pattern: Pattern, provenance: "observed" | "presumed", isApplied: boolean) {
  const { B, I, O, W } = pattern;
  const E = W ?? I;
  const L = pattern.L ?? (provenance === "observed" ? O : null);
  const K = pattern.K ?? O;
  const rows: [boolean, Verdict | null][] = [
    [B === null || I === null, null],
    [E === B, "same"],
    [L !== null && B === L, "ours"],
    [L !== null && E === L, "base moved"],
    [L !== null, "conflict"],
    [L === null, "differs"],
  ];
  const verdict = rows.find(([fits]) => fits)?.[1] ?? null;
  const flags: [boolean, Flag][] = [
    [W !== null && I !== W && !isApplied, "held"],
    [K !== null && I !== null && I !== K, "outside"],
    [W !== null && B === E, "redundant"],
    [W !== null, "pinned"],
    [B === 5 || I === 5, "absent"],
  ];
  return { verdict, flags: flags.flatMap(([stands, flag]) => (stands ? [flag] : [])) };
}

test("[V1] [V5] [V6] [V7] [V8] [B1] every combination of B, I, K, O, L and W has the verdict and the flags of the tables", () => {
  const patterns = everyPattern();
  expect(patterns).toHaveLength(877);
  for (const pattern of patterns) {
    for (const provenance of ["observed", "presumed"] as const) {
      for (const applied of [false, true]) {
        const input = inputOf(pattern, provenance, applied);
        const isApplied = input.changes[0]?.state === "applied";
        const { verdict, flags } = compareField(input);
        expect({ pattern, provenance, applied, verdict, flags }).toEqual({
          pattern,
          provenance,
          applied,
          ...expected(pattern, provenance, isApplied),
        });
      }
    }
  }
});

test("[V2] every combination of membership of one element has the verdict of the table, and none is a conflict", () => {
  const sides = [true, false, null] as const;
  const list = (has: boolean | null): Reading | null =>
    has === null ? null : { value: has ? ["ins_a", "ins_z"] : ["ins_z"] };
  for (const B of sides)
    for (const I of sides)
      for (const L of sides)
        for (const K of sides)
          for (const W of sides) {
            const L_ = list(L);
            const K_ = list(K);
            const field = compareField(
              aField({
                kind: "set",
                base: list(B),
                index: list(I),
                baseline: L_ === null ? {} : { whole: L_ },
                known: K_ === null ? {} : { whole: K_ },
                changes: W === null ? [] : [aChange({ op: W ? "add" : "remove", element: "ins_a" }, { kind: "set" })],
              }),
            );
            const part = field.parts.find((part) => part.key === "ins_a");
            const E = W ?? I;
            const isThere = [B, I, K].includes(true) || (I !== null && W !== null);
            expect(part !== undefined).toBe(isThere);
            if (part === undefined) continue;
            const verdict =
              B === null || I === null
                ? null
                : E === B
                  ? "same"
                  : L === null
                    ? "differs"
                    : B === L
                      ? "ours"
                      : "base moved";
            expect(part.verdict).toBe(verdict);
            expect(part.flags.includes("outside")).toBe(K !== null && I !== null && I !== K);
            expect(part.flags.includes("held")).toBe(W !== null && I !== null && I !== W);
          }
});
