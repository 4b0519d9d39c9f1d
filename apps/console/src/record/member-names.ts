import type { Connection, PractitionerView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { isPlanSet, setContentOf } from "#/connection/meanings.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { planNamesQuery } from "#/plan-choice/queries.ts";
import { recordsOf } from "./practitioner-view.ts";

/** The name of a set's member; null for words, and for ids without a known name. */
export type MemberNames = (type: string, field: string, id: string) => string | null;

/** Names for the records on screen: plans from the catalogue, records by their own names. */
export function memberNamesIn(view: PractitionerView, connection: Connection | undefined): MemberNames {
  const plans = new Map(view.plans.map((plan) => [plan.id, plan.name]));
  const records = new Map(recordsOf(view).map(({ record, name }) => [recordKey(record), name]));
  return (type, field, id) => {
    const content = setContentOf(connection, type, field) ?? "plans";
    if (content === "words") return null;
    return (content === "plans" ? plans.get(id) : records.get(recordKey({ type: content.recordsOf, id }))) ?? null;
  };
}

/** Names for texts about records that are not on screen: plans from the catalogue only. */
export function useMemberNames({ enabled = true }: { enabled?: boolean } = {}): MemberNames {
  const { data: names } = useQuery({ ...planNamesQuery, enabled });
  const { data: connection } = useQuery({ ...connectionQuery, enabled });
  return useCallback(
    (type, field, id) => (isPlanSet(connection, type, field) ? (names?.get(id) ?? null) : null),
    [names, connection],
  );
}
