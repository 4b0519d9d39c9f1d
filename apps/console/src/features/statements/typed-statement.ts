import { foldText, type Json, type RecordKey, recordKey } from "@dc/directory";
import type { NamedInList, StatementFact, StatementPreviewInput, VerifyInput } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";

interface TypedPhone {
  number: string;
  extension: string;
  label: string;
}

/** A fact as typed so far; `asItStands` where a person confirmed what looks wrong. */
export type TypedFact =
  | { kind: "phone"; number: string; insteadOf: string; asItStands: boolean }
  | ({ kind: "further phone"; asItStands: boolean } & TypedPhone)
  | ({ kind: "phone gone" } & TypedPhone)
  | { kind: "plan"; planId: string; planName: string | null; accepted: boolean; asItStands: boolean }
  | { kind: "value"; recordType: string; field: string; label?: string; typed: string; value: Json }
  | { kind: "right"; how: VerifyInput["how"] };

export interface TypedStatement {
  facts: readonly TypedFact[];
  about: "places" | "people" | "list";
  places: readonly string[];
  q: string;
  list: string;
  /** For the list that was looked up, the records that its ids name or a person confirmed, and the lines that are no known ids. */
  confirmed: { list: string; records: readonly RecordKey[]; lines: NamedInList["lines"] } | null;
  in: "all" | "referrers" | "by hand";
  referrerIds: readonly string[];
  directories: readonly { id: string; name: string }[];
}

const noPhone = { number: "", extension: "", label: "" };

export const emptyFacts = {
  phone: { kind: "phone", number: "", insteadOf: "", asItStands: false },
  "further phone": { kind: "further phone", ...noPhone, asItStands: false },
  "phone gone": { kind: "phone gone", ...noPhone },
  plan: { kind: "plan", planId: "", planName: null, accepted: false, asItStands: false },
  value: { kind: "value", recordType: "practitioner", field: "displayName", typed: "", value: "" },
  right: { kind: "right", how: "phone" },
} as const satisfies { [kind in TypedFact["kind"]]: TypedFact };

export const emptyStatement: TypedStatement = {
  facts: [emptyFacts.phone],
  about: "people",
  places: [],
  q: "",
  list: "",
  confirmed: null,
  in: "all",
  referrerIds: [],
  directories: [],
};

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
const phone = ({ number, extension = "", label = "" }: Partial<TypedPhone> & { number: string }) => ({
  number: number.trim(),
  extension: orNull(extension),
  label: orNull(label),
});

function factFrom(typed: TypedFact): StatementFact | null {
  const sure = "asItStands" in typed && typed.asItStands ? { asItStands: true } : {};
  switch (typed.kind) {
    case "phone": {
      const { number, insteadOf } = typed;
      if (number.trim() === "" || insteadOf.trim() === "") return null;
      return { kind: "phone", number: phone({ number }), insteadOf: phone({ number: insteadOf }), ...sure };
    }
    case "further phone":
    case "phone gone":
      return typed.number.trim() === "" ? null : { kind: typed.kind, number: phone(typed), ...sure };
    case "plan":
      return typed.planId === "" ? null : { kind: "plan", planId: typed.planId, accepted: typed.accepted, ...sure };
    case "value": {
      const { recordType, field, value } = typed;
      return typed.typed.trim() === "" ? null : { kind: "value", recordType, field, value };
    }
    case "right":
      return { kind: "right" };
  }
}

/** The number that is replaced or gone finds its people, unless something else is typed. */
export function searchedText({ q, facts }: TypedStatement): string {
  if (q.trim() !== "") return q.trim();
  const [old = ""] = facts.flatMap((fact) =>
    fact.kind === "phone" ? [fact.insteadOf] : fact.kind === "phone gone" ? [fact.number] : [],
  );
  return old.trim();
}

/** What the server is asked, or what is missing from it. */
export function statementFrom(
  typed: TypedStatement,
): { input: Pick<StatementPreviewInput, "scope" | "facts"> } | { missing: string } {
  const facts = typed.facts.flatMap((fact) => factFrom(fact) ?? []);
  if (facts.length < typed.facts.length || facts.length === 0) return { missing: "Fill in what each fact says" };
  const about = scopeFrom(typed);
  if ("missing" in about) return about;
  if (typed.in === "referrers" && typed.referrerIds.length === 0) return { missing: "Choose a referrer" };
  if (typed.in === "by hand" && typed.directories.length === 0) return { missing: "Choose a directory" };
  const within =
    typed.in === "referrers"
      ? { referrerIds: [...typed.referrerIds] }
      : typed.in === "by hand"
        ? { indexIds: typed.directories.map(({ id }) => id) }
        : {};
  return { input: { scope: { ...about, ...within }, facts } };
}

function scopeFrom(typed: TypedStatement): StatementPreviewInput["scope"] | { missing: string } {
  const { about, places, list, confirmed } = typed;
  if (about === "places") return places.length === 0 ? { missing: "Choose a place" } : { places: [...places] };
  if (about === "people") {
    const q = searchedText(typed);
    return q === "" ? { missing: "Say whom it is about" } : { q };
  }
  if (list.trim() === "") return { missing: "Paste ids or names" };
  if (confirmed?.list !== list) return { missing: "Look up the list first" };
  const idsOf = (type: string) => confirmed.records.flatMap((record) => (record.type === type ? [record.id] : []));
  return confirmed.records.length === 0
    ? { missing: "Tick somebody of the list" }
    : { practitionerIds: idsOf("practitioner"), scheduleIds: idsOf("schedule") };
}

const nothingLeft = { once: [], unconfirmed: [], unknown: [], notSought: [] };

/**
 * What a looked-up list leaves open: lines of names that nobody confirmed, the records among them that are found once and by exactly
 * that name, lines that are on no roster, and those for which the service was not asked as well, by the reason.
 */
export function leftOfList({ about, list, confirmed }: TypedStatement): {
  once: readonly RecordKey[];
  unconfirmed: readonly string[];
  unknown: readonly string[];
  notSought: readonly { why: string; lines: readonly string[] }[];
} {
  if (about !== "list" || confirmed?.list !== list) return nothingLeft;
  const taken = new Set(confirmed.records.map(recordKey));
  const open = confirmed.lines.filter(({ found }) => !found.some(({ record }) => taken.has(recordKey(record))));
  const named = open.filter(({ found }) => found.length > 0);
  const once = named.flatMap(({ text, found: [first, ...others] }) =>
    first !== undefined && others.length === 0 && foldText(first.name ?? "") === foldText(text) ? [first.record] : [],
  );
  const unknown = open.filter(({ found }) => found.length === 0);
  const notSought = Map.groupBy(unknown, (line) => whyNotSought(line));
  return {
    once: [...new Map(once.map((record) => [recordKey(record), record])).values()],
    unconfirmed: named.map(({ text }) => text),
    unknown: (notSought.get("") ?? []).map(({ text }) => text),
    notSought: [...notSought].flatMap(([why, lines]) =>
      why === "" ? [] : [{ why, lines: lines.map(({ text }) => text) }],
    ),
  };
}

/** Empty where the service was asked, and in a statement that was begun with a version that did not tell. */
const whyNotSought = ({ notSought }: { notSought?: string | null }): string => notSought ?? "";

/** A fact in a few words. */
function factText(fact: TypedFact): string {
  switch (fact.kind) {
    case "phone":
      return `Phone is now ${fact.number.trim()}`;
    case "further phone":
      return `Further phone ${fact.number.trim()}`;
    case "phone gone":
      return `Phone ${fact.number.trim()} is gone`;
    case "plan":
      return `${fact.accepted ? "Now accepts" : "No longer accepts"} ${fact.planName ?? fact.planId}`;
    case "value":
      return `${fact.label ?? fact.field} is now ${fact.typed.trim()}`;
    case "right":
      return "It is right as it stands";
  }
}

/** All that was said, as one name. */
export function namedFor(facts: readonly TypedFact[]): string {
  return facts
    .map((fact, at) => {
      const text = factText(fact);
      return at === 0 || fact.kind === "value" ? text : text.charAt(0).toLocaleLowerCase() + text.slice(1);
    })
    .join(", ")
    .slice(0, maxLength.name)
    .toWellFormed();
}

export const withFact = (typed: TypedStatement, kind: TypedFact["kind"]): TypedStatement => ({
  ...typed,
  facts: [...typed.facts, emptyFacts[kind]],
});
