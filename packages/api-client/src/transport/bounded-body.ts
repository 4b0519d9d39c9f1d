import { ApiBodyTooLargeError } from "#/errors/api-body-too-large-error.ts";
import { unpack } from "./unpack.ts";

/** Reads a body to its end, counting as it comes; leaves at the first byte too many. */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | null,
  maxBytes: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ApiBodyTooLargeError(maxBytes);
    parts.push(chunk);
  }
  const [only] = parts;
  const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts, size);
  return encoding === null ? whole : unpackWhole(whole, encoding, maxBytes);
}

/** Unpacks a body that is whole; an empty one and `identity` are what they are. */
export function unpackWhole(body: Uint8Array, encoding: string, maxBytes: number): Uint8Array | Promise<Uint8Array> {
  return encoding === "identity" || body.byteLength === 0 ? body : unpack(body, encoding, maxBytes);
}
