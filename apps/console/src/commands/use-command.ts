import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { errorSentence } from "#/api/bff-error.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";
import type { Changed } from "./changed-queries.ts";

interface Command<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** The query whose data the answer is from now on. */
  stores?: (answer: Answer) => QueryKey | null;
  /** What it changes: read again once it succeeded. */
  changes?: readonly Changed[];
  /** Whether a failure reads it again too, since part of it was done or what was on screen is old. */
  rereadsAfter?: (failure: Error) => boolean;
  /** Tells a failure in a toast, with these words before its sentence. Without it the screen shows `CommandFailure`. */
  failed?: string | ((failure: Error, input: Input) => string | null);
  /** Before anything is read again. */
  onDone?: (answer: Answer, input: Input, client: QueryClient) => unknown;
  onFailure?: (failure: Error, input: Input) => void;
  /** After everything was read again. */
  onSettled?: () => void;
}

export const anyFailure = () => true;

/** A command of the API: runs it, tells its failure and reads again what it changes. It is pending until that was read. */
export function useCommand<Answer, Input = void>(command: Command<Input, Answer>) {
  const { run, stores, changes = [], rereadsAfter, failed, onDone, onFailure, onSettled } = command;
  const client = useQueryClient();
  const toast = useToast();
  const reread = async () => {
    if (changes.length === 0) return;
    // Its names of everything that is read are no part of the first screen. Without them all is read again: what was done is done.
    const names = await import("./refresh.ts").catch(() => null);
    await (names === null ? client.invalidateQueries() : names.refresh(client, changes));
  };
  return useMutation({
    mutationFn: (input: Input) => run(input),
    onSuccess: async (answer, input) => {
      const key = stores?.(answer) ?? null;
      if (key !== null) {
        // What was read before it and comes after it is old.
        await client.cancelQueries({ queryKey: key, exact: true });
        client.setQueryData(key, answer);
      }
      await onDone?.(answer, input, client);
      await reread();
    },
    onError: async (failure, input) => {
      onFailure?.(failure, input);
      const words = typeof failed === "function" ? failed(failure, input) : failed;
      if (words != null) toast({ text: `${words} ${errorSentence(failure)}`.trim(), seconds: 10 });
      if (rereadsAfter?.(failure) === true) await reread();
    },
    onSettled: () => onSettled?.(),
  });
}
