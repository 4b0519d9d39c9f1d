import { entriesNamed, isOfOne, labelledKey, phoneEntries, phoneKeyOf } from "./phone-entries.ts";
import { equalLabels, labelOf, phoneKey } from "./phone-key.ts";
import type { Phone } from "./phone.ts";

interface Replacement {
  /** Names what is replaced; null where nothing is. */
  gone: string | null;
  /** What takes its place; null where nothing does. */
  phone: Phone | null;
  /** The place of what is nowhere yet; last if undefined. */
  position?: number | undefined;
  /** How many equal phones are listed then; if undefined, as many as `gone` tells of equals, else one. */
  equals?: number | undefined;
  region: string;
}

/**
 * The list with `phone` in the place of what `gone` names, or without that. What is listed already as often as it shall be takes the
 * new spelling; what is nowhere yet comes at `position`, or last.
 */
export function replacePhone(
  phones: readonly Phone[],
  { gone, phone, position, equals: asked, region }: Replacement,
): Phone[] {
  const entries = phoneEntries(phones, region);
  const named = gone === null ? [] : entriesNamed(entries, gone, region);
  if (phone === null) return entries.filter((entry) => !named.includes(entry)).map((entry) => entry.phone);
  const key = phoneKey(phone, region);
  const [first] = named;
  const isSameNumber = first !== undefined && phoneKeyOf(first.key) === key;
  const ofNumber = entries.filter((entry) => phoneKeyOf(entry.key) === key);
  const alike = ofNumber.filter((entry) => equalLabels(entry.phone.label, phone.label));
  // One of several equals that is missing comes beside the others.
  const isOfEquals = gone?.startsWith(`${labelledKey(phone, region)};line=`) === true;
  const equals = asked ?? (isOfEquals ? Number(gone.split("/").at(-1)) : 1);
  // Of several that are listed none is respelled.
  if (named.length === 0 && equals > 1 && alike.length >= equals) return [...phones];
  const listed = alike.length < equals ? undefined : alike[0];
  const isFurther = alike.length > 0 || ofNumber.length !== 1 || !mayRelabel(phone, ofNumber[0]?.phone, gone);
  const place = isSameNumber ? first : (listed ?? first ?? (isFurther ? undefined : ofNumber[0]));
  const after = entries
    .filter((entry) => entry === place || isSameNumber || !named.includes(entry))
    .map((entry) => (entry === place ? phone : entry.phone));
  return place === undefined ? after.toSpliced(position ?? after.length, 0, phone) : after;
}

/** Whether a phone is the only one listed with its number: not where that has a label of its own, or stood beside others of its number. */
function mayRelabel(phone: Phone, only: Phone | undefined, gone: string | null): boolean {
  return gone === null ? [only, phone].some((some) => labelOf(some?.label ?? null) === "") : isOfOne(gone);
}
