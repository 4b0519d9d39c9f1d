import type { Change } from "@dc/contract";
import { useSyncExternalStore } from "react";

/** One staging that can be taken back. */
export interface UndoStep {
  indexId: string;
  changeSetId: string;
  staged: readonly string[];
  /** Drafts that were there before; those that the staging replaced come back. */
  before: readonly Change[];
  /** Called once it is taken back. */
  onUndone?: () => void;
}

let steps: readonly UndoStep[] = [];
const listeners = new Set<() => void>();

function tell(next: readonly UndoStep[]) {
  steps = next;
  for (const listener of listeners) listener();
}

/** What was staged in this window, the last one on top. The drafts themselves are kept by the server. */
export const undoStack = {
  push(step: UndoStep) {
    if (step.staged.length > 0) tell([...steps, step].slice(-50));
  },
  pop(step: UndoStep) {
    step.onUndone?.();
    tell(steps.filter((known) => known !== step));
  },
  /** These drafts were discarded: nothing is left to undo of a step that staged no other. */
  forget(ids: readonly string[]) {
    for (const step of steps) if (step.staged.every((id) => ids.includes(id))) undoStack.pop(step);
  },
  clear() {
    tell([]);
  },
};

export function useLastStep(changeSetId: string | null): UndoStep | null {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => steps,
  );
  return all.findLast((step) => step.changeSetId === changeSetId) ?? null;
}
