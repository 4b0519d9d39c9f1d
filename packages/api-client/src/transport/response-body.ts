import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import { ApiBodyTooLargeError, ApiConnectionError } from "#/errors/api-errors.ts";

type Unpacker = (
  packed: Uint8Array,
  options: { maxOutputLength: number },
  done: (error: Error | null, bytes: Uint8Array) => void,
) => void;

const unpackers: ReadonlyMap<string, Unpacker> = new Map<string, Unpacker>([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", brotliDecompress],
  ["zstd", zstdDecompress],
]);

function codeOf(error: Error): string | null {
  return "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Undoes a content encoding without ever making more than `maxBytes`. */
function decompress(packed: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const unpacker = unpackers.get(encoding);
  if (unpacker === undefined)
    return Promise.reject(new ApiConnectionError({ mayHaveArrived: true, code: "UNKNOWN_CONTENT_ENCODING" }));
  return new Promise((resolve, reject) => {
    unpacker(packed, { maxOutputLength: maxBytes }, (error, bytes) => {
      if (error === null) resolve(bytes);
      else if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") reject(new ApiBodyTooLargeError(maxBytes));
      else reject(new ApiConnectionError({ mayHaveArrived: true, code: codeOf(error) }));
    });
  });
}

/** Reads a body to its end, counting as it comes; leaves at the first byte too many. */
export async function readBody(
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
  return encoding === null ? whole : decompressBody(whole, encoding, maxBytes);
}

/** Unpacks a body that is whole, by the name of its encoding in lower case; an empty one is what it is. */
export function decompressBody(body: Uint8Array, encoding: string, maxBytes: number): Uint8Array | Promise<Uint8Array> {
  return body.byteLength === 0 ? body : decompress(body, encoding, maxBytes);
}
