import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** What the address says after `?`, and a way to change parts of it; null takes a part away. */
export function useUrlState() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (parts: { readonly [name: string]: string | readonly string[] | null }, { push = false } = {}) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(parts)) {
            next.delete(name);
            if (typeof value === "string") next.set(name, value);
            else for (const one of value ?? []) next.append(name, one);
          }
          return next;
        },
        { replace: !push, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return [params, change] as const;
}

/** A part of the address that is one of a few words; the first of them where it says anything else. */
export function oneOf<Value extends string>(value: string | null, words: readonly [Value, ...Value[]]): Value {
  return words.find((word) => word === value) ?? words[0];
}
