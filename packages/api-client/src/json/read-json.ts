import { isUtf8 } from "node:buffer";
import { type Json, parseJson } from "./json.ts";

/** The deepest nesting that an answer may have; everything above it may recurse. */
const deepestNesting = 128;

/** What became of bytes that were to be JSON. */
export type JsonReading = { readonly value: Json; readonly text: string } | { readonly problem: string };

const quote = 0x22;
const backslash = 0x5c;

function isTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length <= deepestNesting) return false;
  let depth = 0;
  let inText = false;
  for (let position = 0; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (inText) {
      if (byte === backslash) position += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > deepestNesting) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}

/** Reads UTF-8 JSON; never throws, whatever the bytes are. */
export function readJson(bytes: Uint8Array): JsonReading {
  if (bytes.length === 0) return { problem: "the body is empty" };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { problem: "the body starts with a byte order mark" };
  if (!isUtf8(bytes)) return { problem: "the body is not UTF-8" };
  if (isTooDeep(bytes)) return { problem: `the body nests deeper than ${String(deepestNesting)} levels` };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  try {
    return { value: parseJson(text), text };
  } catch {
    return { problem: "the body is not JSON" };
  }
}
