import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type PostgresServer, startPostgres } from "#/testing/postgres-server.ts";

export interface RecordedQuery {
  text: string;
  values: (string | null)[];
}

export interface RecordingPostgres extends PostgresServer {
  /** The queries that read, and that it is asked while each of these runs: those of the shortest of three times. */
  queriesOf(acts: readonly (() => Promise<unknown>)[]): Promise<RecordedQuery[][]>;
}

/** Begins each entry of the log, so that entries of several lines can be told apart. */
const BEGINNING = "@@@";
/** Ends what belongs to an act in the log, to which all connections write in the order in which they were answered. */
const END = "end of the act";
const RELOADED_AFTER_MS = 100;
const LOOK_EVERY_MS = 2;
const LONGEST_WAIT_MS = 30_000;
/** What the server does at intervals may fall into one of these, but not into all. */
const TIMES = 3;

/** A PostgreSQL that can tell what it is asked. */
export async function startRecordingPostgres(): Promise<RecordingPostgres> {
  let log = "";
  const postgres = await startPostgres({
    flags: [`log_line_prefix=${BEGINNING}`],
    onLog: (text) => (log += String(text)),
  });
  const setLogging = async (leastMs: number) => {
    await postgres.run(`alter system set log_min_duration_statement = ${leastMs}`);
    await postgres.run("select pg_reload_conf()");
    await wait(RELOADED_AFTER_MS);
  };
  /** A pause is not enough where this process is busy with something else. */
  const untilWritten = async (marker: pg.Client) => {
    await marker.query(`select '${END}'`);
    const givenUpAt = performance.now() + LONGEST_WAIT_MS;
    while (!log.includes(END)) {
      if (performance.now() > givenUpAt) throw new Error("PostgreSQL did not log what it was asked.");
      await wait(LOOK_EVERY_MS);
    }
  };
  return {
    ...postgres,
    async queriesOf(acts) {
      await setLogging(0);
      const marker = new pg.Client({ connectionString: postgres.url });
      await marker.connect();
      const recorded: RecordedQuery[][] = [];
      for (const act of acts) {
        const runs: RecordedQuery[][] = [];
        for (let time = 0; time < TIMES; time += 1) {
          log = "";
          await act();
          await untilWritten(marker);
          runs.push(recordedQueries(log.slice(0, log.lastIndexOf(BEGINNING, log.indexOf(END)))));
        }
        recorded.push(runs.toSorted((a, b) => a.length - b.length)[0] ?? []);
      }
      await marker.end();
      await setLogging(-1);
      return recorded;
    },
  };
}

/** The reading queries that were executed, with their parameters, from the text of a log. */
function recordedQueries(log: string): RecordedQuery[] {
  const queries: RecordedQuery[] = [];
  for (const entry of log.split(BEGINNING)) {
    const text = /^LOG: {2}duration: [\d.]+ ms {2}(?:execute [^:]*|statement): (.*)$/s.exec(entry)?.[1];
    if (text !== undefined) queries.push({ text: text.replaceAll("\n\t", "\n"), values: [] });
    const parameters = /^DETAIL: {2}Parameters: (.*)$/s.exec(entry)?.[1];
    const query = queries.at(-1);
    if (parameters === undefined || query === undefined || query.values.length > 0) continue;
    const values = parameters.replaceAll("\n\t", "\n").matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g);
    query.values.push(...Array.from(values, ([, value]) => value?.replaceAll("''", "'") ?? null));
  }
  return queries.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text));
}
