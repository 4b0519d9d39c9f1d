import { type ListThenAndNow, type PairedEntries, pairEntries } from "#/decisions/follow-entries.ts";
import { type Operation, touchedElements } from "#/ledger/operation.ts";
import { entriesNamed, type Entry, keyOfPlace } from "#/phones/phone-entries.ts";
import { equalPhones } from "#/phones/phone-key.ts";
import { labelledPhone } from "./span.ts";

/** So many phones are told. */
const MOST_TOLD = 3;

/**
 * What a list says now of the phones that an operation is about, and said otherwise before, as a clause: "it now has (312) 555-0101
 * ext. 12 in place of (312) 555-0101". Of the others where it says the same of these.
 */
export function movedPhonesClause(operation: Operation, lists: ListThenAndNow, region: string): string {
  const pairs = pairEntries(lists, region);
  const keys = (touchedElements(operation, region) ?? []).map((key) => keyOfPlace(key) ?? key);
  if (operation.op === "move" && operation.before !== null) keys.push(operation.before);
  const named = (side: keyof PairedEntries) => {
    const entries = pairs.flatMap((pair) => pair[side] ?? []);
    return new Set(keys.flatMap((key) => entriesNamed(entries, key, region)));
  };
  const [seen, now] = [named("seen"), named("now")];
  const isConcerned = (pair: PairedEntries) => has(seen, pair.seen) || has(now, pair.now);
  const moved = pairs.filter(
    (pair) => pair.seen === null || pair.now === null || !equalPhones(pair.seen.phone, pair.now.phone, region),
  );
  const concerned = moved.filter(isConcerned);
  const told = (concerned.length > 0 ? concerned : moved).map(clause);
  if (told.length === 0) {
    const inOrder = pairs.flatMap((pair) => pair.now ?? []).toSorted((a, b) => a.position - b.position);
    return `it now has ${inOrder.map(({ phone }) => labelledPhone(phone)).join(", ")}, in this order`;
  }
  const more = told.length - MOST_TOLD;
  return [...told.slice(0, MOST_TOLD), ...(more > 0 ? [`${more} more are others`] : [])].join(", and ");
}

function has(entries: ReadonlySet<Entry>, entry: Entry | null): boolean {
  return entry !== null && entries.has(entry);
}

function clause({ seen, now }: PairedEntries): string {
  if (now === null) return seen === null ? "" : `it now has no ${labelledPhone(seen.phone)}`;
  const told = `it now has ${labelledPhone(now.phone)}`;
  return seen === null ? told : `${told} in place of ${labelledPhone(seen.phone)}`;
}
