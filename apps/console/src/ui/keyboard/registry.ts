import { useSyncExternalStore } from "react";

/** What the components that are mounted now add, in the order in which they were mounted. */
export class Registry<Item> {
  #added: readonly (readonly Item[])[] = [];
  #all: readonly Item[] = [];
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  all = () => this.#all;

  /** Adds a list that nobody else adds, until what it returns is called. */
  add(items: readonly Item[]): () => void {
    this.#keep([...this.#added, items]);
    return () => this.#keep(this.#added.filter((known) => known !== items));
  }

  #keep(added: readonly (readonly Item[])[]) {
    this.#added = added;
    this.#all = added.flat();
    this.notify();
  }

  protected notify() {
    for (const listener of this.#listeners) listener();
  }
}

/** All that is added now. */
export function useRegistered<Item>({ subscribe, all }: Registry<Item>): readonly Item[] {
  return useSyncExternalStore(subscribe, all);
}
