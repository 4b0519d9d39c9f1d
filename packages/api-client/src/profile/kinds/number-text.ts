import type { Json } from "#/json/json.ts";

/** The number; null for what is none, and for whole ones that a number cannot hold to the last digit. */
export function numberOf(raw: Json): number | null {
  if (typeof raw === "number") return isExact(raw) ? raw : null;
  if (typeof raw !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(raw)) return null;
  const number = Number(raw);
  return Number.isFinite(number) && isExact(number) ? number : null;
}

const isExact = (number: number) => !Number.isInteger(number) || Number.isSafeInteger(number);
