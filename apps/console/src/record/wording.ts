import type { Connection, PractitionerView } from "@dc/contract";
import { type FieldWording, type RecordKey, recordKey } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isPlanSet, refersTo, setContentOf, wordingOf } from "#/connection/meanings.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { planNamesQuery } from "#/plan-choice/queries.ts";
import { recordsOf } from "./practitioner-view.ts";

/** How fields and their values are told, by the type of their record. */
export interface Wording {
  /** The name of a set's member, or of what a reference names; null for words, and for ids without a known name. */
  member: (type: string, field: string, id: string) => string | null;
  /** What gives a field its name and its values their words; null where the profile does not know it. */
  field: (type: string, field: string) => FieldWording | null;
}

/** Nothing is known: values stand for themselves. */
export const noWording: Wording = { member: () => null, field: () => null };

/** What an answer names: plans, and the records that its sets hold or that it is about. */
export interface NamedInAnswer {
  plans: PractitionerView["plans"];
  records: readonly { record: RecordKey; name: string | null }[];
}

/** Wording for the records on screen: plans by the catalogue, records by their own names. */
export function wordingIn({ plans, records }: NamedInAnswer, connection: Connection | undefined): Wording {
  const planNames = new Map(plans.map((plan) => [plan.id, plan.name]));
  const names = new Map(records.map(({ record, name }) => [recordKey(record), name]));
  return {
    member: (type, field, id) => {
      const referred = refersTo(connection, type, field);
      const content = referred === null ? (setContentOf(connection, type, field) ?? "plans") : { recordsOf: referred };
      if (content === "words") return null;
      return (content === "plans" ? planNames.get(id) : names.get(recordKey({ type: content.recordsOf, id }))) ?? null;
    },
    field: (type, field) => wordingOf(connection, type, field),
  };
}

/** As `wordingIn`, for a practitioner's page. */
export function wordingOfView(view: PractitionerView, connection: Connection | undefined): Wording {
  return wordingIn({ plans: view.plans, records: [...view.members, ...recordsOf(view)] }, connection);
}

/** Wording for texts about records that are not on screen: of members, plans alone by the catalogue; a change names others itself. */
export function useWording({ enabled = true }: { enabled?: boolean } = {}): Wording {
  const { data: names } = useQuery({ ...planNamesQuery, enabled });
  const { data: connection } = useQuery({ ...connectionQuery, enabled });
  return useMemo(
    () => ({
      member: (type, field, id) => (isPlanSet(connection, type, field) ? (names?.get(id) ?? null) : null),
      field: (type, field) => wordingOf(connection, type, field),
    }),
    [names, connection],
  );
}

/** Every record that the page can name, each once: those on it, and those that its sets and references hold. */
export function namedRecords(view: PractitionerView): { type: string; id: string; name: string | null }[] {
  const all = [...view.members, ...recordsOf(view)].map(({ record, name }) => ({ ...record, name }));
  return [...new Map(all.map((record) => [recordKey(record), record])).values()];
}
