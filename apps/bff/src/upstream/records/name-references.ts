import type { ServiceProfile } from "@dc/api-client";

/** The meanings that can serve as a record's name, the best one first. */
export const nameMeanings = ["displayName", "name", "preferredName"];

/** A reference that a name is found by. */
interface NameReference {
  meaning: string;
  of: string;
}

interface NameReferences {
  /** The references to follow from records of a type for a name, its own or that of a record that refers to it. */
  from: ReadonlyMap<string, readonly NameReference[]>;
  /** The record types whose names say something of records of this type. */
  namedBy: ReadonlyMap<string, ReadonlySet<string>>;
}

const ofProfiles = new WeakMap<ServiceProfile, NameReferences>();

/** By which references the names of records are found, where the profile borrows or composes them. */
export function nameReferences(profile: ServiceProfile): NameReferences {
  const known = ofProfiles.get(profile) ?? findReferences(profile);
  ofProfiles.set(profile, known);
  return known;
}

function findReferences(profile: ServiceProfile): NameReferences {
  const from = new Map<string, Map<string, NameReference>>();
  const namedBy = new Map<string, Set<string>>();
  const follow = (named: string, start: string, via: readonly string[]) => {
    let type = start;
    for (const meaning of via) {
      const of = profile.meanings(type).find(({ name }) => name === meaning)?.of ?? null;
      if (of === null) return;
      from.set(type, (from.get(type) ?? new Map<string, NameReference>()).set(meaning, { meaning, of }));
      namedBy.set(of, (namedBy.get(of) ?? new Set()).add(named));
      type = of;
    }
  };
  const walk = (named: string, type: string, meaning: string) => {
    const composed = profile.composed(type).find(({ name }) => name === meaning);
    const held = profile.meanings(type).find(({ name }) => name === meaning);
    if (held !== undefined) follow(named, type, held.via);
    for (const { via, owner } of composed?.parts ?? []) {
      follow(named, type, via);
      walk(named, owner.type, owner.meaning);
    }
  };
  for (const type of profile.recordTypes) for (const meaning of nameMeanings) walk(type, type, meaning);
  return {
    from: new Map([...from].map(([type, references]) => [type, [...references.values()]])),
    namedBy,
  };
}
