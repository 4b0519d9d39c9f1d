/** A seeded pseudo-random generator: the same seed gives the same values on every machine. */
export interface Random {
  next(): number;
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  sample<T>(from: readonly T[], count: number): T[];
}

/** A 32-bit hash of any mix of text and integers; not for secrets. */
export function hash32(...parts: readonly (string | number)[]): number {
  let state = 0x811c9dc5;
  for (const part of parts) {
    if (typeof part === "number") {
      state = mix(state ^ (part | 0));
      state = mix(state ^ Math.floor(part / 0x100000000));
    } else {
      for (let i = 0; i < part.length; i++) state = Math.imul(state ^ part.charCodeAt(i), 0x01000193);
      state = mix(state ^ part.length);
    }
  }
  return state >>> 0;
}

function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

export function createRandom(...seed: readonly (string | number)[]): Random {
  let state = hash32(...seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick(from) {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new RangeError("nothing to pick from");
      return picked;
    },
    sample(from, count) {
      const rest = [...from];
      const taken = [];
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(below(rest.length), 1));
      return taken;
    },
  };
}
