/**
 * The seed of every random test: fixed, so that a failure comes from the current change. `TEST_SEED` sets another one.
 */
export const testSeed = Number(process.env["TEST_SEED"] ?? 1);

/** Random choices that a seed repeats exactly. */
export interface Random {
  readonly seed: number;
  below(count: number): number;
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the names, each as likely as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  text(length: number): string;
}

/** Mulberry32: small, and good enough for choosing test steps. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    seed,
    below,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("There is nothing to choose from.");
      return item;
    },
    weighted(weights) {
      const names = keysOf(weights);
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      throw new RangeError("The weights add up to nothing.");
    },
    text: (length) => Array.from({ length }, () => "abcdefghijklmnopqrstuvwxyz0123456789"[below(36)]).join(""),
  };
}

/** An object literal has no other keys than those of its type. */
function keysOf<Name extends string>(record: Readonly<Record<Name, number>>): Name[] {
  return Object.keys(record) as Name[];
}
