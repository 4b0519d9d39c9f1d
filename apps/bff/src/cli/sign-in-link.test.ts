import { initialAdministrator } from "@dc/tooling/testing/initial-store";
import { runCommand as run, startServer } from "@dc/tooling/testing/server-process";
import { expect, it } from "vitest";
import { openStore, storeAddress } from "./store-address.ts";

it("the operator lets the only administrator in again, once, and the record says so", async () => {
  const { email } = initialAdministrator;
  await using server = await startServer();
  const env = { DATA_DIR: server.dataDir, PUBLIC_URL: server.url };
  const inUse = await run("sign-in-link", [email], env);
  expect([inUse.code, inUse.err]).toEqual([
    1,
    expect.stringMatching(/^DATA_DIR: .* is in use by another process; stop it/),
  ]);
  await server.stop("SIGTERM");
  expect(await run("sign-in-link", ["nobody@example.org"], env)).toMatchObject({
    code: 1,
    err: "Nobody who may sign in has the address nobody@example.org.\n",
  });
  expect((await run("sign-in-link", [], env)).code).toBe(2);
  const { code, out } = await run("sign-in-link", [email.toUpperCase()], env);
  expect(code).toBe(0);
  const [, origin, secret] = /\n(http:\S+)\/join#(\w{40})\n$/.exec(out) ?? [];
  expect(origin).toBe(server.url);

  await using again = await startServer({ dataDir: server.dataDir });
  const cookieOfBefore = again.cookie;
  expect((await again.call("GET", "/api/v1/people")).status).toBe(200);
  const join = async () =>
    await again.call("POST", "/api/v1/join", { secret, password: "eleven boats go home at noon" });
  expect(await join()).toMatchObject({ status: 200, body: { person: { email } } });
  expect((await join()).status).toBe(403);
  // Whoever had a session is out.
  again.cookie = cookieOfBefore;
  expect((await again.call("GET", "/api/v1/people")).status).toBe(401);
  await again.stop("SIGTERM");
  const store = await openStore(storeAddress(server.dataDir));
  const told = await store.db.selectFrom("journal").select("actor").where("action", "=", "person.link").execute();
  await store.close();
  expect(told).toEqual([{ actor: { kind: "console", id: "operator", name: "The operator of the server" } }]);
});
