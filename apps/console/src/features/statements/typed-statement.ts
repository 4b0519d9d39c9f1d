import type { StatementFact, StatementPreviewInput } from "@dc/contract";

/** A fact as typed so far. */
export type TypedFact =
  | { kind: "phone"; number: string; insteadOf: string }
  | { kind: "plan"; planId: string; planName: string | null; accepted: boolean }
  | { kind: "name"; field: string; value: string };

export interface TypedStatement {
  facts: readonly TypedFact[];
  about: "text" | "ids";
  q: string;
  ids: string;
}

export const emptyFacts = {
  phone: { kind: "phone", number: "", insteadOf: "" },
  plan: { kind: "plan", planId: "", planName: null, accepted: false },
  name: { kind: "name", field: "displayName", value: "" },
} as const satisfies { [kind in TypedFact["kind"]]: TypedFact };

export const emptyStatement: TypedStatement = { facts: [emptyFacts.phone], about: "text", q: "", ids: "" };

const phone = (typed: string) => ({ number: typed.trim(), extension: null });

function factFrom(typed: TypedFact): StatementFact | null {
  switch (typed.kind) {
    case "phone":
      return typed.number.trim() === "" || typed.insteadOf.trim() === ""
        ? null
        : { kind: "phone", number: phone(typed.number), insteadOf: phone(typed.insteadOf) };
    case "plan":
      return typed.planId === "" ? null : { kind: "plan", planId: typed.planId, accepted: typed.accepted };
    case "name":
      return typed.value.trim() === "" ? null : { kind: "name", field: typed.field, value: typed.value.trim() };
  }
}

/** The number that is replaced finds its places, unless something else is typed. */
export function searchedText({ q, facts }: TypedStatement): string {
  if (q.trim() !== "") return q.trim();
  return facts.find((fact) => fact.kind === "phone")?.insteadOf.trim() ?? "";
}

const idsIn = (pasted: string): string[] => [...new Set(pasted.split(/[\s,;]+/).filter((id) => id !== ""))];

/** What the server is asked, or what is missing from it. */
export function statementFrom(
  typed: TypedStatement,
): { input: Pick<StatementPreviewInput, "scope" | "facts"> } | { missing: string } {
  const facts = typed.facts.flatMap((fact) => factFrom(fact) ?? []);
  if (facts.length < typed.facts.length || facts.length === 0) return { missing: "Fill in what each fact says" };
  if (typed.about === "ids") {
    const practitionerIds = idsIn(typed.ids);
    if (practitionerIds.length === 0) return { missing: "Paste the ids of the practitioners" };
    if (practitionerIds.length > 500) return { missing: "Paste at most 500 ids" };
    return { input: { scope: { practitionerIds }, facts } };
  }
  const q = searchedText(typed);
  return q === "" ? { missing: "Say whom it is about" } : { input: { scope: { q }, facts } };
}

/** A fact in a few words, as a name for a change set and for the phone's list. */
export function factText(fact: TypedFact): string {
  switch (fact.kind) {
    case "phone":
      return `Phone is now ${fact.number.trim()}`;
    case "plan":
      return `${fact.accepted ? "Now accepts" : "No longer accepts"} ${fact.planName ?? fact.planId}`;
    case "name":
      return `Name is now ${fact.value.trim()}`;
  }
}

export const withFact = (typed: TypedStatement, kind: TypedFact["kind"]): TypedStatement => ({
  ...typed,
  facts: [...typed.facts, emptyFacts[kind]],
});
