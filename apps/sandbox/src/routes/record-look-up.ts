import type { JsonObject } from "#/json/json.ts";
import type { Facts } from "#/seed/facts.ts";
import type { LookUpForm } from "#/spelling/messages.ts";
import { refusal } from "#/spelling/problem.ts";
import type { Index } from "#/store/indices.ts";
import type { Handler, HandlerContext } from "./handler.ts";

/** Finds practitioners by a value, in the order in which they were generated and then created. */
export const findRecords: Handler = (context, { route, index, id, query, path }) => {
  const { spelling } = context;
  const parsed = spelling.parseLookUp(route.path, query);
  if (!parsed.ok) return parsed;
  const { lookUp, page } = parsed.value;
  const value = parsed.value.value ?? id;
  const matches = matchingRecords(context, index, lookUp, value);
  if (lookUp.gives === "record") {
    const [first] = matches;
    return first
      ? { body: spelling.encodeRecord(first) }
      : refusal("not_found", "There is no such practitioner in this index.");
  }
  const end = page.from + page.size;
  const items = matches
    .slice(page.from, end)
    .map((record) => (lookUp.gives === "parts" ? spelling.encodePart(record) : record));
  const next = end < matches.length ? end : null;
  return { body: spelling.encodeList(items, { next, size: page.size, path, query }) };
};

function matchingRecords(
  { facts, spelling, store: { base } }: HandlerContext,
  index: Index,
  { fact, match }: LookUpForm,
  value: string,
): JsonObject[] {
  const fits = matcherOf(match, value);
  const generated = valuesOf(facts, fact).flatMap((known, ordinal) =>
    known !== null && fits(known) ? [base.idOf("practitioner", ordinal)] : [],
  );
  return [...new Set([...generated, ...index.changedIds("practitioner")])].flatMap((id) => {
    const record = index.read("practitioner", id);
    const known = record && spelling.lookedUpValue(record, fact);
    return record && typeof known === "string" && fits(known) ? [record] : [];
  });
}

function matcherOf(match: LookUpForm["match"], value: string): (known: string) => boolean {
  if (match === "exact") return (known) => known === value;
  const folded = (text: string) => text.normalize("NFC").toLowerCase();
  const words = folded(value)
    .split(/[\s,()]+/)
    .filter((word) => word !== "");
  return (known) => words.every((word) => folded(known).includes(word));
}

const knownValues = new WeakMap<Facts, Map<string, readonly (string | null)[]>>();

/** The generated values by ordinal, computed when they are first looked up. */
function valuesOf(facts: Facts, fact: LookUpForm["fact"]): readonly (string | null)[] {
  const known = knownValues.get(facts) ?? new Map<string, readonly (string | null)[]>();
  knownValues.set(facts, known);
  const values =
    known.get(fact) ?? Array.from({ length: facts.practitioners }, (_, ordinal) => valueIn(facts, fact, ordinal));
  known.set(fact, values);
  return values;
}

/** A name both whole and in parts, whichever of them this service keeps. */
function valueIn(facts: Facts, fact: LookUpForm["fact"], ordinal: number): string | null {
  const practitioner = facts.practitioner(ordinal);
  if (practitioner === undefined || fact === "npi") return practitioner?.npi ?? null;
  const { given, family, suffix } = practitioner.name;
  return [practitioner.displayName, given, family, suffix].filter((text) => typeof text === "string").join(" ");
}
