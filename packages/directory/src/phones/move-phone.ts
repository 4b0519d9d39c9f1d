import { type Entry, entriesNamed, operationKey, phoneEntries } from "./phone-entries.ts";
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

/** The move that puts an entry of `from` before the one that it stands before in `to`; null where either list lacks it. */
export function moveBack(
  key: string,
  { region, to, from }: { region: string; to: readonly Phone[]; from: readonly Phone[] },
): { op: "move"; element: string; before: string | null } | null {
  const [wanted, current] = [phoneEntries(to, region), phoneEntries(from, region)];
  const [entry] = entriesNamed(wanted, key, region);
  const now = ({ names }: Entry) => current.find((other) => other.names.some((name) => names.includes(name)));
  const own = entry === undefined ? undefined : now(entry);
  if (entry === undefined || own === undefined) return null;
  const next = wanted
    .slice(entry.position + 1)
    .map(now)
    .find((other) => other !== undefined);
  return {
    op: "move",
    element: operationKey(own, region),
    before: next === undefined ? null : operationKey(next, region),
  };
}
