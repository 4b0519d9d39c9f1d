/** The text of a file, in the encoding that its first bytes say; without any UTF-8, else Windows-1252. Throws for what is no text. */
export function fileText(bytes: Uint8Array<ArrayBuffer>): string {
  const text = decode(bytes);
  if (text.includes("\0")) throw new TypeError("not a text");
  return text;
}

function decode(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // A text in UTF-16 without a mark begins with a letter whose other byte is zero.
  if (isMarked || first === 0 || second === 0)
    return new TextDecoder(first === 0xfe || first === 0 ? "utf-16be" : "utf-16le", { fatal: true }).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
