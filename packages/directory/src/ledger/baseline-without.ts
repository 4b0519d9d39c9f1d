import { equalJson } from "#/json/equal-json.ts";
import { getOwn, type Json, setOwn } from "#/json/json.ts";
import type { Baseline, ElementReadings } from "./baseline.ts";

/** A decision about a field: L before it, and what it made of that. */
export interface DecidedBaseline {
  before: Baseline | null;
  after: Baseline;
}

/**
 * L without one of the decisions that led to it: what that one decided is as it was before, unless it is another one by now. What
 * others decided stays.
 */
export function baselineWithout(now: Baseline | null, { before, after }: DecidedBaseline): Baseline | null {
  if (isSame(now ?? {}, after)) return before;
  const isOfWhole = after.whole !== undefined && !isSame(after.whole, before?.whole);
  if (isOfWhole && !isSame(after.whole, now?.whole)) return now;
  const elements: ElementReadings = { ...(isOfWhole ? before?.elements : {}), ...now?.elements };
  for (const [key, reading] of Object.entries(after.elements ?? {})) {
    const [was, is] = [before, now].map((stored) => getOwn(stored?.elements ?? {}, key));
    if (isSame(was, reading) || !isSame(is, reading)) continue;
    if (was === undefined) Reflect.deleteProperty(elements, key);
    else setOwn(elements, key, was);
  }
  const whole = isOfWhole ? before?.whole : now?.whole;
  const left: Baseline = {
    ...(whole === undefined ? {} : { whole }),
    ...(Object.keys(elements).length === 0 ? {} : { elements }),
  };
  if (isSame(left, now ?? {})) return now;
  return isSame(left, {}) ? null : left;
}

/** What is stored of baselines is plain JSON. */
function isSame(a: object | undefined, b: object | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equalJson(a as Json, b as Json);
}
