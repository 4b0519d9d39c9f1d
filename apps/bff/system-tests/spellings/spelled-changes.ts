import { formatPhone, type Json, phonesOf } from "@dc/directory";
import { shippedSpellings } from "@dc/sandbox/app";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { nameField } from "#/testing/name-field.ts";
import type { SpelledStack } from "./spelled-stack.ts";

/**
 * Those that are written down, and two that are drawn, so that no code can depend on one spelling. Ten others go along
 * one road each (`drawn-spellings.test.ts`).
 */
export const spellings = [...shippedSpellings, "seed:4", "seed:6"];
export const NUMBER = "+1 212-555-0142";
export const PRACTITIONER = "new_0000000000000001";
export const SCHEDULE = "new_0000000000000002";

export const change = (
  record: AskedChange["record"],
  field: string | undefined,
  operation: AskedChange["operation"],
): AskedChange => ({ record, ...(field === undefined ? {} : { field }), operation, policy: "pin", evidence: null });

/** Overrides: one phone number instead of all others, an added plan, and another display name. Where a schedule has one plan, the added one takes its place. */
export async function threeOverrides(stack: SpelledStack) {
  const phones = await stack.holderOf("phones");
  const plans = await stack.holderOf("acceptedInsurances");
  const name = await stack.holderOf("preferredName");
  const taken = await stack.said(plans.record, "acceptedInsurances", stack.indexId);
  const known = stack.app.sandbox.samples.plans.trim().split("\n").slice(1);
  const plan =
    known.map((line) => line.split(",")[0] ?? "").find((id) => !Array.isArray(taken) || !taken.includes(id)) ?? "";
  const [there] = isOne(stack) && Array.isArray(taken) ? taken.filter((id) => typeof id === "string") : [];
  return {
    phones,
    plans,
    name,
    plan,
    changes: [
      change(phones.record, "phones", { op: "set", value: [{ number: NUMBER, extension: null, label: null }] }),
      change(
        plans.record,
        "acceptedInsurances",
        there === undefined ? { op: "add", element: plan } : { op: "replace", element: there, by: plan },
      ),
      change(name.record, "preferredName", { op: "set", value: "Spelled" }),
    ],
  };
}

/** Whether a schedule of this service has one plan instead of a list. */
function isOne({ app }: SpelledStack): boolean {
  const meanings = app.deps.service.profile.meanings("schedule");
  return meanings.some(({ name, holdsOne }) => name === "acceptedInsurances" && holdsOne);
}

/** A new practitioner, and a schedule of it at the place of the known schedule. */
export async function twoCreations(stack: SpelledStack): Promise<AskedChange[]> {
  const places = await stack.app.deps.store.db
    .selectFrom("record_reference")
    .selectAll()
    .where("record_id", "=", stack.scheduleId)
    .execute();
  const named = Object.fromEntries(places.map((row) => [row.meaning, row.target_id]));
  const { profile } = stack.app.deps.service;
  const isHeld = (field: string) =>
    profile.meanings("schedule").some(({ name, via }) => name === field && via.length === 0);
  const own = {
    ...(isHeld("name") ? { name: "New Street" } : {}),
    ...(isHeld("timeZone") ? { timeZone: "America/New_York" } : {}),
  };
  return [
    change({ type: "schedule", id: SCHEDULE }, undefined, {
      op: "create",
      fields: { practitioner: PRACTITIONER, acceptedInsurances: [], ...own, ...named },
    }),
    change({ type: "practitioner", id: PRACTITIONER }, undefined, {
      op: "create",
      fields: { [nameField(stack.app)]: "Dr. New" },
    }),
    change({ type: "practitioner", id: PRACTITIONER }, "preferredName", { op: "set", value: "Newest" }),
  ];
}

/** A number as this service has it once it was written: some take one format alone. */
export function writtenNumber({ app }: SpelledStack, number = NUMBER): string | null {
  const { records, defaultRegion } = app.deps.service.profile.data;
  const rules = Object.values(records).flatMap(({ meanings }) => {
    const { phones } = meanings;
    return phones !== undefined && "kind" in phones && phones.kind === "phones" ? (phones.write ?? []) : [];
  });
  const [rule] = rules;
  if (rule === undefined || rule === "never" || rule.format === "as-typed") return number;
  return formatPhone(number, rule.format, defaultRegion);
}

/** The numbers of a phones value, as read or served. */
export function numbersIn(value: unknown): string[] | undefined {
  return phonesOf({ value: asJson(value ?? null) })?.map(({ number }) => number);
}

/** A decoded value is JSON. */
function asJson(value: unknown): Json {
  return value as Json;
}
