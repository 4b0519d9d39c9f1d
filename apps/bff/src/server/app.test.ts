import { Connection, ConnectionList, Problem } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { PUBLIC_PATHS } from "#/http/middleware/authentication.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";

const sample: { readonly [parameter: string]: string } = { tokenId: "tok_0000000000000000" };

const Response = z.looseObject({ description: z.string().optional(), $ref: z.string().optional() });
const Operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string(),
  responses: z.record(z.string(), Response),
});
const Document = z.looseObject({
  openapi: z.literal("3.1.0"),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ responses: z.record(z.string(), Response) }),
});

interface Route {
  method: string;
  path: string;
}

describe("the app", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(async () => await test[Symbol.asyncDispose]());

  const routes = (): Route[] =>
    [...new Map(test.app.routes.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()].filter(
      ({ method, path }) => method !== "ALL" && !path.includes("*"),
    );
  const documented = async () => Document.parse(await (await test.request("GET", "/api/v1/openapi.json")).json());
  const problemOf = async (answer: Response) => {
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    const problem = Problem.parse(await answer.json());
    expect([problem.status, problem.requestId]).toEqual([answer.status, answer.headers.get("X-Request-Id")]);
    return problem;
  };

  it("describes every route that it has under /api/v1, and has every route that it describes", async () => {
    const { paths } = await documented();
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const running = routes()
      .filter(({ path }) => !path.startsWith("/gateway/"))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:([^/]+)/g, "{$1}")}`);
    expect(running.toSorted()).toEqual(described.toSorted());
  });

  it("names every operation once, as a verb and a noun", async () => {
    const ids = Object.values((await documented()).paths).flatMap((item) =>
      Object.values(item).map((one) => one.operationId),
    );
    expect(ids.filter((id) => id === undefined || !/^[a-z]+(?:[A-Z][a-z]+)+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(60);
  });

  it("says for every route under /api/v1 which problems it can answer, each with its status", async () => {
    const { paths, components } = await documented();
    /** The codes of a problem, as its description names them. */
    const codesOf = ({ $ref = "" }: z.infer<typeof Response>): string[] => {
      const { description = "" } = components.responses[$ref.split("/").at(-1) ?? ""] ?? {};
      return [...description.matchAll(/`(\w+)`/g)].flatMap(([, code]) => code ?? []);
    };
    for (const [path, item] of Object.entries(paths)) {
      if (!path.startsWith("/api/v1")) continue;
      for (const [method, { responses }] of Object.entries(item)) {
        const told = Object.entries(responses).flatMap(([status, response]) =>
          codesOf(response).map((code) => `${status} ${code}`),
        );
        const wanted = ["400 invalid_request", "500 internal", "503 store_unavailable"];
        if (method !== "get") wanted.push("403 cross_site", "413 body_too_large", "415 unsupported_media_type");
        if (!PUBLIC_PATHS.has(path)) wanted.push("401 not_signed_in");
        if (path.includes("{connection}")) wanted.push("404 not_found");
        expect(told, `${method} ${path}`).toEqual(expect.arrayContaining(wanted));
      }
    }
  });

  it("answers 401 on every route that is not public when nobody is signed in", async () => {
    for (const { method, path } of routes()) {
      if (!path.startsWith("/api/v1") || PUBLIC_PATHS.has(path)) continue;
      const address = path.replaceAll(/:([^/]+)/g, (_, name: string) => sample[name] ?? "x");
      const answer = await test.request(method, address, method === "GET" || method === "DELETE" ? undefined : {});
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  it("answers 404 and 405 as problems, and says which methods an address takes", async () => {
    expect(await problemOf(await test.signedIn("GET", "/api/v1/nothing-here"))).toMatchObject({ code: "not_found" });
    expect(await problemOf(await test.signedIn("GET", "/api/v2/tokens"))).toMatchObject({ code: "not_found" });
    const answer = await test.signedIn("PUT", `${CONNECTION_API}/tokens`, {});
    expect([answer.headers.get("Allow"), (await problemOf(answer)).code]).toEqual(["GET, POST", "method_not_allowed"]);
  });

  it("answers an address of an earlier version with the one that took its place, whoever asks and however", async () => {
    const moved = [
      ["/api/v1/index-versions", `${CONNECTION_API}/index-versions`],
      ["/api/v1/index-versions/idx_a/roster?q=elm%20st", `${CONNECTION_API}/index-versions/idx_a/roster?q=elm%20st`],
      ["/api/v1/connection", CONNECTION_API],
      ["/api/v1/sending/resume", `${CONNECTION_API}/sending/resume`],
      ["/api/v1/tokens/tok_x", `${CONNECTION_API}/tokens/tok_x`],
    ] as const;
    for (const [from, movedTo] of moved) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const answer = await test.request(method, from, undefined, { "X-Directory-Console": "" });
        expect([from, method, answer.status]).toEqual([from, method, 410]);
        expect(await problemOf(answer)).toMatchObject({ code: "gone", movedTo });
      }
      const [path = ""] = movedTo.split("?");
      expect((await problemOf(await test.signedIn("GET", from))).detail).toContain(path);
    }
    const others = [
      "activity",
      "alarms",
      "booking-check/bookings",
      "change-sets",
      "changes/chg_x",
      "creations",
      "plans",
    ];
    const more = ["probes", "profile", "requests", "roster-imports/imp_x", "samples", "search"];
    for (const address of [...others, ...more]) {
      const movedTo = `${CONNECTION_API}/${address}`;
      const problem = await problemOf(await test.request("GET", `/api/v1/${address}`));
      expect([address, problem.code, problem.movedTo]).toEqual([address, "gone", movedTo]);
    }
    for (const never of ["/api/v1/tokens/a/b/c", "/api/v1/roster", "/api/v1/connection/x"])
      expect((await problemOf(await test.signedIn("GET", never))).code).toBe("not_found");
  });

  it("knows its connection by its id, lists it, and answers 404 below any other", async () => {
    const { items } = ConnectionList.parse(await (await test.signedIn("GET", "/api/v1/connections")).json());
    const { id, name } = test.deps.connection;
    expect(items).toMatchObject([{ id, name, mode: "test" }]);
    expect(Connection.parse(await (await test.signedIn("GET", CONNECTION_API)).json()).id).toBe(id);
    for (const other of ["con_0000000000000000", "x", `${id}x`, "%2e"]) {
      for (const path of ["", "/tokens", "/index-versions/idx_standard"]) {
        const answer = await test.signedIn("GET", `/api/v1/connections/${other}${path}`);
        expect([other, path, answer.status]).toEqual([other, path, 404]);
      }
      const answer = await test.signedIn("POST", `/api/v1/connections/${other}/tokens`, { name: "x" });
      expect([other, answer.status]).toEqual([other, 404]);
    }
    expect((await test.request("GET", "/api/v1/connections/x/tokens")).status).toBe(401);
  });

  it("refuses a state-changing request of another site, whatever it carries", async () => {
    const refused = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: "http://localhost.evil.example" },
      { Origin: "http://localhost:9999" },
      { Origin: "https://localhost" },
      { Origin: "not an origin" },
      { "X-Directory-Console": "" },
      { "X-Directory-Console": "0" },
    ];
    for (const headers of refused) {
      const answer = await test.signedIn("POST", `${CONNECTION_API}/tokens`, { name: "x" }, headers);
      expect([headers, (await problemOf(answer)).code]).toEqual([headers, "cross_site"]);
    }
    expect(
      (
        await test.signedIn("GET", `${CONNECTION_API}/tokens`, undefined, { Origin: "https://evil.example" })
      ).headers.get("Access-Control-Allow-Origin"),
    ).toBeNull();
  });

  it("knows a name that another's DNS points here as foreign, and a program without an origin as not", async () => {
    const { app } = test;
    const post = (url: string, headers: { [name: string]: string }) =>
      app.request(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Directory-Console": "1", ...headers },
        body: "{}",
      });
    expect(
      (
        await problemOf(
          await post(`http://evil.example:4600${CONNECTION_API}/tokens`, { Origin: "http://evil.example:4600" }),
        )
      ).code,
    ).toBe("cross_site");
    expect(
      (await problemOf(await post(`http://127.0.0.1:4600${CONNECTION_API}/tokens`, { "Sec-Fetch-Site": "cross-site" })))
        .code,
    ).toBe("cross_site");
    expect(
      (
        await problemOf(
          await post(`http://127.0.0.1:4600${CONNECTION_API}/tokens`, { Origin: "http://127.0.0.1:4600" }),
        )
      ).code,
    ).toBe("not_signed_in");
    expect((await problemOf(await post(`http://127.0.0.1:4600${CONNECTION_API}/tokens`, {}))).code).toBe(
      "not_signed_in",
    );
  });

  it("takes JSON only", async () => {
    const send = async (type: string, body: string, more: { [name: string]: string } = {}) =>
      (
        await problemOf(
          await test.signedIn("POST", `${CONNECTION_API}/tokens`, body, { "Content-Type": type, ...more }),
        )
      ).code;
    expect([
      await send("text/plain", `{"name":"x"}`),
      await send("application/x-www-form-urlencoded", "name=x"),
      await send("application/json", `{"name":"x"}`, { "Content-Encoding": "gzip" }),
      await send("application/json", `{"name":`),
      await send("application/json", ""),
    ]).toEqual([
      "unsupported_media_type",
      "unsupported_media_type",
      "unsupported_media_type",
      "invalid_request",
      "invalid_request",
    ]);
  });

  it("takes a body in UTF-8 only, and none where the operation takes none", async () => {
    const headers = { "Content-Type": "application/json", "X-Directory-Console": "1" };
    const body = Buffer.from(`{"email":"ada\xff@example.org","password":"x"}`, "latin1");
    const answer = await test.app.request("http://localhost/api/v1/session", { method: "POST", headers, body });
    expect(await problemOf(answer)).toMatchObject({
      status: 400,
      code: "invalid_request",
      errors: [{ pointer: "", detail: "must be encoded in UTF-8" }],
    });
    expect(await problemOf(await test.signedIn("DELETE", "/api/v1/session", { id: "x" }))).toMatchObject({
      status: 400,
      code: "invalid_request",
      errors: [{ pointer: "", detail: "must be left out: this operation takes no body" }],
    });
    expect((await test.signedIn("GET", `${CONNECTION_API}/tokens`)).status).toBe(200);
  });

  it("refuses a body over the limit, with and without Content-Length", async () => {
    const big = JSON.stringify({ name: "x".repeat(1024 * 1024) });
    const told = await test.signedIn("POST", `${CONNECTION_API}/tokens`, big, { "Content-Length": String(big.length) });
    expect(await problemOf(told)).toMatchObject({ status: 413, code: "body_too_large" });
    const pieces = ReadableStream.from(
      Array.from({ length: 40 }, () => new TextEncoder().encode("x".repeat(64 * 1024))),
    );
    const headers = {
      Cookie: "",
      Origin: "http://localhost",
      "X-Directory-Console": "1",
      "Content-Type": "application/json",
    };
    const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body: pieces, duplex: "half" };
    expect((await problemOf(await test.app.request("/api/v1/session", init))).code).toBe("body_too_large");
  });

  it("reads no byte of a body before it knows who sends it", async () => {
    const read: string[] = [];
    for (const { method, path } of routes()) {
      if (!path.startsWith("/api/v1") || PUBLIC_PATHS.has(path) || method === "GET") continue;
      const address = path.replaceAll(/:([^/]+)/g, (_, name: string) => sample[name] ?? "x");
      const body = new ReadableStream({ pull: () => void read.push(`${method} ${path}`) }, { highWaterMark: 0 });
      const headers = {
        Origin: "http://localhost",
        "X-Directory-Console": "1",
        "Content-Type": "application/json",
        Cookie: "directory_console_session=nobody",
      };
      const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
      const answer = await Promise.race([
        test.app.request(address, init),
        // Without an answer, the body is what is waited for.
        new Promise<undefined>((waiting) => setTimeout(() => waiting(undefined), 5_000)),
      ]);
      expect([method, path, answer?.status]).toEqual([method, path, 401]);
    }
    expect(read).toEqual([]);
  });

  it("refuses NUL and halves of characters with a pointer, in the body and in the address", async () => {
    const answer = await test.signedIn(
      "POST",
      `${CONNECTION_API}/tokens`,
      `{"name":"a\\u0000b","\\ud800":1,"deep":[{"x":"\\udfff"}]}`,
    );
    const { code, errors } = await problemOf(answer);
    expect(code).toBe("invalid_request");
    expect(errors?.map(({ pointer }) => pointer).toSorted()).toEqual(["/deep/0/x", "/name", "/\ufffd"].toSorted());
    for (const path of [
      `${CONNECTION_API}/tokens/%00`,
      `${CONNECTION_API}/tokens?x=%00`,
      `${CONNECTION_API}/tokens/%ff`,
    ]) {
      expect((await problemOf(await test.signedIn("GET", path))).code).toBe("invalid_request");
    }
    const inQuery = await problemOf(await test.signedIn("GET", `${CONNECTION_API}/requests?path=a%00b&limit=10`));
    expect(inQuery.errors).toEqual([{ pointer: "?path", detail: "must not contain NUL or an unpaired surrogate" }]);
    const inPath = await problemOf(await test.signedIn("GET", `${CONNECTION_API}/tokens/%00`));
    expect(inPath.errors).toEqual([{ pointer: "", detail: "the path must not contain NUL or an unpaired surrogate" }]);
  });

  it("names each wrong field and says in plain words what is wrong with it", async () => {
    const wrong = await test.signedIn("POST", `${CONNECTION_API}/tokens`, { expiresInDays: "ten", colour: "red" });
    expect((await problemOf(wrong)).errors).toEqual([
      { pointer: "/name", detail: "is required" },
      { pointer: "/expiresInDays", detail: "must be a number" },
      { pointer: "/colour", detail: "is not a known field" },
    ]);
    const { errors, detail } = await problemOf(await test.signedIn("GET", `${CONNECTION_API}/requests?limit=201`));
    expect(errors).toEqual([{ pointer: "?limit", detail: "must be at most 200" }]);
    expect(detail).toBe("?limit: must be at most 200.");
    const twice = await problemOf(await test.signedIn("GET", `${CONNECTION_API}/search?q=a&q=b`));
    expect(twice.errors).toEqual([{ pointer: "?q", detail: "must be given once" }]);
    const limits = await problemOf(await test.signedIn("GET", `${CONNECTION_API}/requests?limit=1&limit=2`));
    expect(limits.errors).toEqual([{ pointer: "?limit", detail: "must be given once" }]);
  });

  it("every answer carries the headers that protect it, and JSON is never kept", async () => {
    for (const path of ["/", "/healthz", "/api/v1/session", `${CONNECTION_API}/tokens`, "/nothing"]) {
      const { headers } = await test.signedIn("GET", path);
      expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
      expect(headers.get("Referrer-Policy"), path).toBe("no-referrer");
      expect(headers.get("Content-Security-Policy"), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get("Content-Security-Policy"), path).not.toContain("unsafe");
      expect(headers.get("Strict-Transport-Security"), path).toBeNull();
      expect(headers.get("Cache-Control"), path).toBe("no-store");
    }
  });

  it("an error that nobody expected says nothing of itself but the request id", async () => {
    await using broken = await createTestApp();
    await broken.deps.store.close();
    const answer = await broken.request("GET", "/api/v1/session");
    expect(await problemOf(answer)).toMatchObject({
      status: 500,
      code: "internal",
      detail: expect.stringMatching(/^An internal error occurred/),
    });
    const ready = await broken.request("GET", "/readyz");
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { ready: false, parts: { store: { ready: false } } },
    ]);
    expect((await broken.request("GET", "/healthz")).status).toBe(200);
  });
});
