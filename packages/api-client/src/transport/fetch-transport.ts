import { ApiBodyTooLargeError, ApiConnectionError } from "#/errors/api-errors.ts";
import { readBody } from "./response-body.ts";
import type { Transport, TransportRequest } from "./transport.ts";

/** What is needed of fetch: an app's own `request` will do, so that a service can be called in process. */
export type FetchLike = (url: string, init: RequestInit) => Response | Promise<Response>;

/** Sends through a fetch; redirects are not followed. For calls in process: fetch has unpacked the body before it is counted. */
export function fetchTransport(fetch: FetchLike): Transport {
  async function send(request: TransportRequest) {
    const { method, signal, maxBytes } = request;
    try {
      signal.throwIfAborted();
      const init: RequestInit = { method, headers: { ...request.headers }, redirect: "manual", signal };
      if (request.body !== null) init.body = request.body;
      const response = await Promise.race([fetch(`${request.origin}${request.path}`, init), aborted(signal)]);
      const body = response.body === null ? new Uint8Array() : await readBody(response.body, null, maxBytes);
      return { status: response.status, headers: Object.fromEntries(response.headers), body };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ApiBodyTooLargeError) throw error;
      const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
      throw new ApiConnectionError({ mayHaveArrived: code !== "ECONNREFUSED", code });
    }
  }
  return { send, close: () => Promise.resolve() };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener(
      "abort",
      () => {
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
