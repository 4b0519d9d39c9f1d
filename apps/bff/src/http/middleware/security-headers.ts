import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { Site } from "#/http/site.ts";

const always: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
];

/** Sent with every answer over TLS, also by what does not pass here. */
export const STRICT_TRANSPORT = ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"] as const;

/** Headers of every response. JSON is never cached; HTML gets a content security policy with its own nonce. */
export function securityHeaders(site: Site): MiddlewareHandler<AppEnv> {
  return async function secureAnswer(c, next) {
    c.set("nonce", randomBytes(16).toString("base64"));
    await next();
    const headers = c.res.headers;
    for (const [name, value] of always) headers.set(name, value);
    headers.set("Content-Security-Policy", contentSecurityPolicy(c.get("nonce"), headers.get("Content-Type") ?? ""));
    if (site.isSecure) headers.set(...STRICT_TRANSPORT);
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  };
}

function contentSecurityPolicy(nonce: string, contentType: string): string {
  if (!contentType.startsWith("text/html")) return "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
