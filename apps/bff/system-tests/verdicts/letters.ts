import type { IndexVersionKind } from "@dc/api-client";
import type { Flag, Policy, Verdict } from "@dc/contract";

/**
 * What the tables compare, as text: undefined is absent, or an element that is not there; "" is empty. Follows
 * SPEC.md and shares no code with packages/directory, since it is used to check it.
 */
export type Value = string | undefined;
type Values = ReadonlyMap<string, Value>;

export type OverrideOperation = "set" | "takeBase" | "pinValue";

export interface StagedValue {
  element: string;
  op: OverrideOperation;
  /** What the directory said of an entry of phones: an operation acts on exactly this number. */
  from: Value;
  to: Value;
  /** The base value that its author saw. */
  seen: Value;
  policy: Policy;
}

interface LiveOverride extends StagedValue {
  state: "held" | "applied" | "unknown";
}

export interface Expected {
  verdict: Verdict;
  flags: Flag[];
  effective: Value;
  /** Whether an override is of a number that somebody else has replaced, so that two entries could be the same line. */
  isTangled: boolean;
}

/** The letters of one field in one record of one index, element by element; a text has the one element "". */
export interface Letters {
  moveBase(moved: Values): void;
  /** Somebody else writes the field in the index. */
  writeOutside(moved: Values): void;
  /** The console reads the record, here and in base. */
  read(): void;
  readonly base: (element: string) => Value;
  readonly index: (element: string) => Value;
  readonly effective: (element: string) => Value;
  /** The changes become live and wait. */
  hold(staged: readonly StagedValue[]): void;
  /** The changes are sent in one write, and read back. */
  send(staged: readonly StagedValue[]): void;
  /** The changes are sent in one write, and the reply is lost. */
  lose(staged: readonly StagedValue[], hasArrived: boolean): void;
  keepOurs(element: string): void;
  accept(element: string): void;
  liveOverride(element: string): LiveOverride | null;
  expected(element: string): Expected;
}

export function createLetters(
  kind: IndexVersionKind,
  { isObserved, arePhones }: { isObserved: boolean; arePhones: boolean },
  start: Values,
): Letters {
  const base = new Map(start);
  /** What stands in the index by itself; of an overlay, null until somebody writes. */
  let own: Map<string, Value> | null = kind === "copy" ? new Map(start) : null;
  const known = new Map<string, Value>();
  const baselines = new Map<string, { is: Value }>();
  const live = new Map<string, LiveOverride>();
  /** Whether somebody is known to have written the field. */
  let isKnownWritten = kind === "copy";
  let isOurs = false;
  let wasRead = false;

  const elements = () => new Set([...start.keys(), ...base.keys(), ...(own?.keys() ?? [])]);
  const index = (element: string) => (own ?? base).get(element);
  const effective = (element: string) => {
    const override = live.get(element);
    if (override === undefined) return index(element);
    const here = index(element);
    if (!isReplaced(override)) return override.to;
    return override.to === undefined ? here : linesOf(here, override.to);
  };
  /** Whether somebody else wrote another number in the place of the one that the override is about. */
  const isReplaced = ({ element, from, to }: LiveOverride) => {
    const here = index(element);
    return arePhones && here !== undefined && here !== from && here !== to;
  };
  const isInIndex = (override: LiveOverride) =>
    override.to === index(override.element) || (override.to === undefined && isReplaced(override));
  const saysWhatBaseSays = () => [...elements()].every((element) => index(element) === base.get(element));
  const write = (moved: Values) => {
    own = new Map([...(own ?? base), ...moved]);
  };
  const goLive = (staged: readonly StagedValue[], state: LiveOverride["state"]) => {
    for (const one of staged) {
      baselines.set(one.element, { is: one.seen });
      live.set(one.element, { ...one, state });
    }
  };
  const confirm = (override: LiveOverride) => {
    // Of a removed number that was replaced by another one, only that it is gone is ours.
    known.set(override.element, isReplaced(override) ? undefined : index(override.element));
    isOurs = true;
    isKnownWritten = true;
    if (override.op === "takeBase") live.delete(override.element);
    else override.state = "applied";
  };
  const toMap = (staged: readonly StagedValue[]) => new Map(staged.map(({ element, to }) => [element, to]));

  return {
    moveBase(moved) {
      for (const [element, value] of moved) base.set(element, value);
    },
    writeOutside: write,
    read() {
      if (!wasRead) {
        wasRead = true;
        for (const element of elements()) {
          known.set(element, index(element));
          if (isObserved) baselines.set(element, { is: index(element) });
        }
      }
      const provesWrite = kind === "copy" || isOurs || !saysWhatBaseSays();
      for (const override of live.values())
        if (override.state !== "applied" && isInIndex(override) && provesWrite) confirm(override);
      if (isKnownWritten) return;
      if (!saysWhatBaseSays()) {
        isKnownWritten = true;
        return;
      }
      for (const element of elements()) {
        known.set(element, index(element));
        if (!live.has(element)) baselines.set(element, { is: base.get(element) });
      }
    },
    base: (element) => base.get(element),
    index,
    effective,
    hold: (staged) => goLive(staged, "held"),
    send(staged) {
      goLive(staged, "unknown");
      write(toMap(staged));
      for (const { element } of staged) {
        const override = live.get(element);
        if (override !== undefined) confirm(override);
      }
    },
    lose(staged, hasArrived) {
      goLive(staged, "unknown");
      if (hasArrived) write(toMap(staged));
    },
    keepOurs: (element) => void baselines.set(element, { is: base.get(element) }),
    accept: (element) => void known.set(element, index(element)),
    liveOverride: (element) => live.get(element) ?? null,
    expected(element) {
      const [e, b, i] = [effective(element), base.get(element), index(element)];
      const override = live.get(element);
      const flags: Flag[] = [];
      // A removed number that nobody ever listed but somebody else, and that is gone, is on no side any more.
      const sides = [start.get(element), e, b, i, known.get(element), baselines.get(element)?.is];
      const isListed =
        !arePhones ||
        override === undefined ||
        [override.from, override.to].some((one) => one !== undefined && sides.includes(one));
      const isTangled = override !== undefined && isReplaced(override);
      if (override !== undefined && override.state !== "applied" && !isInIndex(override)) flags.push("held");
      if (known.get(element) !== i) flags.push("outside");
      if (isListed && override !== undefined && b === e && override.op !== "pinValue") flags.push("redundant");
      if (isListed && override !== undefined) flags.push(override.policy === "pin" ? "pinned" : "following");
      return { verdict: verdictOf(e, b, baselines.get(element)), flags, effective: e, isTangled };
    },
  };
}

/** Two entries that could be the same line. */
export function linesOf(...values: readonly Value[]): string {
  return values
    .filter((value) => value !== undefined)
    .toSorted((a, b) => a.localeCompare(b))
    .join("+");
}

/** The verdict table. */
function verdictOf(effective: Value, base: Value, baseline: { is: Value } | undefined): Verdict {
  if (effective === base) return "same";
  if (baseline === undefined) return "differs";
  if (base === baseline.is) return "ours";
  return effective === baseline.is ? "base moved" : "conflict";
}

const byWeight: readonly Verdict[] = ["conflict", "base moved", "differs", "ours", "same"];

/** A field's own verdict is the worst of its parts. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return byWeight.find((verdict) => verdicts.includes(verdict)) ?? "same";
}
