import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CreatedToken, Creation, TokenList } from "@dc/contract";
import { makeInitialStore } from "@dc/tooling/testing/initial-store";
import { buildServer } from "@dc/tooling/server-build";
import { z } from "zod";
import { startServer } from "@dc/tooling/testing/server-process";
import { startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { changesOf, checkWrites, onTheWay, stage } from "#system-tests/crash/crash-stack.ts";
import { testEvidence } from "#/testing/evidence.ts";

// The server's data on a file system of its own with 5 MB to spare, which is filled and emptied while it is written to and a
// job sends its changes; then with errors of the disk that strace puts into its writes and syncs. Needs Linux, root for the
// mount, and strace.
const FREE = 5 * 1024 * 1024;
const errors = { ENOSPC: "store_full", EROFS: "store_read_only", EIO: "store_unavailable" } as const;

await buildServer(fileURLToPath(new URL("../../../..", import.meta.url)));
await makeInitialStore();
const folder = mkdtempSync(join(tmpdir(), "test-disk-"));
execFileSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", folder]);
const failures: string[] = [];
try {
  await measure();
} finally {
  execFileSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
process.exit(failures.length === 0 ? 0 : 1);

async function measure(): Promise<void> {
  await using service = await startService({ writes: true });
  await using server = await startServer({ service, dataDir: join(folder, "data"), writes: true });
  const acknowledged: string[] = [];
  const Code = z.object({ code: z.string() });
  const write = async (): Promise<string> => {
    const since = performance.now();
    const { status, body } = await server.call("POST", "/tokens", { name: "x".repeat(60), scopes: ["read"] });
    const ms = performance.now() - since;
    if (ms > 5_000) failures.push(`an answer took ${Math.round(ms)} ms`);
    if (status !== 201) return Code.parse(body).code;
    acknowledged.push(CreatedToken.parse(body).token.id);
    return "saved";
  };
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  const { indexId } = Creation.parse((await server.call("POST", "/index-versions", { name: "Full" })).body);
  const job = { service, console: server, indexId: indexId ?? "", [Symbol.asyncDispose]: () => Promise.resolve() };
  const { changeSet } = await stage(job, 120);
  await service.control("PUT", "/dials", { latencyMs: [600, 900] });
  const applying = { version: changeSet.version, evidence: testEvidence };
  await server.call("POST", `/change-sets/${changeSet.id}/apply`, applying);
  const statesOf = async () => (await changesOf(job, changeSet.id)).map(({ state }) => state);
  const isUnderWay = (states: readonly string[]) => states.some((state) => onTheWay.includes(state));
  await until("some changes are applied", statesOf, (states) => states.includes("applied"));
  /** Writes until the trouble is told, lets it pass, and writes until it is saved again. */
  const outlive = async (what: string, code: string, cause: () => Promise<() => Promise<void>>) => {
    if (!isUnderWay(await statesOf())) failures.push(`${what}: the job has ended before`);
    const begun = performance.now();
    const end = await cause();
    const told = await until(what, write, (answer) => answer !== "saved");
    const afterMs = Math.round(performance.now() - begun);
    if (told !== code) failures.push(`${what}: told as ${told}`);
    const isReady = (await ready()) === 200;
    if (isReady) failures.push(`${what}: readyz says ready`);
    await end();
    const ended = performance.now();
    await until(`${what} is over`, write, (answer) => answer === "saved");
    await until(`${what} is over for readyz`, ready, (status) => status === 200);
    console.log(
      `${what.padEnd(22)} told as ${told} after ${afterMs} ms; saves again ${Math.round(performance.now() - ended)} ms after its end`,
    );
  };

  const { bsize, bavail } = statfsSync(folder);
  writeFileSync(join(folder, "occupied"), Buffer.alloc(bsize * bavail - FREE));
  for (const round of [1, 2, 3])
    await outlive(`full disk, ${round}`, "store_full", async () => {
      const left = statfsSync(folder);
      writeFileSync(join(folder, "filler"), Buffer.alloc(left.bsize * left.bavail));
      return async () => rmSync(join(folder, "filler"));
    });
  rmSync(join(folder, "occupied"));
  for (const [error, code] of Object.entries(errors))
    await outlive(`${error} of every write`, code, async () => {
      const calls = "write,pwrite64,writev,pwritev,fsync,fdatasync";
      const strace = spawn(
        "strace",
        ["-f", "-qq", "-o", "/dev/null", "-p", String(server.pid), "-P", join(folder, "data"), "-e", `trace=${calls}`]
          .concat(walFiles().flatMap((path) => ["-P", path]))
          .concat(["-e", `inject=${calls}:error=${error}`]),
        { stdio: "ignore" },
      );
      await sleep(1_000);
      return async () => {
        strace.kill("SIGINT");
        await once(strace, "exit");
      };
    });

  await service.control("PUT", "/dials", { latencyMs: [0, 0] });
  const states = await until("the job has ended", statesOf, (now) => !isUnderWay(now));
  const applied = states.filter((state) => state === "applied").length;
  console.log(`changes of the job     ${states.length}, applied: ${applied}`);
  if (applied < states.length) failures.push(`the changes of the job are ${[...new Set(states)].join()}`);
  await checkWrites(job, await changesOf(job, changeSet.id));
  const { items } = TokenList.parse((await server.call("GET", "/tokens")).body);
  const there = new Set(items.map(({ id }) => id));
  const missing = acknowledged.filter((id) => !there.has(id));
  console.log(`acknowledged writes    ${acknowledged.length}, missing: ${missing.length}`);
  failures.push(...missing);
}

/** The log, where a refused write cannot be told as an error of one statement, and what the check of the disk writes. */
function walFiles(): string[] {
  const wal = join(folder, "data/store/pg_wal");
  const segments = execFileSync("find", [wal, "-type", "f"], { encoding: "utf8" }).trim().split("\n");
  return [...segments, join(folder, "data/store.check")];
}
