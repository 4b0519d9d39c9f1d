import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const root = "typed";

/** What was typed at a place and not saved, if anything. It is forgotten with all else that was shown to whoever signs out. */
export function typedIn<Value>(client: QueryClient, place: string): Value | null {
  return client.getQueryData<Value>([root, place]) ?? null;
}

/** Keeps what is typed while one is elsewhere in the console; null forgets it. */
export function keepTyped<Value>(client: QueryClient, place: string, value: Value | null): void {
  const queryKey = [root, place];
  client.setQueryDefaults([root], { gcTime: Infinity });
  if (value === null) client.removeQueries({ queryKey, exact: true });
  else client.setQueryData<Value>(queryKey, value);
}

/** What stands in an editor: what was typed there before, else `start`; what says the same as `start` is not kept. */
export function useTyped<Value>(place: string, start: Value, isStart: (value: Value) => boolean) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => typedIn<Value>(client, place) ?? start);
  const type = (value: Value) => {
    keepTyped(client, place, isStart(value) ? null : value);
    setTyped(value);
  };
  return [typed, type] as const;
}

/** Closing or reloading the window asks first while something is typed and not saved, wherever one is in the console. */
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
