import { createServer, type RequestListener, type Server } from "node:http";
import { ErrorCode, Session } from "@dc/contract";
import { afterEach, describe, expect, it } from "vitest";
import { bff, onSignedOut, path } from "./bff.ts";
import { BffAnswerError, BffError, BffUnreachableError, errorSentence } from "./bff-error.ts";
import { errorSentences } from "./error-sentences.ts";

let server: Server | undefined;
const realFetch = globalThis.fetch;

/** A server on a port of its own; the console's relative addresses are sent there. */
async function serve(listener: RequestListener): Promise<void> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((done) => started.listen(0, "127.0.0.1", done));
  const address = started.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  globalThis.fetch = (to, init) =>
    realFetch(new URL(to instanceof Request ? to.url : to, `http://127.0.0.1:${port}`), init);
}

const problem = (code: string, status: number) => ({
  type: "about:blank",
  title: "No",
  status,
  detail: "Not like this",
  code,
  requestId: "req_1",
  errors: [{ pointer: "/email", detail: "Not an address" }],
});

afterEach(() => {
  globalThis.fetch = realFetch;
  server?.closeAllConnections();
  server?.close();
});

describe("bff", () => {
  it("sends the console's header and parses the answer by the contract", async () => {
    const seen: unknown[] = [];
    await serve((request, response) => {
      seen.push(request.method, request.url, request.headers["x-directory-console"]);
      response.end(JSON.stringify({ person: null, setUpNeeded: true }));
    });
    expect(await bff.get("/session", Session, { query: { q: "a b", none: undefined } })).toEqual({
      person: null,
      setUpNeeded: true,
    });
    expect(seen).toEqual(["GET", "/api/v1/session?q=a+b", "1"]);
  });

  it("turns a problem into an error with its code and the errors of its fields", async () => {
    await serve((_, response) => {
      response.writeHead(400, { "Content-Type": "application/problem+json" });
      response.end(JSON.stringify(problem("invalid_request", 400)));
    });
    const error = await bff.post("/session", {}, Session).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(BffError);
    if (!(error instanceof BffError)) return;
    expect([error.code, error.fieldError("/email"), errorSentence(error)]).toEqual([
      "invalid_request",
      "Not an address",
      "Not like this",
    ]);
  });

  it("tells that nobody is signed in any more", async () => {
    await serve((_, response) => {
      response.writeHead(401, { "Content-Type": "application/problem+json" });
      response.end(JSON.stringify(problem("not_signed_in", 401)));
    });
    let told = 0;
    const stop = onSignedOut(() => told++);
    await expect(bff.get("/session", Session)).rejects.toBeInstanceOf(BffError);
    stop();
    expect(told).toBe(1);
  });

  it("refuses an answer of another shape", async () => {
    await serve((_, response) => response.end(JSON.stringify({ person: "me" })));
    await expect(bff.get("/session", Session)).rejects.toBeInstanceOf(BffAnswerError);
  });

  it("says that the server is gone when no answer comes, and does not ask twice", async () => {
    let asked = 0;
    await serve((request) => {
      asked++;
      request.socket.destroy();
    });
    await expect(bff.post("/session", {}, Session)).rejects.toBeInstanceOf(BffUnreachableError);
    expect(asked).toBe(1);
  });

  it("passes an abort through untouched", async () => {
    await serve(() => undefined);
    const abort = new AbortController();
    const answer = bff.get("/session", Session, { signal: abort.signal });
    abort.abort(new Error("the next key was typed"));
    await expect(answer).rejects.toThrow("the next key was typed");
  });

  it("encodes every part of a path", () => {
    expect(path`/index-versions/${"idx/../x"}/roster`).toBe("/index-versions/idx%2F..%2Fx/roster");
  });

  it("has a sentence for each code", () => {
    expect(Object.keys(errorSentences).toSorted()).toEqual([...ErrorCode.options].toSorted());
  });
});
