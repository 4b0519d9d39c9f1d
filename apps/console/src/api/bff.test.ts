import type { Problem, Session } from "@dc/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serve } from "#/testing/answering-server.ts";
import { bff, path } from "./bff.ts";
import { BffAnswerError, BffError, BffUnreachableError, errorSentence } from "./bff-error.ts";
import { consoleBuild } from "./console-build.ts";
import { sessionPhase } from "./session-phase.ts";

const problem = (code: string, status: number) => ({
  type: "about:blank",
  title: "No",
  status,
  detail: "Not like this",
  code,
  requestId: "req_1",
  errors: [{ pointer: "/email", detail: "Not an address" }],
});

// A page into which the server has put no answers.
beforeEach(() => void vi.stubGlobal("document", { querySelectorAll: () => [] }));
afterEach(() => {
  consoleBuild.loaded(undefined);
  consoleBuild.served(null);
});

describe("bff", () => {
  it("sends the console's header and gives the answer", async () => {
    const seen: unknown[] = [];
    await serve((request, response) => {
      seen.push(request.method, request.url, request.headers["x-directory-console"]);
      response.end(JSON.stringify({ person: null, setUpNeeded: true }));
    });
    expect(await bff.get<Session>("/session", { query: { q: "a b", none: undefined } })).toEqual({
      person: null,
      setUpNeeded: true,
    });
    expect(seen).toEqual(["GET", "/api/v1/session?q=a+b", "1"]);
  });

  it("gives the address of a file that begins, and reads no further", async () => {
    const left = Promise.withResolvers<void>();
    await serve((_, response) => {
      response.on("close", left.resolve);
      response.write("a".repeat(1_000));
    });
    expect(await bff.fileAddress("/people/export", { query: { format: "csv" } })).toBe(
      "/api/v1/people/export?format=csv",
    );
    await left.promise;
  });

  it("gives no address of a file that is refused or does not begin, but what the server says", async () => {
    await serve(({ url }, response) => {
      if (url?.includes("refused") !== true) return void response.destroy();
      response.writeHead(400, { "Content-Type": "application/problem+json" });
      response.end(JSON.stringify(problem("invalid_request", 400)));
    });
    await expect(bff.fileAddress("/people/export", {})).rejects.toBeInstanceOf(BffUnreachableError);
    await expect(bff.fileAddress("/people/refused", {})).rejects.toBeInstanceOf(BffError);
  });

  it("turns a problem into an error with its code and the errors of its fields", async () => {
    await serve((_, response) => {
      response.writeHead(400, { "Content-Type": "application/problem+json" });
      response.end(JSON.stringify(problem("invalid_request", 400)));
    });
    const error = await bff.post<Session>("/session", {}).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(BffError);
    if (!(error instanceof BffError)) return;
    expect([error.code, error.fieldError("/email"), errorSentence(error)]).toEqual([
      "invalid_request",
      "Not an address.",
      "Not like this",
    ]);
  });

  it("says what the service said, with every reason, once", async () => {
    const details = [
      { field: "npi", words: "Ten digits.", code: "npi" },
      { field: "phones", words: null, code: "required" },
    ];
    const service = { status: 422, code: "invalid", message: "Not valid.", requestId: null };
    const messageOf = (detail: string, more: object) =>
      new BffError({
        ...problem("service_refused", 502),
        code: "service_refused",
        detail,
        service: { ...service, ...more },
      }).message;
    expect(messageOf("Refused.", { details })).toBe(
      "Refused. The service said: Not valid. npi: Ten digits.; phones: required",
    );
    expect(messageOf("Refused. The service said: Not valid.", {})).toBe("Refused. The service said: Not valid.");
    expect(messageOf("Refused.", { message: null })).toBe("Refused.");
  });

  it("reads nothing once nobody is signed in any more, until somebody is", async () => {
    const asked: (string | undefined)[] = [];
    let status = 401;
    await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(status, { "Content-Type": "application/problem+json" });
      response.end(JSON.stringify(problem("not_signed_in", status)));
    });
    await expect(bff.get("/connections")).rejects.toBeInstanceOf(BffError);
    const later = bff.get("/people");
    await expect(bff.get("/session")).rejects.toBeInstanceOf(BffError);
    expect(asked).toEqual(["/api/v1/connections", "/api/v1/session"]);
    status = 200;
    sessionPhase.become("signed-in");
    await later;
    expect(asked.at(-1)).toBe("/api/v1/people");
  });

  it("sends a POST that only reads again once somebody is signed in, and no other call, with a signal or not", async () => {
    const asked: string[] = [];
    let isHeld = true;
    await serve(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      if (!isHeld || method === "PUT") response.end("{}");
    });
    const { signal } = new AbortController();
    const check = bff.post("/people/check", {}, { signal, reads: true });
    const visit = bff.put("/people/visit", {}, { signal });
    await visit;
    sessionPhase.become("signing-out");
    isHeld = false;
    await bff.put("/people/late", {}, { signal });
    sessionPhase.become("signed-in");
    await check;
    const path = "/api/v1/people";
    expect(asked.toSorted()).toEqual([
      `POST ${path}/check`,
      `POST ${path}/check`,
      `PUT ${path}/late`,
      `PUT ${path}/visit`,
    ]);
  });

  it.each([
    ["a page of a proxy", 200, "text/html", "<!doctype html><h1>Sign in to the network</h1>"],
    ["a refusal of a proxy", 403, "text/html", "<h1>Forbidden</h1>"],
    ["a refusal that is JSON and no problem", 429, "application/json", `{"error":"rate limited"}`],
    ["a problem without words", 409, "application/problem+json", JSON.stringify({ ...problem("x", 409), detail: "" })],
    ["JSON that is no object", 200, "application/json", `"ok"`],
    ["an empty answer where one is needed", 200, "application/json", ""],
  ])("tells in words that %s is not an answer of the server", async (_, status, type, body) => {
    await serve((_request, response) => {
      response.writeHead(status, { "Content-Type": type });
      response.end(body);
    });
    const error = await bff.get<Session>("/session").catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(BffAnswerError);
    expect(errorSentence(error)).toBe(
      `The answer with status ${status} is not from the console's server. A proxy or a sign-in page may have answered. Reload the page, or try again.`,
    );
  });

  it("shows the words of a problem whose code only a newer server knows", async () => {
    await serve((_, response) => {
      response.writeHead(409, { "Content-Type": "application/problem+json" });
      response.end(JSON.stringify({ ...problem("quota_exceeded", 409), detail: "Quota used up" }));
    });
    const error = await bff.post<Session>("/session", {}).catch((cause: unknown) => cause);
    expect([error instanceof BffError, errorSentence(error)]).toEqual([true, "Quota used up"]);
  });

  it.each([
    ["the same build", "b1", "b1", false],
    ["another build", "b1", "b2", true],
    ["none, since the console is not built", "b1", null, false],
    ["a build, to a page of the development server", "__CONSOLE_BUILD__", "b2", false],
  ])("knows whether this page is outdated when the server names %s", async (_, loaded, served, isOutdated) => {
    consoleBuild.loaded(loaded);
    await serve((_request, response) => {
      if (served !== null) response.setHeader("X-Console-Build", served);
      response.end(JSON.stringify({ person: null, setUpNeeded: true }));
    });
    await bff.get<Session>("/session");
    expect(consoleBuild.isOutdated()).toBe(isOutdated);
    expect(errorSentence(new TypeError("rows is not iterable"))).toBe(
      isOutdated
        ? "A new version of the console is available. Reload the page."
        : "Something went wrong on this page. Reload it to try again.",
    );
  });

  it.each([
    "TypeError: Failed to fetch dynamically imported module: https://console.example/assets/activity-screen-a1.js",
    "TypeError: error loading dynamically imported module: https://console.example/assets/activity-screen-a1.js",
    "TypeError: Importing a module script failed.",
    "Error: Unable to preload CSS for /assets/activity-screen-a1.css",
  ])("says that a part could not be loaded of %s", (text) => {
    consoleBuild.loaded(undefined);
    const [, name = "", message = ""] = /^(\w+): (.*)$/.exec(text) ?? [];
    const error = name === "TypeError" ? new TypeError(message) : new Error(message);
    expect(errorSentence(error)).toBe("Part of the console could not be loaded.");
  });

  it("says that the server is gone when no answer comes, and does not ask twice", async () => {
    let asked = 0;
    await serve((request) => {
      asked++;
      request.socket.destroy();
    });
    await expect(bff.post<Session>("/session", {})).rejects.toBeInstanceOf(BffUnreachableError);
    expect(asked).toBe(1);
  });

  it("keeps to the build of what it asked for last, where an earlier answer comes later", async () => {
    consoleBuild.loaded("a1");
    const late = Promise.withResolvers<void>();
    await serve(({ url }, response) => {
      const isLate = url?.includes("late") === true;
      response.writeHead(200, { "X-Console-Build": isLate ? "a1" : "b2" });
      void (isLate ? late.promise : Promise.resolve()).then(() => response.end("{}"));
    });
    const first = bff.get("/people/late");
    await bff.get("/people/soon");
    expect(consoleBuild.isOutdated()).toBe(true);
    late.resolve();
    await first;
    expect(consoleBuild.isOutdated()).toBe(true);
  });

  it("passes an abort through untouched", async () => {
    await serve(() => undefined);
    const abort = new AbortController();
    const answer = bff.get<Session>("/session", { signal: abort.signal });
    abort.abort(new Error("the next key was typed"));
    await expect(answer).rejects.toThrow("the next key was typed");
  });

  it("encodes every part of a path", () => {
    expect(path`/index-versions/${"idx/../x"}/roster`).toBe("/index-versions/idx%2F..%2Fx/roster");
  });

  it("says what is wrong with a field in a sentence", () => {
    const sentence = (detail: string) =>
      new BffError({
        ...problem("invalid_request", 422),
        errors: [{ pointer: "/indexId", detail }],
      } as Problem).fieldError("/indexId");
    expect(sentence("is not a known index version")).toBe("It is not a known index version.");
    expect(sentence("Two people have this address.")).toBe("Two people have this address.");
  });
});
