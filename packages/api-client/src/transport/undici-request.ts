import type { Dispatcher } from "undici";
import { ApiBodyTooLargeError, ApiConnectionError } from "#/errors/api-errors.ts";
import type { TransportRequest, TransportResponse } from "./transport.ts";

const notConnectedCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

function connectionError(error: unknown): ApiConnectionError {
  if (error instanceof ApiConnectionError) return error;
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  const syscall = error instanceof Error && "syscall" in error ? error.syscall : null;
  const mayHaveArrived = !(
    syscall === "connect" ||
    syscall === "getaddrinfo" ||
    (code !== null && notConnectedCodes.has(code))
  );
  return new ApiConnectionError({ mayHaveArrived, code });
}

/**
 * One request in the air, as undici's own handler: a stream for each body would cost more than all the rest of the request.
 * Gathers the answer, counting as it comes, and leaves at the first byte too many or when the signal fires.
 */
export class PendingRequest implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #headers: TransportResponse["headers"] = {};
  #controller: Dispatcher.DispatchController | undefined;
  isOpen = true;
  /** Whether its socket has carried another request before. */
  isOnUsedSocket = false;

  constructor(
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    if (request.signal.aborted) this.#leave(request.signal.reason);
    else request.signal.addEventListener("abort", this.#onAbort);
  }

  /** Whether no answer had begun on a used socket: where that broke, a new one may get an answer. */
  get lostUsedSocket(): boolean {
    return this.isOnUsedSocket && this.#status === 0;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isOpen) this.#controller = controller;
    else controller.abort(new Error("Nobody waits for the answer any more."));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: TransportResponse["headers"],
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.isOpen) return;
    this.#size += chunk.byteLength;
    if (this.#size > this.#request.maxBytes) this.#leave(new ApiBodyTooLargeError(this.#request.maxBytes));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#close()) return;
    const [only] = this.#chunks;
    const body = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks, this.#size);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#close()) this.#reject(connectionError(error));
  }

  readonly #onAbort = (): void => this.#leave(this.#request.signal.reason);

  #leave(reason: unknown): void {
    if (!this.#close()) return;
    this.#reject(reason);
    this.#controller?.abort(new Error("Nobody waits for the answer any more.", { cause: reason }));
  }

  /** Closes the handler; true only for the first call. */
  #close(): boolean {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    this.#request.signal.removeEventListener("abort", this.#onAbort);
    return wasOpen;
  }
}
