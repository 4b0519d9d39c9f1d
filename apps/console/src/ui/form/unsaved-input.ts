import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

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

/** The state of an editor: unsaved input from before, or else `start`. Input that equals `start` is not kept. */
export function useUnsavedInput<Value>(place: string, start: Value, isStart: (value: Value) => boolean) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => readUnsavedInput<Value>(client, place) ?? start);
  const type = (value: Value) => {
    storeUnsavedInput(client, place, isStart(value) ? null : value);
    setTyped(value);
  };
  return [typed, type] as const;
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
