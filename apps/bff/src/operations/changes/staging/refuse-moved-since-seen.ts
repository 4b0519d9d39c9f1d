import { shapeOf } from "@dc/directory";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Deps } from "#/context/deps.ts";
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
 * named at once. Who states what the directory said, too, has a whole ground, which is compared before the change is applied.
 */
export async function refuseMovedSinceSeen(deps: Deps, changes: readonly SeenChange[]): Promise<void> {
  const { standardIndex } = deps.service.profile;
  const moved: OperationError[] = [];
  for (const [position, { asked, checked, basis, index }] of changes.entries()) {
    if (position % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const { field, kind } = checked;
    if (asked.seen?.index === undefined || asked.seen.effective !== undefined || field === null || kind === null)
      continue;
    const { operation, record, indexId } = asked;
    const element =
      shapeOf(kind) === "members" && "element" in operation && typeof operation.element === "string"
        ? operation.element
        : undefined;
    const of = { field, kind, element };
    try {
      await refuseMoved(deps, {
        ...of,
        of: "The standard index",
        at: { indexId: standardIndex, type: record.type },
        seen: asked.seen.base,
        now: basis.base.raw === null ? null : baseReading(deps, basis, field),
        pointer: `/changes/${index}/seen/base`,
      });
      await refuseMoved(deps, {
        ...of,
        of: "The index",
        at: { indexId, type: record.type },
        seen: asked.seen.index,
        now: basis.here.raw === null ? null : hereReading(deps, basis, field),
        pointer: `/changes/${index}/seen/index`,
      });
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== "moved_since_seen") throw error;
      moved.push(error);
    }
  }
  const [first] = moved;
  if (first === undefined) return;
  throw new OperationError("moved_since_seen", first.message, { errors: moved.flatMap(({ errors }) => errors ?? []) });
}
