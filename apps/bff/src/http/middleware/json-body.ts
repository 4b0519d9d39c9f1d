import type { FieldError } from "@dc/contract";
import { parseJson } from "@dc/directory";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { operationError } from "#/runtime/errors.ts";
import { parseInTurns } from "#/runtime/parse-in-turns.ts";
import { inTurns, turnOfOthers } from "#/runtime/turns.ts";

const UNSTORABLE = "must not contain NUL or an unpaired surrogate";
/** JSON in UTF-8 can only spell them as escapes; looking for these is much cheaper than walking a large body. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;
/** Before each look at a longer body others have their turn. */
const LONG = 256 * 1024;
/** Deeper than any body of ours; what walks a value by calling itself must not run out of stack. */
const DEEPEST = 64;

/**
 * Accepts JSON in UTF-8 only, no deeper than 64 levels and where the operation takes a body, and refuses text that PostgreSQL
 * cannot store: NUL and lone surrogates.
 */
export function jsonBody(refusesBody: (method: string, path: string) => boolean): MiddlewareHandler<AppEnv> {
  return async function checkBody(c, next) {
    const inAddress = unstorableInAddress(c.req.url);
    if (inAddress.length > 0) throw operationError("invalid_request", "address-text", { errors: inAddress });
    const raw = c.req.raw;
    if (raw.body === null) return await next();
    if (c.req.header("Content-Encoding") !== undefined)
      throw operationError("unsupported_media_type", "content-encoding");
    const bytes = await c.req.arrayBuffer();
    if (bytes.byteLength === 0) return await next();
    if (!/^application\/json\s*(?:;|$)/i.test(c.req.header("Content-Type") ?? ""))
      throw operationError("unsupported_media_type", "json");
    const turn = async () => (bytes.byteLength > LONG ? await turnOfOthers() : undefined);
    await turn();
    const text = decode(bytes);
    await turn();
    const body = await parse(text);
    await turn();
    // What reads the body again would change the digits of its numbers.
    Object.assign(c.req, { json: async () => body });
    if (!isEmptyObject(body) && refusesBody(c.req.method, c.req.path))
      throw operationError("invalid_request", "body-not-taken", { pointer: "" });
    await refuseTooDeep(body);
    const errors = mayBeUnstorable.test(text) ? unstorableIn(body) : [];
    if (errors.length > 0) throw operationError("invalid_request", "body-text", { errors });
    await turn();
    await next();
  };
}

function isEmptyObject(body: unknown): boolean {
  return typeof body === "object" && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw operationError("invalid_request", "utf-8", { pointer: "" });
  }
}

async function parse(text: string): Promise<unknown> {
  try {
    return text.length > LONG ? await parseInTurns(text) : parseJson(text);
  } catch {
    throw operationError("invalid_request", "json", { pointer: "" });
  }
}

async function refuseTooDeep(body: unknown): Promise<void> {
  let level = isHolder(body) ? [body] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: object[] = [];
    await inTurns(level, (holder) => {
      const held: unknown[] = Object.values(holder);
      if (depth === DEEPEST && held.length > 0)
        throw operationError("invalid_request", "body-depth", { most: DEEPEST, pointer: "" });
      for (const value of held) if (isHolder(value)) below.push(value);
    });
    level = below;
  }
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function unstorableInAddress(url: string): FieldError[] {
  const { pathname, searchParams } = new URL(url);
  const errors: FieldError[] = [];
  if (!isStorablePath(pathname)) errors.push({ pointer: "", detail: `the path ${UNSTORABLE}` });
  for (const [name, value] of searchParams)
    if (!isStorable(name) || !isStorable(value))
      errors.push({ pointer: `?${name.replaceAll("\u0000", "\ufffd")}`, detail: UNSTORABLE });
  return errors;
}

function isStorablePath(path: string): boolean {
  try {
    return isStorable(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function unstorableIn(body: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const waiting: { pointer: string; value: unknown }[] = [{ pointer: "", value: body }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { pointer, value } = next;
    if (typeof value === "string" && !isStorable(value)) errors.push({ pointer, detail: UNSTORABLE });
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const below = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (isStorable(key)) waiting.push({ pointer: below, value: member });
      else
        errors.push({ pointer: below.toWellFormed(), detail: "must not have a key with NUL or an unpaired surrogate" });
    }
    if (errors.length >= 20) break;
  }
  return errors;
}

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
