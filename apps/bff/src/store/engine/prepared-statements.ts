import { type PGlite, protocol } from "@electric-sql/pglite";
import { isJsonType } from "./value-parsers.ts";
import { type Engine, EngineError, type EngineResult, toEngineFailure } from "./engine.ts";

/** So many statements stay prepared, the most recently used ones. */
const KEPT = 250;
/** A longer one, such as an insertion of many rows, is seldom asked for again with as many. */
const LONGEST_KEPT = 8_000;

const { serialize } = protocol;
const ROW_COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE", "COPY"]);
/** Commands after which a prepared statement returns the columns that it did before. */
const KEEPS_COLUMNS = ROW_COUNTED.union(
  new Set("SELECT START BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE SET RESET SHOW LOCK ANALYZE VACUUM".split(" ")),
);

interface Column {
  name: string;
  type: number;
}

interface Statement {
  name: string;
  isPrepared: boolean;
}

/**
 * Runs each query in one message to the engine, with its statement prepared once: parsing and planning it, and a message
 * for each step as PGlite sends them, take ten times as long as most queries.
 */
export function createStatementRunner(pglite: PGlite): Engine["query"] {
  const statements = new Map<string, Statement>();
  let outdated: Uint8Array[] = [];
  let mayReturnColumns = false;
  let lastNumber = 0;

  function statementOf(sql: string): Statement {
    const kept = statements.get(sql);
    statements.delete(sql);
    const statement = kept ?? { name: sql.length > LONGEST_KEPT ? "" : `s${++lastNumber}`, isPrepared: false };
    if (statement.name !== "") statements.set(sql, statement);
    const [oldest] = statements.keys();
    if (statements.size > KEPT && oldest !== undefined) forget(oldest);
    return statement;
  }

  function forget(sql: string): void {
    const name = statements.get(sql)?.name;
    statements.delete(sql);
    if (name !== undefined) outdated.push(serialize.close({ type: "S", name }));
  }

  return async (sql, parameters) => {
    if (!pglite.ready) throw new Error("The store is closed.");
    const statement = statementOf(sql);
    const { name, isPrepared } = statement;
    const message = Buffer.concat([
      ...outdated,
      ...(isPrepared ? [] : [serialize.parse({ name, text: sql })]),
      serialize.bind({ statement: name, values: parameters.map(asText) }),
      serialize.describe({ type: "P" }),
      serialize.execute({}),
      serialize.sync(),
    ]);
    outdated = [];
    const parts: Uint8Array[] = [];
    await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => parts.push(part.slice()) });
    const { hasParsed, failure, result } = readAnswer(Buffer.concat(parts), pglite.parsers);
    statement.isPrepared ||= hasParsed && name !== "";
    const { command } = result;
    const changesColumns = command !== undefined && !KEEPS_COLUMNS.has(command);
    if (changesColumns || (mayReturnColumns && command === "ROLLBACK"))
      for (const kept of statements.keys()) forget(kept);
    mayReturnColumns = changesColumns || (mayReturnColumns && command !== "COMMIT" && command !== "ROLLBACK");
    if (failure !== undefined) throw failure;
    return result;
  };
}

/** As `pg` writes parameters, whose types both leave to the statement. */
function asText(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementAsText).join(",")}}`;
  if (typeof value === "string") return value;
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
}

function elementAsText(value: unknown): string {
  if (Array.isArray(value)) return String(asText(value));
  const text = asText(value);
  if (text instanceof Uint8Array) return `"\\\\x${Buffer.from(text).toString("hex")}"`;
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

interface Answer {
  hasParsed: boolean;
  failure: EngineError | undefined;
  result: EngineResult;
}

function readAnswer(data: Buffer, parsers: PGlite["parsers"]): Answer {
  const answer: Answer = {
    hasParsed: false,
    failure: undefined,
    result: { rows: [], jsonColumns: [], affectedRows: undefined, command: undefined },
  };
  let columns: Column[] = [];
  for (let start = 0; start < data.length; start += 1 + data.readInt32BE(start + 1)) {
    const content = start + 5;
    switch (String.fromCharCode(data.readUInt8(start))) {
      case "1":
        answer.hasParsed = true;
        break;
      case "T":
        columns = readColumns(data, content);
        answer.result.jsonColumns = columns.flatMap(({ name, type }) => (isJsonType(type) ? name : []));
        break;
      case "D":
        answer.result.rows.push(readRow(data, content, columns, parsers));
        break;
      case "C": {
        const words = cString(data, content).split(" ");
        const [command = ""] = words;
        answer.result.command = command;
        if (ROW_COUNTED.has(command)) answer.result.affectedRows = Number(words.at(-1));
        break;
      }
      case "E":
        answer.failure ??= readFailure(data, content);
    }
  }
  return answer;
}

function readColumns(data: Buffer, content: number): Column[] {
  const columns: Column[] = [];
  let at = content + 2;
  for (let count = data.readInt16BE(content); count > 0; count -= 1) {
    const name = cString(data, at);
    at += Buffer.byteLength(name) + 1;
    columns.push({ name, type: data.readInt32BE(at + 6) });
    at += 18;
  }
  return columns;
}

function readRow(
  data: Buffer,
  content: number,
  columns: readonly Column[],
  parsers: PGlite["parsers"],
): EngineResult["rows"][number] {
  const row: { [name: string]: unknown } = {};
  let at = content + 2;
  for (const { name, type } of columns) {
    const length = data.readInt32BE(at);
    at += 4;
    if (length < 0) row[name] = null;
    else {
      const text = data.toString("utf8", at, at + length);
      const parse = parsers[type];
      row[name] = parse === undefined ? text : parse(text, type);
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
