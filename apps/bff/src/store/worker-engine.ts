import { Worker } from "node:worker_threads";
import { type Engine, EngineError, type EngineFailure, type EngineResult } from "./engine.ts";

export interface WorkerRequest {
  id: number;
  /** null asks to close. */
  sql: string | null;
  parameters: readonly unknown[];
}

export type WorkerAnswer =
  | { ready: true }
  | { ready: false; failure: EngineFailure }
  | { id: number; result: EngineResult }
  | { id: number; failure: EngineFailure };

/** PGlite in a thread of its own, so that a heavy query never holds up an answer. */
export async function openWorkerEngine(
  directory: string,
  { onCrash }: { onCrash: (error: Error) => void },
): Promise<Engine> {
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), {
    workerData: directory,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const pending = new Map<number, PromiseWithResolvers<EngineResult>>();
  const opened = Promise.withResolvers<void>();
  let lastId = 0;
  let closing: Promise<void> | undefined;
  let gone: Error | undefined;

  worker.on("message", (message: WorkerAnswer) => {
    if ("ready" in message) {
      if (message.ready) opened.resolve();
      else opened.reject(new EngineError(message.failure));
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if ("result" in message) waiting?.resolve(message.result);
    else waiting?.reject(new EngineError(message.failure));
  });
  const fail = (error: Error) => {
    gone = error;
    opened.reject(error);
    for (const waiting of pending.values()) waiting.reject(error);
    pending.clear();
    if (closing === undefined) onCrash(error);
  };
  worker.on("error", fail);
  worker.on("exit", () => gone ?? fail(new Error("The embedded store has stopped.")));

  const ask = (sql: string | null, parameters: readonly unknown[]): Promise<EngineResult> => {
    if (gone !== undefined) return Promise.reject(gone);
    const id = ++lastId;
    const waiting = Promise.withResolvers<EngineResult>();
    pending.set(id, waiting);
    worker.postMessage({ id, sql, parameters } satisfies WorkerRequest);
    return waiting.promise;
  };

  await opened.promise;
  return {
    query: ask,
    close: () => (closing ??= ask(null, []).then(() => undefined)),
  };
}
