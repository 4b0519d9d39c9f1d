import type { Change } from "@dc/contract";
import { useSyncExternalStore } from "react";

/** One staging that can be taken back. */
export interface UndoStep {
  changeSetId: string;
  staged: readonly string[];
  /** The drafts that it took the place of, oldest first, as they were; undo restores them. */
  replaced: readonly Change[];
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
    if (step.staged.length > 0 || step.replaced.length > 0) tell([...steps, step].slice(-50));
  },
  /** Takes off a step that was undone. */
  pop(step: UndoStep) {
    step.onUndone?.();
    undoStack.drop(step);
  },
  /** Takes off a step that can no longer be undone. */
  drop(step: UndoStep) {
    tell(steps.filter((known) => known !== step));
  },
  /** Forgets drafts that were discarded, those that they replaced, and the steps that staged nothing else. */
  forget(ids: readonly string[]) {
    const gone = new Set(ids);
    const kept: UndoStep[] = [];
    for (const step of steps.toReversed()) {
      const staged = step.staged.filter((id) => !gone.has(id));
      if (staged.length === step.staged.length) kept.unshift(step);
      else if (staged.length > 0) kept.unshift({ ...step, staged });
      else {
        for (const { id } of step.replaced) gone.add(id);
        step.onUndone?.();
      }
    }
    tell(kept);
  },
  /** Drafts that were staged again have new ids. */
  rename(ids: ReadonlyMap<string, string>) {
    const nameOf = (id: string) => ids.get(id) ?? id;
    const isNamed = ({ staged, replaced }: UndoStep) =>
      [...staged, ...replaced.map(({ id }) => id)].some((id) => nameOf(id) !== id);
    tell(
      steps.map((step) =>
        isNamed(step)
          ? {
              ...step,
              staged: step.staged.map(nameOf),
              replaced: step.replaced.map((change) => ({ ...change, id: nameOf(change.id) })),
            }
          : step,
      ),
    );
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
