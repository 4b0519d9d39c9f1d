import { type PGlite, protocol } from "@electric-sql/pglite";
import { bindMessage, commandWords, messagesOf, type WireParameter } from "./wire-format.ts";

/** So many statements stay prepared, the most recently used ones. */
const KEPT = 250;
/** A longer one, such as an insertion of many rows, is seldom asked for again with as many. */
const LONGEST_KEPT = 8_000;

const { serialize } = protocol;
/** Commands after which a prepared statement returns the columns that it did before. */
const KEEPS_COLUMNS = new Set(
  "INSERT UPDATE DELETE MERGE COPY SELECT START BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE SET RESET SHOW LOCK ANALYZE VACUUM".split(
    " ",
  ),
);

/** Resolves to the messages with which PostgreSQL answers, in memory of their own. */
export type StatementRunner = (sql: string, parameters: readonly WireParameter[]) => Promise<Uint8Array<ArrayBuffer>>;

interface Statement {
  name: string;
  isPrepared: boolean;
}

/**
 * Runs each query in one message to the engine, with its statement prepared once: parsing and planning it, and a message
 * for each step as PGlite sends them, take ten times as long as most queries.
 */
export function createStatementRunner(pglite: PGlite): StatementRunner {
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
      bindMessage(name, parameters),
      serialize.describe({ type: "P" }),
      serialize.execute({}),
      serialize.sync(),
    ]);
    outdated = [];
    const parts: Uint8Array[] = [];
    await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => parts.push(part.slice()) });
    const answer = joined(parts);
    let command: string | undefined;
    for (const { type, content } of messagesOf(Buffer.from(answer.buffer))) {
      if (type === "1") statement.isPrepared = name !== "";
      else if (type === "C") command = commandWords(Buffer.from(answer.buffer), content)[0];
    }
    const changesColumns = command !== undefined && !KEEPS_COLUMNS.has(command);
    if (changesColumns || (mayReturnColumns && command === "ROLLBACK"))
      for (const kept of statements.keys()) forget(kept);
    mayReturnColumns = changesColumns || (mayReturnColumns && command !== "COMMIT" && command !== "ROLLBACK");
    return answer;
  };
}

/** A buffer of Node's may share its memory with others, and cannot be given to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
