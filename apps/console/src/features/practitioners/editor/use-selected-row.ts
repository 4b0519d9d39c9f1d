import { useEffect, useState } from "react";
import { idOfPlace, type Place } from "#/record/field-row.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";

/**
 * The place that the rail tells about: the one that was chosen, here or in the address, else the first that differs.
 * It stays the same one whatever is decided about it, also once the record has no such place any more.
 */
export function useChosenPlace(places: readonly Place[], rows: readonly Place[]) {
  const [params, change] = useUrlState();
  const [at] = useState(() => params.get("at"));
  const [chosen, setChosen] = useState<{ id: string; place: Place | null } | null>(
    at === null ? null : { id: at, place: null },
  );
  const [first, setFirst] = useState<string | null>(null);
  const differing = places.find(({ leaf }) => leaf.verdict !== null && leaf.verdict !== "same");
  if (first === null && differing !== undefined) setFirst(differing.id);
  const found =
    chosen === null
      ? undefined
      : (places.find(({ id }) => id === chosen.id) ?? (chosen.place === null ? near() : null));
  const gone = found === null ? (chosen?.place ?? null) : null;
  const here = found ?? gone ?? places.find(({ id }) => id === first) ?? differing ?? rows[0];

  /** Where the address names what is told as the whole field, or as a part of it that is spelled otherwise by now. */
  function near(): Place | undefined {
    const ofField = places.filter(({ record, field }) => {
      const id = idOfPlace(record, field.key, null);
      return chosen?.id === id || chosen?.id.startsWith(`${id}/`) === true;
    });
    return ofField.find(({ leaf }) => leaf.override !== null) ?? ofField[0];
  }

  useEffect(() => {
    if (at === null) return;
    // After the shell has gone to the top of the page.
    requestAnimationFrame(() =>
      document.querySelector('[data-place][aria-pressed="true"]')?.scrollIntoView({ block: "nearest" }),
    );
  }, [at]);

  const choose = (id: string, place: Place | null) => {
    setChosen({ id, place });
    change({ at: id });
  };
  return {
    here,
    /** The record has no such place any more. */
    gone: gone !== null,
    chosen: chosen?.id ?? null,
    choose: (place: Place) => choose(place.id, place),
    chooseOther: (id: string) => choose(id, null),
  };
}
