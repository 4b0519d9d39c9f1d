import type { Change } from "@dc/contract";
import { useSyncExternalStore } from "react";

/** One staging that can be taken back. */
export interface UndoStep {
  indexId: string;
  changeSetId: string;
  staged: readonly string[];
  /** The drafts before the staging; undo restores those that it replaced. */
  before: readonly Change[];
  /** Called once it is undone. */
  onUndone?: () => void;
}

let steps: readonly UndoStep[] = [];
const listeners = new Set<() => void>();

function tell(next: readonly UndoStep[]) {
  steps = next;
  for (const listener of listeners) listener();
}

/** The stagings of this window, newest last. The drafts themselves are on the server. */
export const undoStack = {
  push(step: UndoStep) {
    if (step.staged.length > 0) tell([...steps, step].slice(-50));
  },
  pop(step: UndoStep) {
    step.onUndone?.();
    tell(steps.filter((known) => known !== step));
  },
  /** Drops the steps all of whose drafts were discarded. */
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
