import type { KeptStatement, StatementPreviewInput } from "@dc/contract";
import { isJsonObject, recordKey } from "@dc/directory";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { bff } from "#/api/bff.ts";
import { noEvidence, type TypedEvidence } from "#/changes/evidence-form.tsx";
import { canTake, type Choice, type Choices, isTaken, type PlacedFinding } from "./statement-places.ts";
import { emptyStatement, type TypedStatement } from "./typed-statement.ts";

/** What was said of each finding that is ticked, or would be, by what it said then. */
export type Ticks = Readonly<Record<string, Choice>>;

export interface KeptTicks {
  ticks: Ticks;
  /** Whether all findings had been read, so that one without a tick is new. */
  areAll: boolean;
}

/** A statement that was begun. */
export interface BegunStatement extends KeptTicks {
  typed: TypedStatement;
  evidence: TypedEvidence;
  /** What was asked last; null before that. */
  asked: Pick<StatementPreviewInput, "scope" | "facts"> | null;
}

export const nothingBegun: BegunStatement = {
  typed: emptyStatement,
  evidence: noEvidence,
  asked: null,
  ticks: {},
  areAll: true,
};

export const keptStatementQuery = {
  queryKey: ["statements", "kept"],
  queryFn: ({ signal }: { signal: AbortSignal }) => bff.get<KeptStatement>("/statements/kept", { signal }),
  gcTime: 0,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
} as const;

/** What was kept; nothing where another version of the console kept what this one cannot read. */
export function begunFrom({ content }: KeptStatement): BegunStatement {
  if (!isJsonObject(content) || !isJsonObject(content["typed"]) || !Array.isArray(content["typed"]["facts"]))
    return nothingBegun;
  const kept = content as unknown as Partial<BegunStatement>;
  const typed = { ...emptyStatement, ...kept.typed };
  // A list that an earlier version looked up is looked up again.
  const isOfToday = Array.isArray(typed.confirmed?.lines) && typed.confirmed.lines.every((line) => "more" in line);
  const confirmed = isOfToday ? typed.confirmed : null;
  return { ...nothingBegun, ...kept, typed: { ...typed, confirmed } };
}

interface TickKey {
  /** Whose the finding is, and what it and the standard index say. */
  key: string;
  whose: string;
  /** The practitioner, directory and fact. */
  cell: string;
}

const tickKeys = new WeakMap<PlacedFinding, TickKey>();

function tickKey(placed: PlacedFinding): TickKey {
  const key = tickKeys.get(placed) ?? hashFinding(placed);
  tickKeys.set(placed, key);
  return key;
}

function hashFinding({ place, finding }: PlacedFinding): TickKey {
  const { record, field, fact, standard, now, change, says } = finding;
  const whose = shortHash([place.index.id, place.practitioner.id, recordKey(record), field, fact]);
  return {
    whose,
    key: `${whose} ${shortHash([standard, now, change?.operation, ...(says === null ? [] : [says])])}`,
    cell: shortHash([place.index.id, place.practitioner.id, fact]),
  };
}

/** 53 bits of a text's hash (cyrb53): two of 20,000 are the same once in 45 million times. */
function shortHash(value: unknown): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of JSON.stringify(value)) {
    const code = letter.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36);
}

export function ticksOf(findings: readonly PlacedFinding[], choices: Choices): Ticks {
  const ticks = findings.flatMap((placed): [string, Choice][] => {
    const isTicked = isTaken(placed, choices);
    if (!isTicked && !placed.finding.ticked) return [];
    const { key, cell } = tickKey(placed);
    return [[`${key} ${cell}`, choices.get(placed.key) ?? (isTicked ? "change" : "leave")]];
  });
  return Object.fromEntries(ticks);
}

interface KeptChoices {
  choices: Map<string, Choice>;
  moved: PlacedFinding[];
  /** How many that were ticked have nothing left that names them. */
  gone: number;
}

/**
 * The choices that were kept, where nothing moved; the rest is left, and `moved` names what is not as it was. Where they are of all
 * that would be ticked, what is new is left and named too.
 */
export function choicesFrom({ ticks, areAll }: KeptTicks, findings: readonly PlacedFinding[]): KeptChoices {
  const kept = new Map(
    Object.entries(ticks).map(([name, choice]) => {
      const [whose = "", said = "", cell = ""] = name.split(" ");
      return [`${whose} ${said}`, { choice, whose, cell }];
    }),
  );
  const found = findings.map((placed) => ({ placed, ...tickKey(placed) }));
  const keys = new Set(found.map(({ key }) => key));
  const missing = [...kept].flatMap(([key, tick]) => (tick.choice === "leave" || keys.has(key) ? [] : [tick]));
  const [whose, cells] = [new Set(missing.map((tick) => tick.whose)), new Set(missing.map(({ cell }) => cell))];
  // Where a record has nothing of the kind any more, one finding of the cell says so.
  const movedKeys = found.filter(
    ({ placed, key, ...of }) =>
      !kept.has(key) &&
      ((areAll && placed.finding.ticked) || whose.has(of.whose) || (cells.has(of.cell) && !canTake(placed))),
  );
  const named = new Set(movedKeys.flatMap((of) => [of.whose, ...(canTake(of.placed) ? [] : [of.cell])]));
  const leave = movedKeys.map(({ placed }): [string, Choice] => [placed.key, "leave"]);
  const again = found.flatMap(({ placed, key }): [string, Choice][] => {
    const choice = kept.get(key)?.choice;
    return choice === undefined ? [] : [[placed.key, choice]];
  });
  return {
    choices: new Map([...again, ...leave]),
    moved: movedKeys.map(({ placed }) => placed),
    gone: missing.filter((tick) => !named.has(tick.whose) && !named.has(tick.cell)).length,
  };
}

/** Keeps a statement a moment after it was typed. */
export function useKeeping(begun: BegunStatement, keptAt: string | null) {
  const client = useQueryClient();
  const [since, setSince] = useState(keptAt === null ? null : new Date(keptAt));
  const content = JSON.stringify(begun);
  const saved = useRef<string | null>(content);
  const said = JSON.stringify([begun.typed, begun.evidence]);
  /** What was said as it was staged or discarded, which is not kept again until something else is typed. */
  const ended = useRef<string | null>(null);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const save = useEffectEvent(() => {
    if (ended.current === said || saved.current === content) return;
    ended.current = null;
    saved.current = content;
    const sent = { content: JSON.parse(content) as unknown };
    saving.current = saving.current
      .then(() => bff.send("PUT", "/statements/kept", sent))
      .then(() => (ended.current === null ? setSince(new Date()) : undefined))
      // It is sent again with what is typed next, and as the page is left.
      .catch(() => {
        if (saved.current === content) saved.current = null;
      });
  });
  useEffect(() => {
    const timer = setTimeout(() => save(), 500);
    return () => clearTimeout(timer);
  }, [content]);
  // Whoever goes to another page has typed it to the end.
  useEffect(() => () => save(), []);
  return {
    since,
    /** Nothing is kept until something else is typed, or it is resumed. */
    discard: async () => {
      ended.current = said;
      setSince(null);
      // What is still on its way would be kept again by arriving after it, and what is typed next deleted by arriving before.
      saving.current = saving.current.then(() => bff.delete("/statements/kept")).catch(() => undefined);
      await saving.current;
      client.removeQueries({ queryKey: keptStatementQuery.queryKey });
    },
    resume: () => {
      ended.current = null;
    },
  };
}
