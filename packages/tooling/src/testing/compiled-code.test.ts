import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

// What a file of rows costs to read in a test is mostly the start of its thread.
test("a thread that a test starts takes its code compiled, and keeps what it compiled", async () => {
  const code = `require("node:worker_threads").parentPort.postMessage(require("node:module").getCompileCacheDir() ?? null)`;
  const thread = new Worker(code, { eval: true });
  const [folder] = await once(thread, "message");
  await thread.terminate();
  expect(folder).toEqual(expect.any(String));
});
