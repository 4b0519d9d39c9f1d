import { parentPort } from "node:worker_threads";
import { toEngineFailure } from "./engine.ts";
import { loadPglite, openPgliteEngine, type PgliteEngine } from "./pglite-engine.ts";
import type { WorkerAnswer, WorkerRequest } from "./worker-engine.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs in a worker thread.");

const answer = (message: WorkerAnswer, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
let opening: Promise<PgliteEngine> | undefined;

async function open(directory: string): Promise<void> {
  try {
    opening = openPgliteEngine(directory, { onFailure: (diskFailure) => answer({ diskFailure }) });
    await opening;
    answer({ ready: true });
  } catch (error) {
    answer({ ready: false, failure: toEngineFailure(error) });
    port?.close();
  }
}

async function run({ id, sql, parameters }: Exclude<WorkerRequest, { directory: string }>): Promise<void> {
  try {
    const engine = await opening;
    if (engine === undefined) throw new Error("The store was not opened.");
    if (sql === null) {
      await engine.close();
      answer({ id, answer: new Uint8Array() });
      port?.close();
    } else {
      const answered = await engine.ask(sql, parameters);
      answer({ id, answer: answered }, [answered.buffer]);
    }
  } catch (error) {
    answer({ id, failure: toEngineFailure(error) });
  }
}

port.on("message", (request: WorkerRequest) => void ("directory" in request ? open(request.directory) : run(request)));
// Loads it before the directory is known.
loadPglite().catch(() => undefined);
