const END = 0x06_05_4b_50;
const ENTRY = 0x02_01_4b_50;
const LONGEST_COMMENT = 65_535;

/** Whether a file is a ZIP archive, as workbooks are. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** The longest way to pack nothing. */
const NOTHING = 2;
/** The flag of a file whose size stands behind it. */
const SIZE_BEHIND = 8;

/**
 * How many bytes an archive says that it unpacks to, of which its reader holds every file to what it says. Null for one that has
 * no list of its files, a second list (ZIP64) that its reader would take, a file that says it is empty and is not, or damage.
 */
export function unpackedBytes(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end >= bytes.length - 22 - LONGEST_COMMENT && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || view.getUint32(end + 12, true) === 0xffffffff || at === 0xffffffff) return null;
  let size = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) return null;
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const isSizeBehind = packed === 0 && (view.getUint16(at + 8, true) & SIZE_BEHIND) !== 0;
    if (unpacked === 0 && (packed > NOTHING || isSizeBehind)) return null;
    size += unpacked;
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return size;
}
