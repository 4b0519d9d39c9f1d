import { runCommand as run, startServer } from "@dc/tooling/testing/server-process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";

it("a move that is stopped leaves no copy of the store behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "directory-console-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [copies, target] = [join(folder, "copies"), join(folder, "target")];
  mkdirSync(copies);
  await using server = await startServer();
  await server.stop("SIGTERM");
  const stopping = new AbortController();
  const moved = run("store-move", ["--from", server.dataDir, "--to", target], { TMPDIR: copies }, stopping.signal);
  await vi.waitFor(() => expect(readdirSync(copies)).toHaveLength(1), { timeout: 30_000, interval: 5 });
  stopping.abort();
  expect((await moved).code).not.toBe(0);
  await vi.waitFor(() => expect(readdirSync(copies)).toEqual([]), { timeout: 5_000 });
});
