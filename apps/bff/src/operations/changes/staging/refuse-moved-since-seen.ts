import { type Change, shapeOf } from "@dc/directory";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Deps } from "#/context/deps.ts";
import { effectiveReading } from "#/ledger/effective-reading.ts";
import { OperationError } from "#/runtime/errors.ts";
import { refuseMoved } from "#/operations/changes/refuse-moved.ts";
import type { AskedChange, CheckedChange } from "./check-change.ts";
import { baseReading, hereReading, type StagingBasis } from "./staging-basis.ts";

/** So many changes are checked before other work has its turn. */
const AT_ONCE = 25;

interface SeenChange {
  asked: AskedChange & { indexId: string };
  checked: CheckedChange;
  basis: StagingBasis;
  index: number;
}

/**
 * Refuses changes whose author stated what base and index said, where one of them is another one by now. All that moved are
 * named at once. Who states what the directory said, too, has a whole ground, which is compared before the change is applied, unless
 * nothing is to be staged of what moved.
 */
export async function refuseMovedSinceSeen(deps: Deps, changes: readonly SeenChange[]): Promise<void> {
  const { standardIndex } = deps.service.profile;
  await refuseAll(changes, async ({ asked, checked, basis, index }) => {
    const of = partOf(asked, checked);
    const isWhole = asked.seen?.effective !== undefined && asked.unlessMoved !== true;
    if (of === null || asked.seen?.index === undefined || isWhole) return;
    const { record, indexId } = asked;
    await refuseMoved(deps, {
      ...of,
      of: "The standard index",
      at: { indexId: standardIndex, type: record.type },
      seen: asked.seen.base,
      now: basis.base.raw === null ? null : baseReading(deps, basis, of.field),
      pointer: `/changes/${index}/seen/base`,
    });
    await refuseMoved(deps, {
      ...of,
      of: "The index",
      at: { indexId, type: record.type },
      seen: asked.seen.index,
      now: basis.here.raw === null ? null : hereReading(deps, basis, of.field),
      pointer: `/changes/${index}/seen/index`,
    });
  });
}

/** Refuses those of which nothing is to be staged where they moved, and of which the directory says something else by now. */
export async function refuseMovedDirectory(
  deps: Deps,
  changes: readonly SeenChange[],
  liveOf: (change: SeenChange) => readonly Change[],
): Promise<void> {
  await refuseAll(changes, async (change) => {
    const { asked, checked, basis, index } = change;
    const of = partOf(asked, checked);
    // Without overrides the directory says what the index says.
    const seen = asked.seen?.effective ?? asked.seen?.index ?? null;
    if (of === null || asked.unlessMoved !== true || seen === null) return;
    const { record, indexId } = asked;
    await refuseMoved(deps, {
      ...of,
      of: "The directory",
      at: { indexId, type: record.type },
      seen,
      now: effectiveReading(deps, { type: record.type, ...of, raw: basis.here.raw }, liveOf(change)),
      pointer: `/changes/${index}/seen/effective`,
    });
  });
}

/** The field, or the member of a set, that a change decides; null for a record. */
function partOf({ operation }: AskedChange, { field, kind }: CheckedChange) {
  if (field === null || kind === null) return null;
  const element = shapeOf(kind) === "members" && "element" in operation ? operation.element : undefined;
  return { field, kind, element: typeof element === "string" ? element : undefined };
}

async function refuseAll(changes: readonly SeenChange[], refuse: (change: SeenChange) => Promise<void>): Promise<void> {
  const moved: OperationError[] = [];
  for (const [position, change] of changes.entries()) {
    if (position % AT_ONCE === AT_ONCE - 1) await nextTurn();
    try {
      await refuse(change);
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== "moved_since_seen") throw error;
      moved.push(error);
    }
  }
  const [first] = moved;
  if (first === undefined) return;
  throw new OperationError("moved_since_seen", first.message, { errors: moved.flatMap(({ errors }) => errors ?? []) });
}
