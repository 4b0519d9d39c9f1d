import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** The search parameters of the address and a function that changes some of them; null removes one. */
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
            else for (const entry of value ?? []) next.append(name, entry);
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

/** The address of the same page with some parameters changed. */
export function hrefWith(params: URLSearchParams, parts: { readonly [name: string]: string | null }): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

/** The value if it is one of the allowed words, otherwise the first of them. */
export function oneOf<Value extends string>(value: string | null, words: readonly [Value, ...Value[]]): Value {
  return words.find((word) => word === value) ?? words[0];
}
