import { ApiKeyEchoedError } from "#/errors/api-errors.ts";
import type { Redactor } from "#/redaction/redactor.ts";
import type { Transport, TransportResponse } from "./transport.ts";

/**
 * A transport whose answers hold no key: it is struck out of the headers, and an answer whose body holds it is an
 * ApiKeyEchoedError, so that nobody stores, logs or passes it on.
 */
export function guardedTransport(inner: Transport, redactor: Pick<Redactor, "holdsKey" | "redact">): Transport {
  function guarded({ status, headers, body }: TransportResponse): TransportResponse {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
    if (redactor.holdsKey(text)) throw new ApiKeyEchoedError({ status });
    return { status, headers: withoutKey(headers, redactor), body };
  }
  return { send: async (request) => guarded(await inner.send(request)), close: () => inner.close() };
}

function withoutKey(
  headers: TransportResponse["headers"],
  redactor: Pick<Redactor, "holdsKey" | "redact">,
): TransportResponse["headers"] {
  const strike = (value: string) => (redactor.holdsKey(value) ? redactor.redact(value) : value);
  let struck: Record<string, string | string[] | undefined> | undefined;
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    const shown = typeof value === "string" ? strike(value) : value.map(strike);
    const isSame =
      typeof shown === "string" ? shown === value : shown.every((entry, position) => entry === value[position]);
    if (!isSame) (struck ??= { ...headers })[name] = shown;
  }
  return struck ?? headers;
}
