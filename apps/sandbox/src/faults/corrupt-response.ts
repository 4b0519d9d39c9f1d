import { gzipSync } from "node:zlib";
import type { FaultRule } from "./faults.ts";
import { parseJson, type Json } from "#/json/json.ts";

/** A good answer made bad: what is sent in place of its text. */
export interface Spoiled {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const piece = 1_000_000;

/** Spoils the text of an answer as the rule says; undefined for a rule that does not touch what is answered. */
export function spoil(
  fault: FaultRule,
  text: string,
  { id, otherId, wait }: { id: string; otherId: string; wait: (ms: number) => Promise<void> },
): Spoiled | undefined {
  switch (fault.kind) {
    case "truncated":
      return cutShort(text);
    case "drip":
      return { body: dripping(text, fault.ms, wait) };
    case "huge":
      return { body: padded(text, fault.bytes ?? 50_000_000) };
    case "bomb":
      return { body: packedBomb(), headers: { "Content-Encoding": "gzip" } };
    case "wrong-types":
      return { body: JSON.stringify(withOtherTypes(parseJson(text), id)) };
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
      return { body: withBytes(text, text.indexOf('"') + 1, [0xc3, 0x28, 0xff]) };
    case "bom":
      return { body: withBytes(text, 0, [0xef, 0xbb, 0xbf]) };
    case "deep":
      return { body: `{"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}` };
    case "null-id":
      return { body: JSON.stringify(withOwnId(parseJson(text), id, null)) };
    case "other-id":
      return { body: JSON.stringify(withOwnId(parseJson(text), id, otherId)) };
    case "status":
    case "reset-before":
    case "reset-after":
    case "slow":
    case "ignored-index":
    case "other-index":
      return undefined;
  }
}

/** Half of the bytes that were announced, and then the connection is closed. */
function cutShort(text: string): Spoiled {
  const bytes = Buffer.from(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length >> 1));
      controller.close();
    },
  });
  return { body, headers: { "Content-Length": String(bytes.length), Connection: "close" } };
}

function dripping(text: string, ms: number, wait: (ms: number) => Promise<void>): ReadableStream<Uint8Array> {
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

/** The same JSON behind as much blank space as asked for, made while it is sent. */
function padded(text: string, least: number): ReadableStream<Uint8Array> {
  const blank = Buffer.alloc(Math.min(piece, least), " ");
  let left = least;
  return new ReadableStream({
    pull(controller) {
      if (left > 0) {
        controller.enqueue(blank.subarray(0, left));
        left -= blank.length;
        return;
      }
      controller.enqueue(Buffer.from(text));
      controller.close();
    },
  });
}

let bomb: Uint8Array<ArrayBuffer> | undefined;

/** JSON of 200 MB in some 194 KB: members of one gzip stream follow each other, so one packed piece does for all. */
function packedBomb(): Uint8Array<ArrayBuffer> {
  const full = gzipSync(Buffer.alloc(piece, "a"), { level: 9 });
  bomb ??= new Uint8Array(
    Buffer.concat([gzipSync('{"padding":"'), ...Array.from({ length: 200 }, () => full), gzipSync('"}')]),
  );
  return bomb;
}

/** Every value of another type than was promised, but for the id: nothing else would be looked at without it. */
function withOtherTypes(value: Json, id: string): Json {
  if (value === id || value === null) return value;
  if (typeof value === "string") return { was: "text" };
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (Array.isArray(value)) return "a list";
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withOtherTypes(inner, id)]));
}

function withOwnId(value: Json, id: string, next: string | null): Json {
  if (value === id) return next;
  if (Array.isArray(value)) return value.map((inner) => withOwnId(inner, id, next));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withOwnId(inner, id, next)]));
}

function withBytes(text: string, at: number, extra: readonly number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(extra), Buffer.from(text.slice(at))]),
  );
}
