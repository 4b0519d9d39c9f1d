import type { Change } from "@dc/contract";
import type { ApprovalRules } from "./history.ts";

/** Who approved changes, and who confirmed that live ones are taken back, from what people did and not from what is told of it. */
export interface ApprovalBook {
  /** Whether this person approved the change, or is an author of it. */
  hasPart(person: number, change: Change): boolean;
  approve(person: number, changes: readonly Change[]): void;
  /** Somebody said that these hold although their ground moved: an author of them, too, and every approval is void. */
  keepOurs(person: number, changes: readonly Change[]): void;
  void(changes: readonly Change[]): void;
  /** A failed change is sent once more as a copy, with its approvals. */
  copy(from: Change, to: Change): void;
  /** What somebody approved or confirmed who may not approve any more does not count, and does not come back. */
  lose(person: number): void;
  /** Somebody asks that live changes of a set are taken back, or confirms it. */
  takeBack(person: number, setId: string): void;
  /** What was asked about the set is done, or asked no more. */
  endTakingBack(setId: string): void;
  checkLive(change: Change): void;
  checkTakenBack(change: Change): void;
}

export function createApprovalBook({ required, ownCounts }: ApprovalRules): ApprovalBook {
  const given = new Map<string, Set<number>>();
  const authors = new Map<string, Set<number>>();
  const takingBack = new Map<string, Set<number>>();
  const among = <Key>(of: Map<Key, Set<number>>, key: Key): Set<number> => {
    const found = of.get(key) ?? new Set<number>();
    of.set(key, found);
    return found;
  };
  const authorsOf = (change: Change) =>
    among(authors, change.id).add(Number(/\d+$/.exec(change.createdBy.name)?.[0] ?? Number.NaN));
  const voidAll = (changes: readonly Change[]) => {
    for (const { id } of changes) given.delete(id);
  };
  return {
    hasPart: (person, change) => among(given, change.id).has(person) || authorsOf(change).has(person),
    approve(person, changes) {
      for (const { id } of changes) among(given, id).add(person);
    },
    keepOurs(person, changes) {
      voidAll(changes);
      for (const change of changes) authorsOf(change).add(person);
    },
    void: voidAll,
    copy(from, to) {
      for (const person of among(given, from.id)) among(given, to.id).add(person);
      for (const person of authorsOf(from)) authorsOf(to).add(person);
    },
    lose(person) {
      for (const of of [...given.values(), ...takingBack.values()]) of.delete(person);
    },
    takeBack: (person, setId) => void among(takingBack, setId).add(person),
    endTakingBack: (setId) => void takingBack.delete(setId),
    checkLive(change) {
      const own = authorsOf(change);
      const counting = [...among(given, change.id)].filter((person) => ownCounts || !own.has(person));
      if (counting.length < required)
        throw new Error(`${change.id} is live, and ${counting.length} of ${required} who may approve it approved it.`);
    },
    checkTakenBack(change) {
      const confirmed = among(takingBack, change.changeSetId ?? "");
      if (confirmed.size < required)
        throw new Error(`${change.id} is taken back, and ${confirmed.size} of ${required} who may approve it said so.`);
    },
  };
}
