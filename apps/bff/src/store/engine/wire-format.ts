import { isUint8Array } from "node:util/types";
import { EngineError, type EngineResult, toEngineFailure } from "./engine.ts";
import { parserOf } from "./value-parsers.ts";

/** A parameter as it is sent: as text, or as bytes. */
export type WireParameter = string | Uint8Array | null;

/** As `pg` writes parameters, whose types both leave to the statement. */
export function toWire(value: unknown): WireParameter {
  if (value === null || value === undefined) return null;
  // Also bytes of another realm, as that of a page in a test.
  if (isUint8Array(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementAsText).join(",")}}`;
  if (typeof value === "string") return value;
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
}

function elementAsText(value: unknown): string {
  if (Array.isArray(value)) return String(toWire(value));
  const text = toWire(value);
  if (isUint8Array(text)) return `"\\\\x${Buffer.from(text).toString("hex")}"`;
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** The message that gives a prepared statement its parameters. */
export function bindMessage(statement: string, values: readonly WireParameter[]): Uint8Array {
  const body = Buffer.concat([
    Buffer.from(`\0${statement}\0`),
    int16s(values.length, ...values.map((value) => (isUint8Array(value) ? 1 : 0)), values.length),
    ...values.flatMap((value) => {
      if (value === null) return [int32(-1)];
      const bytes = typeof value === "string" ? Buffer.from(value) : value;
      return [int32(bytes.length), bytes];
    }),
    int16s(0),
  ]);
  return Buffer.concat([Buffer.from("B"), int32(body.length + 4), body]);
}

function int16s(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16BE(number, 2 * at);
  return bytes;
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}

/** The messages of an answer: the type of each, and where its content begins. */
export function* messagesOf(answer: Buffer): Generator<{ type: string; content: number }> {
  for (let start = 0; start < answer.length; start += 1 + answer.readInt32BE(start + 1))
    yield { type: String.fromCharCode(answer.readUInt8(start)), content: start + 5 };
}

/** The words of a command that was completed, such as INSERT 0 2. */
export function commandWords(answer: Buffer, content: number): string[] {
  return cString(answer, content).split(" ");
}

const ROW_COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE", "COPY"]);

/** Throws an EngineError where PostgreSQL refused the query. */
export function readAnswer(bytes: Uint8Array): EngineResult {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const result: EngineResult = { rows: [], affectedRows: undefined };
  let columns: Column[] = [];
  let failure: EngineError | undefined;
  for (const { type, content } of messagesOf(data)) {
    if (type === "T") columns = readColumns(data, content);
    else if (type === "D") result.rows.push(readRow(data, content, columns));
    else if (type === "E") failure ??= readFailure(data, content);
    else if (type === "C") {
      const words = commandWords(data, content);
      if (ROW_COUNTED.has(words[0] ?? "")) result.affectedRows = Number(words.at(-1));
      result.command = words[0];
    }
  }
  if (failure !== undefined) throw failure;
  return result;
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

function readColumns(data: Buffer, content: number): Column[] {
  const columns: Column[] = [];
  let at = content + 2;
  for (let count = data.readInt16BE(content); count > 0; count -= 1) {
    const name = cString(data, at);
    at += Buffer.byteLength(name) + 1;
    columns.push({ name, parse: parserOf(data.readInt32BE(at + 6)) });
    at += 18;
  }
  return columns;
}

function readRow(data: Buffer, content: number, columns: readonly Column[]): EngineResult["rows"][number] {
  const row: { [name: string]: unknown } = {};
  let at = content + 2;
  for (const { name, parse } of columns) {
    const length = data.readInt32BE(at);
    at += 4;
    if (length < 0) row[name] = null;
    else {
      row[name] = parse(data.toString("utf8", at, at + length));
      at += length;
    }
  }
  return row;
}

function readFailure(data: Buffer, content: number): EngineError {
  const fields = new Map<string, string>();
  for (let at = content; data.readUInt8(at) !== 0;) {
    const field = String.fromCharCode(data.readUInt8(at));
    const text = cString(data, at + 1);
    fields.set(field, text);
    at += Buffer.byteLength(text) + 2;
  }
  const [severity, code, table, constraint] = ["V", "C", "t", "n"].map((field) => fields.get(field));
  const error = new Error(fields.get("M"));
  return new EngineError(toEngineFailure(Object.assign(error, { severity, code, table, constraint })));
}

function cString(data: Buffer, start: number): string {
  return data.toString("utf8", start, data.indexOf(0, start));
}
