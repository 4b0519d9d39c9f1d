/** Bytes as Base64, some at a time, since a call takes only so many arguments. */
export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCodePoint(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}
