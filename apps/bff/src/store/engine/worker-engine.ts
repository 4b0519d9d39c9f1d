import { Worker } from "node:worker_threads";
import { type Engine, EngineError, type EngineFailure, type EngineResult } from "./engine.ts";
import { readAnswer, toWire, type WireParameter } from "./wire-format.ts";

export type WorkerRequest =
  | { directory: string }
  | {
      id: number;
      /** null asks the worker to close. */
      sql: string | null;
      parameters: readonly WireParameter[];
    };

export type WorkerAnswer =
  /** The system refused a write or a sync, with this code. */
  | { diskFailure: string }
  | { ready: true }
  | { ready: false; failure: EngineFailure }
  | { id: number; answer: Uint8Array<ArrayBuffer> }
  | { id: number; failure: EngineFailure };

/**
 * PostgreSQL gives up when its log cannot be written, and the engine then loops instead of answering. An error of any
 * other kind is answered long before.
 */
const ANSWERED_WITHIN_MS = 2_000;

/** A thread that loads PGlite and has touched no file of the store yet. */
export interface EngineThread {
  /** Opens the store in a directory; may be called once. */
  open(directory: string, options: { onCrash: (error: Error) => void }): Promise<Engine>;
}

/** Beside this source file, or beside the bundle that it was built into. */
const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Runs PGlite in a thread of its own, so that a slow query does not block requests. */
export function startEngineThread(): EngineThread {
  const worker = new Worker(new URL(`./embedded-worker.${ending}`, import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const pending = new Map<number, PromiseWithResolvers<EngineResult>>();
  const opened = Promise.withResolvers<void>();
  let state: "loaded" | "opening" | "open" | "ended" = "loaded";
  // The caller of `open` gets the error.
  opened.promise.catch(() => undefined);
  let reportCrash: ((error: Error) => void) | undefined;
  let lastId = 0;
  let closing: Promise<void> | undefined;
  let gone: Error | undefined;

  worker.on("message", (message: WorkerAnswer) => {
    if ("diskFailure" in message) return expectAnswers(message.diskFailure);
    if ("ready" in message) {
      state = message.ready ? "open" : "ended";
      if (message.ready) opened.resolve();
      else opened.reject(new EngineError(message.failure));
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    try {
      if ("failure" in message) throw new EngineError(message.failure);
      waiting?.resolve(readAnswer(message.answer));
    } catch (error) {
      waiting?.reject(error);
      if (error instanceof EngineError && error.isFatal) end(error);
    }
  });
  const fail = (error: Error) => {
    gone = error;
    opened.reject(error);
    for (const waiting of pending.values()) waiting.reject(error);
    pending.clear();
    if (closing === undefined && state === "open") reportCrash?.(error);
  };
  function expectAnswers(code: string): void {
    const asked = [...pending.keys()];
    const wasOpening = state === "opening";
    setTimeout(() => {
      const isWaiting = asked.some((id) => pending.has(id)) || (wasOpening && state === "opening");
      if (gone !== undefined || !isWaiting) return;
      const failure = { message: `The system refused a write (${code}).`, severity: "PANIC", isFatal: true };
      end(new EngineError({ ...failure, code, constraint: undefined, table: undefined }));
    }, ANSWERED_WITHIN_MS).unref();
  }
  /** Ends the thread of an engine that answers nothing anymore. */
  const end = (error: EngineError) => {
    gone = error;
    state = "ended";
    opened.reject(error);
    for (const waiting of pending.values()) waiting.reject(error);
    pending.clear();
    void worker.terminate();
  };
  worker.on("error", fail);
  worker.on("exit", () => gone ?? fail(new Error("The embedded store has stopped.")));

  const ask = (sql: string | null, parameters: readonly unknown[]): Promise<EngineResult> => {
    if (gone !== undefined) return Promise.reject(gone);
    const id = ++lastId;
    const waiting = Promise.withResolvers<EngineResult>();
    pending.set(id, waiting);
    worker.postMessage({ id, sql, parameters: parameters.map(toWire) } satisfies WorkerRequest);
    return waiting.promise;
  };

  return {
    async open(directory, { onCrash }) {
      reportCrash = onCrash;
      state = "opening";
      worker.postMessage({ directory } satisfies WorkerRequest);
      await opened.promise;
      return {
        query: ask,
        close: () => (closing ??= ask(null, []).then(() => undefined)),
      };
    },
  };
}
