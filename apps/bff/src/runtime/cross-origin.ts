/**
 * What a page of another origin may read and send with a token that allows it. Cookies are never among it, and the answer
 * depends on the origin, so that no cache may give it to another.
 */
export function crossOriginHeaders(origin: string): { [name: string]: string } {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "*",
    vary: "Origin",
  };
}

/** The answer to a preflight. `requestHeaders` are those that the page wants to send: a token is among them. */
export function preflightHeaders(
  origin: string,
  requestHeaders: string | undefined,
  methods: string,
): { [name: string]: string } {
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": methods,
    ...(requestHeaders === undefined ? {} : { "access-control-allow-headers": requestHeaders }),
    "access-control-max-age": "600",
    vary: "Origin, Access-Control-Request-Headers",
  };
}
