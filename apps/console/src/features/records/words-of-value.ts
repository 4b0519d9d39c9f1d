import type { Json } from "@dc/directory";
import type { PlanNames } from "#/features/changes/leaf.ts";
import { wordsOfReading } from "#/features/changes/reading-value.tsx";

/** A value that a record is created with, in words; plans by name. */
export function wordsOfValue(value: Json, planName: PlanNames): string {
  if (!Array.isArray(value)) return wordsOfReading({ value });
  if (value.length === 0) return "none";
  return value
    .map((one) => (typeof one === "string" ? (planName(one) ?? one) : wordsOfReading({ value: one })))
    .join(", ");
}
