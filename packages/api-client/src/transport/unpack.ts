import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import { ApiBodyTooLargeError } from "#/errors/api-body-too-large-error.ts";
import { ApiConnectionError } from "#/errors/api-connection-error.ts";

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
export function unpack(packed: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const unpacker = unpackers.get(encoding.trim().toLowerCase());
  if (unpacker === undefined)
    return Promise.reject(new ApiConnectionError({ left: true, code: "UNKNOWN_CONTENT_ENCODING" }));
  return new Promise((resolve, reject) => {
    unpacker(packed, { maxOutputLength: maxBytes }, (error, bytes) => {
      if (error === null) resolve(bytes);
      else if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") reject(new ApiBodyTooLargeError(maxBytes));
      else reject(new ApiConnectionError({ left: true, code: codeOf(error) }));
    });
  });
}
