import type { Change } from "@dc/contract";
import { changesOn, type History, isSame } from "./history.ts";
import { effectiveOf, elementsOf, sameElements, describeElements } from "./oracle.ts";
import type { Field } from "./service-states.ts";

interface Previewed {
  where: string;
  indexId: string;
  field: Field;
  preview: unknown;
  effective: ReadonlyMap<string, string>;
  /** The console's own drafts for fields that follow base, in this index. */
  proposed: readonly Change[];
}

/**
 * Checks that the preview is E with the approved and requested changes applied, so that no draft is lost and none is
 * invented.
 */
export function checkPreview(
  history: History,
  { where, indexId, field, preview, effective, proposed }: Previewed,
): void {
  const ofField = changesOn(history, indexId, field);
  if (ofField.some(({ state }) => state === "in review" || state === "approved")) return;
  const approved = ofField.filter(({ state }) => state === "queued");
  const drafts = ofField.filter(({ state }) => state === "draft");
  const own = proposed.filter((change) => isSame(change.record, field.record) && change.field === field.field);
  const stray = own.find(({ operation, policy }) => operation.op !== "takeBase" || policy !== "follow");
  if (stray !== undefined)
    throw new Error(`The console proposes ${JSON.stringify(stray.operation)} by itself in ${where}.`);
  const draftSets = new Set([...drafts, ...own].map(({ changeSetId }) => changeSetId));
  if (draftSets.size > 1) return;
  const asked = history.asked.filter(
    (one) =>
      draftSets.has(one.changeSetId) &&
      one.indexId === indexId &&
      isSame(one.field.record, field.record) &&
      one.field.field === field.field,
  );
  const told = [
    ...approved,
    ...[...asked, ...own].map(({ operation }, at) => ({
      id: `asked ${at}`,
      order: 1_000_000 + at,
      state: "draft" as const,
      operation,
    })),
  ];
  const right = effectiveOf(field.kind, effective, told, () => true);
  const shown = preview === null ? effective : elementsOf(field.kind, preview);
  if (!sameElements(shown, right))
    throw new Error(
      `The preview of ${where} is ${describeElements(shown)}, and what was asked makes ${describeElements(right)}.`,
    );
}
