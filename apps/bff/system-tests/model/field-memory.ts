import type { Change } from "@dc/contract";
import { elementsOf, type Kind, touchedBy } from "./oracle.ts";

export type Remembered = { is: string | undefined } | "none" | "unsure";

/** L or K of one field, element by element, moved as SPEC.md defines. */
export interface FieldMemory {
  of(element: string): Remembered;
  /** Moves the named elements, or all. */
  move(to: ReadonlyMap<string, string>, elements: readonly string[] | null): void;
  /** Moves all but the named elements. */
  moveOthers(to: ReadonlyMap<string, string>, elements: readonly string[]): void;
  /** Marks elements whose value SPEC.md leaves open, such as L after a withdrawal. */
  markUnsure(elements: readonly string[] | null): void;
}

export function createFieldMemory(start: ReadonlyMap<string, string> | null): FieldMemory {
  let rest: (element: string) => Remembered = start === null ? () => "none" : (element) => ({ is: start.get(element) });
  let own = new Map<string, Remembered>();
  const all = (next: (element: string) => Remembered) => {
    rest = next;
    own = new Map();
  };
  return {
    of: (element) => own.get(element) ?? rest(element),
    move(to, elements) {
      const kept = new Map(to);
      if (elements === null) all((element) => ({ is: kept.get(element) }));
      else for (const element of elements) own.set(element, { is: kept.get(element) });
    },
    moveOthers(to, elements) {
      const [moved, before] = [
        new Map(to),
        elements.map((element) => [element, own.get(element) ?? rest(element)] as const),
      ];
      all((element) => ({ is: moved.get(element) }));
      own = new Map(before);
    },
    markUnsure(elements) {
      if (elements === null) all(() => "unsure");
      else for (const element of elements) own.set(element, "unsure");
    },
  };
}

export function baseSeenElements(kind: Kind, { baseSeen }: Change): Map<string, string> {
  return elementsOf(kind, baseSeen);
}

/** The elements that a change is about; null for all. */
export function touchedElements(kind: Kind, { operation }: Change): string[] | null {
  return touchedBy(kind, operation);
}
