import { createMoveChecker } from "./check-moves.ts";
import { createViewChecker } from "./check-views.ts";
import { createWriteChecker } from "./check-writes.ts";
import type { FieldMemory } from "./field-memory.ts";
import { createGroundChecker, type GroundChecker } from "./grounds.ts";
import { type History, landed } from "./history.ts";
import { createMemories } from "./memories.ts";
import type { Field } from "./service-states.ts";

/** The invariants of one history: compares sandbox, API and gateway with the oracle after each step. */
export interface InvariantChecker {
  /** L and K of a field, moved by decisions. */
  baseline(indexId: string, field: Field): FieldMemory;
  known(indexId: string, field: Field): FieldMemory;
  grounds: GroundChecker;
  /** Checks everything that the step could have affected. */
  afterStep(requestsBefore: number): Promise<void>;
}

export function createInvariantChecker(history: History): InvariantChecker {
  const { stack, serviceStates } = history;
  const memories = createMemories(history);
  const grounds = createGroundChecker(history);
  const writes = createWriteChecker(history);
  const moves = createMoveChecker(history, memories, grounds);
  const views = createViewChecker(history, memories, () => moves.takeOver());
  return {
    baseline: (indexId, field) => memories.baseline(indexId, field),
    known: (indexId, field) => memories.known(indexId, field),
    grounds,
    async afterStep(requestsBefore) {
      await landed(stack);
      stack.app.sandbox.faults.clear();
      stack.app.clock.advance(history.quietMs);
      history.quietMs = 0;
      writes.checkRequests(Math.max(requestsBefore, history.landedAt));
      const entries = serviceStates.catchUp();
      writes.checkLedger(entries);
      const moved = await moves.takeOver();
      await writes.checkAlarms(
        entries,
        moved.map(({ change }) => change),
      );
      grounds.checkWrites(entries);
      moves.checkSets();
      for (const { change } of history.changes.values()) {
        if (change.state !== "draft" && change.baseSeen === null)
          throw new Error(`${change.id} was approved without a base that its author saw.`);
      }
      for (const indexId of history.indices) await views.checkIndex(indexId);
      history.readings.length = 0;
      moves.endStep();
      await views.checkStandard();
    },
  };
}
