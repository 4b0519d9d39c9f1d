import type { Store } from "#/store/engine/database.ts";
import { openNewTestStore } from "./store.ts";

export interface WatchedStore {
  store: Store;
  /** All statements, oldest first. */
  asked: string[];
  /** How many rows each transaction wrote by the statements that are watched. */
  written: number[];
  /** Called with the end of each of these transactions. */
  onWritten: (listener: () => void) => void;
  /** Whoever asks the store gets no answer any more, as if the process had ended. */
  kill: () => void;
  startAgain: () => void;
}

const NONE = /$^/;

/** An embedded store that tells its statements, and how much its transactions write by some of them. */
export async function openWatchedStore(statement = NONE): Promise<WatchedStore> {
  const asked: string[] = [];
  const written: number[] = [];
  let rows = 0;
  let isDead = false;
  let onWritten = () => {};
  const store = await openNewTestStore((engine) => ({
    ...engine,
    async query(text, parameters) {
      if (isDead) throw new Error("The process has ended.");
      asked.push(text);
      const result = await engine.query(text, parameters);
      if (statement.test(text)) rows += result.affectedRows ?? result.rows.length;
      if (/^(commit|rollback)$/i.test(text) && rows > 0) {
        written.push(rows);
        rows = 0;
        onWritten();
      }
      return result;
    },
    close: async () => await engine.close(),
  }));
  return {
    store,
    asked,
    written,
    onWritten: (listener) => (onWritten = listener),
    kill: () => (isDead = true),
    startAgain: () => (isDead = false),
  };
}
