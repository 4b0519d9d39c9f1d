import { useCallback, useRef } from "react";

/**
 * Runs what a person asks for without waiting for the answer before: each once that before it has ended, with what that answered,
 * or null where it failed. Answers null where it fails itself, or where one of its key is under way or waits, as by a second press.
 */
export function useTurns<Answer>() {
  const turns = useRef({ keys: new Set<string>(), last: null as Promise<Answer | null> | null });
  return useCallback(async (key: string, run: (before: { answer: Answer | null } | null) => Promise<Answer | null>) => {
    const { keys, last } = turns.current;
    if (keys.has(key)) return null;
    keys.add(key);
    const begin = async () => await run(last === null ? null : { answer: await last });
    const own = begin().catch(() => null);
    turns.current.last = own;
    const answer = await own;
    keys.delete(key);
    if (turns.current.last === own) turns.current.last = null;
    return answer;
  }, []);
}
