import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** A text that differs from the profile in force, from the first change to it until it is saved or discarded. */
export interface ProfileDraft {
  text: string;
  /** The newest revision when the editing began; whoever saves must have begun with it. */
  begunWith: number;
  why: string;
  /** When it began to differ. */
  since: Date;
}

const key = ["profile-draft"];

/** What is typed and not saved, if anything. It is forgotten with all else that was shown to whoever signs out. */
export function draftIn(client: QueryClient): ProfileDraft | null {
  return client.getQueryData<ProfileDraft>(key) ?? null;
}

/** Keeps what is typed while one is elsewhere in the console. */
export function keepDraft(client: QueryClient, draft: ProfileDraft | null): void {
  client.setQueryDefaults(key, { gcTime: Infinity });
  if (draft === null) client.removeQueries({ queryKey: key, exact: true });
  else client.setQueryData<ProfileDraft>(key, draft);
}

/** Closing or reloading the window asks first while something is typed and not saved, wherever one is in the console. */
export function useUnsavedGuard(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = (event: Event) => {
      if (draftIn(client) !== null) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [client]);
}
