import { createInflateRaw } from "node:zlib";

const END = 0x06_05_4b_50;
const ENTRY = 0x02_01_4b_50;
const FILE = 0x04_03_4b_50;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** Whether a file is a ZIP archive, as workbooks are. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** A file in an archive. */
export interface Part {
  method: number;
  /** Where it begins in the archive. */
  at: number;
  packed: number;
  /** How many bytes it says that it unpacks to. */
  unpacked: number;
}

/** The longest way to pack nothing. */
const NOTHING = 2;
/** The flag of a file whose size stands behind it. */
const SIZE_BEHIND = 8;

/**
 * The files of an archive by their names. Null for one that has no list of them, a second list (ZIP64), a file that says it is
 * empty and is not, or damage.
 */
export function partsOf(bytes: Uint8Array): Map<string, Part> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end >= bytes.length - 22 - LONGEST_COMMENT && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || view.getUint32(end + 12, true) === 0xffffffff || at === 0xffffffff) return null;
  const parts = new Map<string, Part>();
  for (let left = count; left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) return null;
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const isSizeBehind = packed === 0 && (view.getUint16(at + 8, true) & SIZE_BEHIND) !== 0;
    if (unpacked === 0 && (packed > NOTHING || isSizeBehind)) return null;
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, nameEnd));
    parts.set(name, { method: view.getUint16(at + 10, true), at: view.getUint32(at + 42, true), packed, unpacked });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

/** What a file of an archive holds, some bytes at a time. Throws where it is damaged, or larger than it says. */
export async function* unpack(bytes: Uint8Array, { method, at, packed, unpacked }: Part): AsyncGenerator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(at, true) !== FILE) throw new RangeError("There is no file where the list says.");
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = bytes.subarray(from, from + packed);
  if (method === STORED) {
    yield content;
    return;
  }
  if (method !== DEFLATED) throw new RangeError(`Files are not packed by method ${method}.`);
  const inflating = createInflateRaw({ chunkSize: 65_536 });
  inflating.end(content);
  let size = 0;
  for await (const chunk of inflating as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > unpacked) throw new RangeError("The file is larger than it says.");
    yield chunk;
  }
}
