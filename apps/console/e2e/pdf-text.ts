import { inflateSync } from "node:zlib";

/** What each page of a printout of Chromium says, in the order in which it is drawn, without its spaces. */
export function textOfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const listed = [...objects.values()].find(({ head }) => /\/Type\s*\/Pages\b/.test(head) && !head.includes("/Parent"));
  if (listed === undefined) throw new Error("The printout lists no pages.");
  return leaves(objects, listed).map((page) => textOf(objects, page));
}

/** An object of the file: what it says of itself, and the bytes that follow. */
interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const file = pdf.toString("latin1");
  const objects = new Map<string, PdfObject>();
  for (const { 1: id = "", index, 0: opening } of file.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const from = index + opening.length;
    const [streamAt, end] = [file.indexOf("stream\n", from), file.indexOf("endobj", from)];
    if (streamAt === -1 || streamAt > end) {
      objects.set(id, { head: file.slice(from, end), stream: "" });
      continue;
    }
    const head = file.slice(from, streamAt);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const at = streamAt + "stream\n".length;
    const bytes = Buffer.from(file.slice(at, at + length), "latin1");
    objects.set(id, { head, stream: head.includes("/FlateDecode") ? inflateSync(bytes).toString("latin1") : "" });
  }
  return objects;
}

const references = (text: string): string[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, id = ""]) => id);

const memberOf = (head: string, name: string): string =>
  new RegExp(`/${name}\\s*(<<[^>]*>>|\\[[^\\]]*\\]|\\d+ 0 R)`).exec(head)?.[1] ?? "";

function leaves(objects: ReadonlyMap<string, PdfObject>, { head }: PdfObject): PdfObject[] {
  return references(memberOf(head, "Kids")).flatMap((id) => {
    const child = objects.get(id) ?? { head: "", stream: "" };
    return /\/Type\s*\/Pages\b/.test(child.head) ? leaves(objects, child) : [child];
  });
}

/** Which text each glyph of a font stands for. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  const textOfHex = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, lines = ""] of map.matchAll(/beginbfchar\n([^]*?)endbfchar/g))
    for (const [, glyph = "", to = ""] of lines.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(Number.parseInt(glyph, 16), textOfHex(to));
  for (const [, lines = ""] of map.matchAll(/beginbfrange\n([^]*?)endbfrange/g))
    for (const [, first = "", last = "", to = ""] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const [from, until] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      for (let glyph = from; glyph <= until; glyph += 1)
        letters.set(glyph, String.fromCodePoint(Number.parseInt(to, 16) + glyph - from));
    }
  return letters;
}

function textOf(objects: ReadonlyMap<string, PdfObject>, page: PdfObject): string {
  const fonts = new Map(
    [...memberOf(page.head, "Font").matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => {
      const map = references(memberOf(objects.get(id)?.head ?? "", "ToUnicode"))[0] ?? "";
      return [name, lettersOf(objects.get(map)?.stream ?? "")];
    }),
  );
  const drawn = references(memberOf(page.head, "Contents")).map((id) => objects.get(id)?.stream ?? "");
  let letters = new Map<number, string>();
  let text = "";
  for (const [, font, hex] of drawn.join("\n").matchAll(/\/(\w+) [\d.]+ Tf|<([\da-fA-F]+)>/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map<number, string>();
    else for (const glyph of hex?.match(/.{4}/g) ?? []) text += letters.get(Number.parseInt(glyph, 16)) ?? "";
  }
  return text.normalize("NFKC").replaceAll(/\s/g, "");
}
