import { entriesNamed, phoneEntries } from "./phone-entries.ts";
import type { Phone } from "./phone.ts";

/** The list with one entry before another one, or last; as it is where one of the two is not there. */
export function movePhone(phones: readonly Phone[], key: string, before: string | null, region: string): Phone[] {
  const entries = phoneEntries(phones, region);
  const [moved, ...others] = entriesNamed(entries, key, region);
  const [next] = before === null ? [] : entriesNamed(entries, before, region);
  if (moved === undefined || others.length > 0 || next === moved || (before !== null && next === undefined))
    return [...phones];
  const rest = entries.filter((entry) => entry !== moved);
  const place = next === undefined ? rest.length : rest.indexOf(next);
  return rest.toSpliced(place, 0, moved).map((entry) => entry.phone);
}
