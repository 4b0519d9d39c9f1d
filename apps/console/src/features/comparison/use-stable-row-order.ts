import { useState } from "react";
import { type Place, shownVerdict } from "#/record/field-row.ts";
import { verdictOrder } from "#/marks/verdict.tsx";

type PlacesOfRecord = ReadonlyMap<string, readonly Place[]>;
type Order = ReadonlyMap<string, readonly string[]>;

const rankOf = (place: Place): number => {
  const verdict = shownVerdict(place.leaf);
  return verdict === null ? verdictOrder.length : verdictOrder.indexOf(verdict);
};

/** The shown places of each record, the worst verdict first. */
function sorted(places: PlacesOfRecord, shows: (place: Place) => boolean): Order {
  return new Map(
    [...places].map(([record, ofRecord]) => [
      record,
      ofRecord
        .filter(shows)
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .map(({ id }) => id),
    ]),
  );
}

/** The rows as they stood, less what is gone altogether, then what came. */
function continued(before: Order, now: Order, places: PlacesOfRecord): Order {
  return new Map(
    [...now].map(([record, ids]) => {
      const there = new Set(places.get(record)?.map(({ id }) => id));
      const kept = (before.get(record) ?? []).filter((id) => there.has(id));
      return [record, [...kept, ...ids.filter((id) => !kept.includes(id))]];
    }),
  );
}

/** The first of the worst. */
function worstOf(order: Order, places: PlacesOfRecord): string | null {
  const byId = new Map([...places.values()].flat().map((place) => [place.id, place]));
  const shown = [...order.values()].flat().flatMap((id) => byId.get(id) ?? []);
  return shown.toSorted((a, b) => rankOf(a) - rankOf(b))[0]?.id ?? null;
}

const textOf = (order: Order) => JSON.stringify([...order]);

export interface SteadyRowsInput {
  placesOfRecord: PlacesOfRecord;
  shows: (place: Place) => boolean;
  /** Rows are put in order anew when this changes: another view, other filters. */
  of: string;
}

/**
 * The rows in an order that no reading moves: what changes stays where it stands, what comes is put last, until one looks
 * at something else, or asks for a reading and touches nothing until it has come.
 */
export function useSteadyRows({ placesOfRecord, shows, of }: SteadyRowsInput) {
  const [steady, setSteady] = useState(() => {
    const order = sorted(placesOfRecord, shows);
    return { of, order, first: worstOf(order, placesOfRecord), from: placesOfRecord };
  });
  const [asked, setAsked] = useState(false);
  const now = sorted(placesOfRecord, shows);
  const came = steady.from !== placesOfRecord;
  const anew = steady.of !== of || (asked && came);
  const order = anew ? now : continued(steady.order, now, placesOfRecord);
  const stays = !anew && steady.first !== null && [...order.values()].flat().includes(steady.first);
  const first = stays ? steady.first : worstOf(order, placesOfRecord);
  if (anew || came || textOf(order) !== textOf(steady.order)) setSteady({ of, order, first, from: placesOfRecord });
  if (asked && came) setAsked(false);
  const rows = new Map(
    [...order].map(([record, ids]) => {
      const byId = new Map(placesOfRecord.get(record)?.map((place) => [place.id, place]));
      return [record, ids.flatMap((id) => byId.get(id) ?? [])] as const;
    }),
  );
  return {
    rows,
    /** What one looks at until one chooses: what was the worst when the rows were put in order. */
    first,
    /** The reading that was asked for puts the rows in order. */
    ask: () => setAsked(true),
    /** One is at a row: the reading that comes leaves it where it is. */
    hold: () => setAsked(false),
  };
}
