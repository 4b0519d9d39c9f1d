import { hashKey, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

const root = "typed";

/** Input that was typed under a key and not saved, or null. It lives in the query cache, which is cleared at sign-out. */
export function readUnsavedInput<Value>(client: QueryClient, place: string): Value | null {
  return client.getQueryData<Value>([root, place]) ?? null;
}

/** Keeps unsaved input while a person visits other pages; null removes it. */
export function storeUnsavedInput<Value>(client: QueryClient, place: string, value: Value | null): void {
  const queryKey = [root, place];
  client.setQueryDefaults([root], { gcTime: Infinity });
  if (value === null) client.removeQueries({ queryKey, exact: true });
  else client.setQueryData<Value>(queryKey, value);
}

/**
 * The state of an editor: unsaved input from before, or else `start`. Input that equals `start` is not kept. The setter
 * also takes a function of the present input, and works after the editor was closed; an editor that was opened again
 * in between follows.
 */
export function useUnsavedInput<Value>(place: string, start: Value, isStart: (value: Value) => boolean) {
  const client = useQueryClient();
  const kept = useSyncExternalStore(
    useCallback(
      (listener: () => void) =>
        client.getQueryCache().subscribe(({ query }) => {
          if (query.queryHash === hashKey([root, place])) listener();
        }),
      [client, place],
    ),
    () => readUnsavedInput<Value>(client, place),
  );
  // Input that equals the start may still be spelled otherwise, such as a space.
  const [notKept, setNotKept] = useState(start);
  const type = (next: Value | ((was: Value) => Value)) => {
    const value = next instanceof Function ? next(readUnsavedInput<Value>(client, place) ?? start) : next;
    storeUnsavedInput(client, place, isStart(value) ? null : value);
    setNotKept(value);
  };
  return [kept ?? (isStart(notKept) ? notKept : start), type] as const;
}

/** Makes the browser ask before the window is closed or reloaded while there is unsaved input. */
export function useUnsavedGuard(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = (event: Event) => {
      if (client.getQueryCache().findAll({ queryKey: [root] }).length > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [client]);
}
