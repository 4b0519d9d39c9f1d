import { expect, test } from "vitest";
import { fileText } from "./file-text.ts";

const words = "Schedule ID\tName\r\nsch_11\tDr. Nguyễn\r\n";

function utf16(text: string, order: "little" | "big"): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), order === "little");
  return bytes;
}

test.for(["", "\uFEFF"])("a file is read as its first bytes say, with the mark “%s” or without", (mark) => {
  expect(fileText(new TextEncoder().encode(mark + words))).toBe(words);
  expect(fileText(utf16(mark + words, "little"))).toBe(words);
  expect(fileText(utf16(mark + words, "big"))).toBe(words);
});

test("what is not UTF-8 is read as Windows-1252", () => {
  expect(fileText(Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x80))).toBe("Müller€");
  expect(fileText(new Uint8Array())).toBe("");
});

test("what is no text is refused", () => {
  expect(() => fileText(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0))).toThrow("not a text");
  expect(() => fileText(Uint8Array.of(0xff, 0xfe, 0x41))).toThrow(TypeError);
});
