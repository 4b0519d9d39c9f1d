import { createHash } from "node:crypto";
import { request, type RequestListener } from "node:http";
import { fetchTransport, undiciTransport } from "@dc/api-client";
import type { Sandbox } from "@dc/sandbox/app";
import { expect, test } from "vitest";
import { change } from "#/testing/changes.ts";
import { recordIn } from "#/testing/gateway.ts";
import { createGatewayStack, type GatewayStack, INDEX } from "#/testing/gateway-stack.ts";
import { listen } from "#/testing/listen.ts";

const LAST_MODIFIED = "Fri, 20 Nov 2026 08:00:00 GMT";
const here = { "Service-Index-Version": INDEX };

/** A server in front of the sandbox that supports conditional and range requests. */
function revalidating(sandbox: () => Sandbox): RequestListener {
  return (request, response) => {
    void (async () => {
      const asked = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const got = await sandbox().app.request(`http://sandbox.invalid${request.url}`, { headers: asked });
      const body = Buffer.from(await got.arrayBuffer());
      const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
      const { "if-none-match": held, "if-match": expected, "if-modified-since": since, range } = request.headers;
      const headers = {
        "content-type": got.headers.get("content-type") ?? "",
        "cache-control": "public, max-age=600",
        expires: "Fri, 20 Nov 2026 10:00:00 GMT",
        age: "17",
        "accept-ranges": "bytes",
        "last-modified": LAST_MODIFIED,
        vary: "Accept-Language",
        etag,
      };
      if (got.status !== 200) return response.writeHead(got.status, headers).end(body);
      if (expected !== undefined && expected !== etag) return response.writeHead(412, headers).end();
      if (held === etag || (held === undefined && since !== undefined))
        return response.writeHead(304, { etag, "cache-control": headers["cache-control"] }).end();
      if (range === "bytes=0-9") return response.writeHead(206, headers).end(body.subarray(0, 10));
      return response.writeHead(200, headers).end(body);
    })();
  };
}

async function createRevalidatedStack(): Promise<GatewayStack> {
  let sandbox: Sandbox | undefined;
  const server = await listen(
    revalidating(() => {
      if (sandbox === undefined) throw new Error("Asked before the stack was started.");
      return sandbox;
    }),
  );
  const pool = undiciTransport();
  const stack = await createGatewayStack({}, (theirs) => {
    sandbox = theirs;
    return { ...pool, send: (request) => pool.send({ ...request, origin: server.origin }) };
  });
  return {
    ...stack,
    async [Symbol.asyncDispose]() {
      await stack[Symbol.asyncDispose]();
      await pool.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("a caller who holds a record from before an override, or from within one, never hears that it is still the same", async () => {
  await using stack = await createRevalidatedStack();
  const { scheduleId } = stack;
  const { profile } = stack.app.deps.service;
  const path = `/schedules/${scheduleId}`;
  const name = async (response: Response) => profile.decode("schedule", await recordIn(response))["name"];
  const before = await stack.gateway(path, { headers: here });
  const held = before.headers.get("etag") ?? "";
  expect(held).toMatch(/^"[0-9a-f]{16}"$/);
  const original = await name(before);
  if (original === undefined || !("value" in original)) throw new Error("Every schedule of the sandbox has a name.");

  await stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Oak Street" }));
  const conditions: { [name: string]: string }[] = [
    { "If-None-Match": held },
    { "If-None-Match": "*" },
    { "If-Modified-Since": LAST_MODIFIED },
    { "If-Match": '"another"' },
    { "If-Unmodified-Since": LAST_MODIFIED },
    { Range: "bytes=0-9" },
    { Range: "bytes=0-9", "If-Range": held },
  ];
  for (const condition of conditions) {
    const again = await stack.gateway(path, { headers: { ...here, ...condition } });
    expect({ condition, status: again.status, name: await name(again) }).toEqual({
      condition,
      status: 200,
      name: { value: "Oak Street" },
    });
  }

  await stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "takeBase" }));
  for (const condition of conditions) {
    const after = await stack.gateway(path, { headers: { ...here, ...condition } });
    expect({ condition, status: after.status, name: await name(after) }).toEqual({
      condition,
      status: 200,
      name: original,
    });
  }
});

test("an answer that an override may change is kept by no cache, and an overridden one carries nothing of the old body", async () => {
  await using stack = await createRevalidatedStack();
  const { scheduleId } = stack;
  const told = async (path: string) => {
    const { status, headers } = await stack.gateway(path, { headers: here });
    const names = ["cache-control", "expires", "age", "etag", "last-modified", "accept-ranges"];
    return { status, ...Object.fromEntries(names.map((name) => [name, headers.get(name)])) };
  };
  const neverKept = { "cache-control": "no-store", expires: null, age: null };
  const plain = await told(`/schedules/${scheduleId}`);
  expect(plain).toMatchObject({ status: 200, ...neverKept, "last-modified": LAST_MODIFIED });
  expect(await told("/schedules/sch_nowhere00001")).toMatchObject({ status: 404, ...neverKept });
  const laidOver = { ...neverKept, etag: null, "last-modified": null, "accept-ranges": null };
  await stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Oak Street" }));
  expect(await told(`/schedules/${scheduleId}`)).toEqual({ status: 200, ...laidOver });
  await stack.applied({
    record: { type: "schedule", id: scheduleId },
    operation: { op: "delete" },
    policy: "pin",
    evidence: null,
  });
  expect(await told(`/schedules/${scheduleId}`)).toEqual({ status: 404, ...laidOver });
});

test("of the standard index the service's own conditions, parts and times of keeping go through", async () => {
  await using stack = await createRevalidatedStack();
  const path = `/schedules/${stack.scheduleId}`;
  const whole = await stack.gateway(path);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "cache-control": "public, max-age=600",
    age: "17",
    "last-modified": LAST_MODIFIED,
    // The address of a record is the same in every index: what a cache keeps is of one index and one caller.
    vary: "Accept-Language, Service-Index-Version, Authorization, Origin",
  });
  const same = await stack.gateway(path, { headers: { "If-None-Match": whole.headers.get("etag") ?? "" } });
  expect([same.status, same.headers.get("content-length"), await same.text()]).toEqual([304, null, ""]);
  const part = await stack.gateway(path, { headers: { Range: "bytes=0-9" } });
  expect([part.status, await part.text()]).toEqual([206, (await whole.text()).slice(0, 10)]);
});

test("the headers of index and API version reach the service whatever the profile calls them, and no other reading of them", async () => {
  for (const name of ["Service_Index_Version", "X-Forwarded-Index"]) {
    const asked: Headers[] = [];
    await using stack = await createGatewayStack(
      {
        profile: "of the sandbox",
        extendProfile: (text) =>
          text.replaceAll('"Service-Index-Version"', `"${name}"`).replaceAll('"Service-API-Version"', '"api_version"'),
      },
      (sandbox) =>
        fetchTransport((url, init) => {
          asked.push(new Headers(init.headers));
          return sandbox.app.request(url, init);
        }),
    );
    const other = {
      "API-Version": "2020-01-01",
      ...(name.includes("_") ? { "Service-Index-Version": "idx_other" } : {}),
    };
    await stack.gateway(`/schedules/${stack.scheduleId}`, { headers: { ...stack.here.headers, ...other } });
    const [sent] = asked;
    expect(Object.fromEntries(sent ?? [])).toMatchObject({
      [name.toLowerCase()]: INDEX,
      api_version: stack.app.deps.connection.apiVersion,
    });
    expect(Object.keys(other).filter((header) => sent?.has(header))).toEqual([]);
  }
});

test("what a caller says is of its connection alone is not passed on, but for the index", async () => {
  const asked: Headers[] = [];
  await using stack = await createGatewayStack({}, (sandbox) =>
    fetchTransport((url, init) => {
      asked.push(new Headers(init.headers));
      return sandbox.app.request(url, init);
    }),
  );
  const headers = {
    ...here,
    authorization: `Bearer ${stack.secret}`,
    connection: "close, X-Hop, Service-Index-Version",
    "x-hop": "1",
    "x-end-to-end": "2",
  };
  await new Promise<void>((resolve, reject) => {
    request(`${stack.origin}/gateway/v1/schedules/${stack.scheduleId}`, { headers }, (response) =>
      response.resume().on("end", resolve),
    )
      .on("error", reject)
      .end();
  });
  const [sent] = asked;
  expect([sent?.get("x-hop"), sent?.get("x-end-to-end"), sent?.get("service-index-version")]).toEqual([
    null,
    "2",
    INDEX,
  ]);
});
