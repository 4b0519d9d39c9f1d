import { gzipSync } from "node:zlib";
import type { FaultRule } from "./faults.ts";
import { isJsonObject, parseJson, type Json } from "#/json/json.ts";

/** What is sent in place of the body of a successful response. */
export interface CorruptedResponse {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const chunkSize = 1_000_000;

/** The body that the fault makes of a response; undefined for a fault that leaves the body alone. */
export function corruptResponse(
  fault: FaultRule,
  text: string,
  { id, otherId, wait }: { id: string; otherId: string; wait: (ms: number) => Promise<void> },
): CorruptedResponse | undefined {
  switch (fault.kind) {
    case "truncated":
      return truncate(text);
    case "drip":
      return { body: drip(text, fault.ms, wait) };
    case "huge":
      return { body: pad(text, fault.bytes ?? 50_000_000) };
    case "bomb":
      return { body: gzipBomb(), headers: { "Content-Encoding": "gzip" } };
    case "wrong-types":
      return { body: JSON.stringify(changeTypes(parseJson(text), id)) };
    case "malformed":
      return { body: `${text.slice(0, -1)},${text.slice(-1)}` };
    case "empty":
      return { body: null };
    case "html":
      return {
        body: "<!doctype html><title>Maintenance</title><p>We will be back soon.</p>",
        headers: { "Content-Type": "text/html; charset=utf-8" },
      };
    case "invalid-utf8":
      return { body: insertBytes(text, text.indexOf('"') + 1, [0xc3, 0x28, 0xff]) };
    case "bom":
      return { body: insertBytes(text, 0, [0xef, 0xbb, 0xbf]) };
    case "deep":
      return { body: `{"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}` };
    case "null-id":
      return { body: JSON.stringify(replaceId(parseJson(text), id, null)) };
    case "other-id":
      return { body: JSON.stringify(replaceId(parseJson(text), id, otherId)) };
    case "status":
    case "reset-before":
    case "reset-after":
    case "slow":
    case "ignored-index":
    case "other-index":
      return undefined;
  }
}

/** Announces the whole length, sends half of the bytes and closes the connection. */
function truncate(text: string): CorruptedResponse {
  const bytes = Buffer.from(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length >> 1));
      controller.close();
    },
  });
  return { body, headers: { "Content-Length": String(bytes.length), Connection: "close" } };
}

function drip(text: string, ms: number, wait: (ms: number) => Promise<void>): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  const pause = ms / Math.max(1, bytes.length);
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent === bytes.length) return controller.close();
      await wait(pause);
      controller.enqueue(bytes.subarray(sent, (sent += 1)));
    },
  });
}

/** The same JSON after at least this many spaces, generated while it is sent. */
function pad(text: string, least: number): ReadableStream<Uint8Array> {
  const spaces = Buffer.alloc(Math.min(chunkSize, least), " ");
  let remaining = least;
  return new ReadableStream({
    pull(controller) {
      if (remaining > 0) {
        controller.enqueue(spaces.subarray(0, remaining));
        remaining -= spaces.length;
        return;
      }
      controller.enqueue(Buffer.from(text));
      controller.close();
    },
  });
}

let bomb: Uint8Array<ArrayBuffer> | undefined;

/** JSON of 200 MB in some 194 KB. A gzip stream may have several members, so that one compressed chunk is repeated. */
function gzipBomb(): Uint8Array<ArrayBuffer> {
  if (bomb) return bomb;
  const chunk = gzipSync(Buffer.alloc(chunkSize, "a"), { level: 9 });
  const chunks = Array.from({ length: 200 }, () => chunk);
  bomb = new Uint8Array(Buffer.concat([gzipSync('{"padding":"'), ...chunks, gzipSync('"}')]));
  return bomb;
}

/** Every value gets another type, except the id: without it a client would not look at the rest. */
function changeTypes(value: Json, id: string): Json {
  if (value === id || value === null) return value;
  if (typeof value === "string") return { was: "text" };
  if (Array.isArray(value)) return "a list";
  if (!isJsonObject(value)) return [JSON.stringify(value)];
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changeTypes(inner, id)]));
}

function replaceId(value: Json, id: string, next: string | null): Json {
  if (value === id) return next;
  if (Array.isArray(value)) return value.map((inner) => replaceId(inner, id, next));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceId(inner, id, next)]));
}

function insertBytes(text: string, position: number, extra: readonly number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat([Buffer.from(text.slice(0, position)), Buffer.from(extra), Buffer.from(text.slice(position))]),
  );
}
