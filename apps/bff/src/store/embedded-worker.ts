import { parentPort, workerData } from "node:worker_threads";
import { toEngineFailure } from "./engine.ts";
import { openPgliteEngine } from "./pglite-engine.ts";
import type { WorkerAnswer, WorkerRequest } from "./worker-engine.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs in a worker thread.");

const answer = (message: WorkerAnswer) => port.postMessage(message);

try {
  const engine = await openPgliteEngine(String(workerData));
  const run = async ({ id, sql, parameters }: WorkerRequest): Promise<void> => {
    try {
      if (sql === null) {
        await engine.close();
        answer({ id, result: { rows: [], affectedRows: undefined, command: undefined } });
        port.close();
      } else {
        answer({ id, result: await engine.query(sql, parameters) });
      }
    } catch (error) {
      answer({ id, failure: toEngineFailure(error) });
    }
  };
  port.on("message", (request: WorkerRequest) => void run(request));
  answer({ ready: true });
} catch (error) {
  answer({ ready: false, failure: toEngineFailure(error) });
  port.close();
}
