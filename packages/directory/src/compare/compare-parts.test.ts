import { expect, test } from "vitest";
import { acceptOutside, keepOurs } from "#/decisions/accept-values.ts";
import { proposePin, proposeTakeBase, restoreOurs } from "#/decisions/propose-change.ts";
import type { Operation } from "#/ledger/operation.ts";
import { fieldSentences } from "#/sentences/comparison-sentences.ts";
import { aChange, aField, observed, region } from "#/testing/arbitraries.ts";
import { compareField } from "./compare-field.ts";
import { nextBaseline } from "#/ledger/next-baseline.ts";

const before = { value: { en: "Before", fr: "Avant", de: "Vorher" } };
const changed = (...operations: Operation[]) =>
  operations.map((operation, position) =>
    aChange(operation, { kind: "languages", id: `chg_${position + 1}`, order: position + 1 }),
  );
const field = aField({
  key: "biography",
  kind: "languages",
  original: observed(before),
  base: { value: { en: "Now", fr: "Maintenant", de: "Vorher" } },
  index: before,
  changes: changed({ op: "set", element: "fr", value: "Nous" }, { op: "set", element: "sv", value: "Vi" }),
});
const verdicts = (input: typeof field) =>
  Object.fromEntries(compareField(input).parts.map(({ key, verdict, flags }) => [key, [verdict, ...flags]]));

test("[V16] each language has a verdict of its own, and can conflict", () => {
  expect(verdicts(field)).toEqual({
    en: ["base moved"],
    fr: ["conflict", "held", "pinned"],
    de: ["same"],
    sv: ["ours", "held", "pinned"],
  });
  expect(compareField(field).verdict).toBe("conflict");
});

test("[N4] [F3] operations on different languages do not disturb each other", () => {
  const withRemoval = { ...field, changes: [...field.changes, ...changed({ op: "remove", element: "de" })] };
  expect(compareField(withRemoval).values.effective).toEqual({ value: { en: "Before", fr: "Nous", sv: "Vi" } });
  expect(verdicts(withRemoval)["de"]).toEqual(["ours", "held", "pinned"]);
});

test("[N4] [B3] a language is decided by itself", () => {
  const kept = keepOurs(field, "fr");
  if (!kept.ok) throw new Error(kept.message);
  expect(verdicts({ ...field, baseline: kept.baseline })).toMatchObject({
    en: ["base moved"],
    fr: ["ours", "held", "pinned"],
  });
  expect(proposeTakeBase(field, "en")).toEqual({
    ok: true,
    stage: [{ op: "takeBase", element: "en", to: { value: "Now" } }],
  });
  expect(proposePin(field, "de")).toMatchObject({
    stage: [{ op: "pinValue", element: "de", to: { value: "Vorher" } }],
  });
  const outside = { ...field, changes: [], known: { whole: { value: { en: "Before", fr: "Autre" } } } };
  expect(restoreOurs(outside, "fr")).toMatchObject({ stage: [{ op: "set", element: "fr", value: "Autre" }] });
  expect(restoreOurs(outside, "de")).toMatchObject({ stage: [{ op: "remove", element: "de" }] });
  const accepted = acceptOutside(outside, "fr");
  if (!accepted.ok) throw new Error(accepted.message);
  const left = compareField({ ...outside, known: accepted.known }).parts.filter(({ flags }) =>
    flags.includes("outside"),
  );
  expect(left.map(({ key }) => key)).toEqual(["de"]);
  const next = nextBaseline("languages", {}, before, { value: { en: "Now" } }, region, ["en", "fr"]);
  expect(next).toEqual({ elements: { en: { value: "Now" }, fr: { absent: true } } });
});

test("[V16] a value that is no object of texts stays undivided", () => {
  const odd = { ...field, base: { value: ["Now"] } };
  expect(compareField(odd)).toMatchObject({ parts: [], verdict: "conflict" });
});

test("[T10] a text is told with its language", () => {
  const context = { recordName: "Dr. Eze", memberName: () => null };
  expect(fieldSentences(compareField(field), context).map(({ text }) => text)).toEqual([
    "Biography in French: we say Nous; the standard index now says Maintenant. Both moved away from Avant.",
    "Biography in English: the standard index now says Now. This directory still says Before.",
    "Biography in Swedish: none → Vi.",
  ]);
});
