import { deflateRawSync } from "node:zlib";

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A cell of a sheet that holds a text. */
export const inlineCell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;

interface WorkbookParts {
  /** What stands in the sheet. */
  sheet: string | Uint8Array;
  doctype?: string;
  /** What stands in another sheet, before it. */
  before?: string;
  /** What stands in the file of shared strings, if there is one. */
  strings?: Uint8Array;
  /** How large the sheet and the shared strings say that they are, in bytes; what they are unless said otherwise. */
  says?: number | undefined;
}

/** A workbook of a sheet, however hostile its parts, and of one before it where that is given. */
export function workbookOf({ sheet, doctype = "", before, strings, says }: WorkbookParts): Buffer<ArrayBuffer> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relationsOf = (...all: string[]) => `<Relationships>${all.join("")}</Relationships>`;
  const first = before === undefined ? "" : `<sheet name="Notes" sheetId="3" r:id="r3"/>`;
  const sheets = `<sheets>${first}<sheet name="A" sheetId="1" r:id="r1"/></sheets>`;
  const worksheet = typeof sheet === "string" ? `${doctype}<worksheet>${sheet}</worksheet>` : sheet;
  return archiveOf([
    ["[Content_Types].xml", TYPES],
    ["_rels/.rels", relationsOf(relation("r1", "officeDocument", "xl/workbook.xml"))],
    ["xl/workbook.xml", `<workbook xmlns:r="${RELATIONS}">${sheets}</workbook>`],
    [
      "xl/_rels/workbook.xml.rels",
      relationsOf(
        relation("r1", "worksheet", "worksheets/sheet1.xml"),
        ...(strings === undefined ? [] : [relation("r2", "sharedStrings", "sharedStrings.xml")]),
        ...(before === undefined ? [] : [relation("r3", "worksheet", "worksheets/sheet2.xml")]),
      ),
    ],
    ...(before === undefined ? [] : [["xl/worksheets/sheet2.xml", `<worksheet>${before}</worksheet>`] as const]),
    ["xl/worksheets/sheet1.xml", worksheet, says],
    ...(strings === undefined ? [] : [["xl/sharedStrings.xml", strings, says] as const]),
  ]);
}

/** A ZIP archive of files, each of which may say another size than it has. */
function archiveOf(
  files: readonly (readonly [name: string, content: string | Uint8Array, says?: number | undefined])[],
) {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [path, content, says] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(says ?? Buffer.byteLength(content), 18);
    about.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    parts.push(Buffer.from("PK\u0003\u0004"), about, name, packed);
    list.push(Buffer.from("PK\u0001\u0002\u0014\0"), about, place, name);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...list, end]);
}
