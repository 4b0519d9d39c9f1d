import { createContext, use, useCallback, useMemo } from "react";
import { type Location, useLocation, useNavigate } from "react-router";

/** Tells the location asked for last. Until its page can be shown, the one before stays, and with it the location that `useLocation` tells. */
export const AskedLocation = createContext<(() => Pick<Location, "pathname" | "search">) | null>(null);

interface ChangeOptions {
  /** Whether *Back* undoes it, as what a person asked for; else it takes the place of the address before. */
  push?: boolean;
}

/** The search parameters of the address and a function that changes some of them; null removes one. */
export function useUrlState() {
  const shown = useLocation();
  const params = useMemo(() => new URLSearchParams(shown.search), [shown.search]);
  const asked = use(AskedLocation);
  const navigate = useNavigate();
  const change = useCallback(
    (parts: { readonly [name: string]: string | readonly string[] | null }, { push = false }: ChangeOptions = {}) => {
      const latest = asked?.() ?? shown;
      const isLeaving = latest.pathname !== shown.pathname;
      // What a page that is being left says late must not lead back to it.
      if (isLeaving && !push) return;
      const next = new URLSearchParams((isLeaving ? shown : latest).search);
      for (const [name, value] of Object.entries(parts)) {
        next.delete(name);
        if (typeof value === "string") next.set(name, value);
        else for (const entry of value ?? []) next.append(name, entry);
      }
      void navigate(`?${next}`, { replace: !push, preventScrollReset: true });
    },
    [asked, navigate, shown],
  );
  return [params, change] as const;
}

/** The value if it is one of the allowed words, otherwise the first of them. */
export function oneOf<Value extends string>(value: string | null, words: readonly [Value, ...Value[]]): Value {
  return words.find((word) => word === value) ?? words[0];
}
