import { useMemo, useState } from "react";
import { type BegunStatement, choicesFrom, type KeptTicks, ticksOf } from "./kept-statement.ts";
import { type AskedStatement, useStatementPreview } from "./queries.ts";
import { type Choice, type Choices, isTaken, type PlacedFinding, placedFindings } from "./statement-places.ts";
import type { statementFrom } from "./typed-statement.ts";

type Input = Pick<AskedStatement, "scope" | "facts">;

/** Where the statement applies that was asked last, and what is chosen of it. */
export function useStatementSearch(begun: BegunStatement, statement: ReturnType<typeof statementFrom>) {
  const [asked, setAsked] = useState<AskedStatement | null>(
    begun.asked === null ? null : { ...begun.asked, time: 0, fresh: false },
  );
  /** The ticks of before, until another statement is searched. */
  const [remembered, setRemembered] = useState<KeptTicks | null>(
    begun.asked === null ? null : { ticks: begun.ticks, areAll: begun.areAll },
  );
  const [chosen, setChosen] = useState<Choices>(new Map());
  const preview = useStatementPreview(asked);
  const pages = preview.data?.pages;
  const places = useMemo(() => (pages ?? []).flatMap(({ items }) => items), [pages]);
  const findings = useMemo(() => places.flatMap(placedFindings), [places]);
  const isReading = preview.isFetching;
  const again = useMemo(() => (remembered === null ? null : choicesFrom(remembered, findings)), [remembered, findings]);
  const choices: Choices = useMemo(() => new Map([...(again?.choices ?? []), ...chosen]), [again, chosen]);
  const isRead = pages !== undefined && !isReading && !preview.hasNextPage;
  const kept = useMemo((): KeptTicks => {
    if (isRead) return { ticks: ticksOf(findings, choices), areAll: true };
    // Nobody has seen the rest yet.
    const explicit = findings.filter(({ key }) => choices.has(key));
    return {
      ticks: { ...remembered?.ticks, ...ticksOf(explicit, choices) },
      areAll: remembered?.areAll ?? false,
    };
  }, [isRead, findings, choices, remembered]);
  const input = asked === null ? null : { scope: asked.scope, facts: asked.facts };
  const isAsAsked = input !== null && "input" in statement && JSON.stringify(statement.input) === JSON.stringify(input);
  const choose = (of: readonly PlacedFinding[], choice: Choice) =>
    setChosen((before) => new Map([...before, ...of.map(({ key }): [string, Choice] => [key, choice])]));
  return {
    asked,
    preview,
    places,
    /** How many places there are, with those that are not read yet. */
    total: pages?.[0]?.total ?? 0,
    findings,
    choices,
    /** What is not as it was when it was ticked, and is not ticked again. */
    moved: (again?.moved ?? []).filter((placed) => !isTaken(placed, choices)),
    /** How many that were ticked are not there any more. */
    gone: places.length < (pages?.[0]?.total ?? 0) ? 0 : (again?.gone ?? 0),
    /** What is typed is what was asked. */
    isAsAsked,
    isReading,
    /** What is kept of it. */
    kept: { asked: input, ...kept },
    /** The same statement keeps what was chosen by hand. */
    find: (next: Input, fresh: boolean) => {
      const explicit = findings.filter(({ key }) => choices.has(key));
      setRemembered(isAsAsked ? { ticks: ticksOf(explicit, choices), areAll: false } : null);
      setChosen(new Map());
      setAsked((before) => ({ ...next, time: (before?.time ?? 0) + 1, fresh }));
    },
    choose,
    tick: (of: readonly PlacedFinding[], ticked: boolean) => choose(of, ticked ? "change" : "leave"),
  };
}

export type StatementSearch = ReturnType<typeof useStatementSearch>;
