/** HTTP methods that a profile can ask for. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request, ready for the wire. */
export interface TransportRequest {
  readonly method: Method;
  readonly origin: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The most bytes of an answer, unpacked. */
  readonly maxBytes: number;
  /** Fires at the deadline, or when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** An answer as it came: header names in lower case, the body unpacked and not parsed. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

/**
 * Sends one request: no redirect, and no retry but of a GET whose kept-alive socket was closed before an answer, which no
 * budget counts. Rejects with ApiConnectionError, ApiBodyTooLargeError, or the signal's reason.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Aborts what is in flight; nothing is sent after it. */
  close(): Promise<void>;
}

/** Whether a content type is that of JSON; one that was sent twice is none. */
export function isJsonType(contentType: string): boolean {
  return /^[^;,]*[/+]json\s*(?:;|$)/i.test(contentType);
}

/** One header of an answer; the first when it came more than once. */
export function headerOf(response: TransportResponse, name: string): string | null {
  const value = response.headers[name.toLowerCase()];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
