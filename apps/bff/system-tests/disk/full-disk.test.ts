import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { z } from "zod";
import { CreatedToken, TokenList } from "@dc/contract";
import { type ServerProcess, startServer } from "@dc/tooling/testing/server-process";
import { startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";

// Proves: a server whose files may not grow anymore says so and loses nothing that it acknowledged, the engine gives up
// and is opened again in the same process, and all goes on once there is room. `pnpm test:disk` does it on a file system
// that is full, and with errors of the disk.
const Readiness = z.looseObject({ ready: z.boolean() });
const canLimit = spawnSync("prlimit", ["--version"]).error === undefined;

test.skipIf(!canLimit)("a full disk is told, and the same process goes on once there is room", async () => {
  await using service = await startService();
  await using console = await startServer({ service });
  const created: string[] = [];
  const create = async (name: string) => {
    const answer = await console.call("POST", "/tokens", { name, scopes: ["read"] });
    if (answer.status === 201) created.push(CreatedToken.parse(answer.body).token.id);
    return answer;
  };
  expect((await create("before")).status).toBe(201);

  limitFileSize(console, "32768");
  const told = await until(
    "readyz says so",
    () => ready(console),
    (answer) => !answer.ready,
  );
  expect(told).toMatchObject({ ready: false, parts: { store: { ready: false, code: "store_full" } } });
  const refused = await until(
    "nothing can be saved",
    () => create("full"),
    ({ status }) => status !== 201,
  );
  expect(refused).toMatchObject({ status: 503, body: { code: "store_full" } });
  expect(await create("still full")).toMatchObject({ status: 503, body: { code: "store_full" } });

  limitFileSize(console, "unlimited");
  await until(
    "it can be saved again",
    () => create("after"),
    ({ status }) => status === 201,
  );
  expect(await ready(console)).toMatchObject({ ready: true });
  const { items } = TokenList.parse((await console.call("GET", "/tokens")).body);
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(created));
  expect(console.output()).toContain("the embedded store was opened again");
});

function limitFileSize(console: ServerProcess, bytes: string): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(console.pid), `--fsize=${bytes}:`]);
  expect(status, String(stderr)).toBe(0);
}

async function ready(console: ServerProcess) {
  return Readiness.parse(await (await fetch(`${console.url}/readyz`)).json());
}
