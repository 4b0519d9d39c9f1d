import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@dc/tooling/testing/free-port";
import { type PostgresServer, startPostgres } from "@dc/tooling/testing/postgres-server";
import { until } from "@dc/tooling/testing/until";
import pg from "pg";

/** One PostgreSQL of a pair: the primary, or the standby that follows it. */
interface Member extends AsyncDisposable {
  url: string;
  dataDirectory: string;
  /** Kills its postmaster with -9. */
  crash(): Promise<void>;
}

/** How many MiB of its log a primary keeps, so that a copy that was just made can follow it. */
const KEPT_LOG_MIB = 512;

/**
 * A primary and a standby that confirms each commit, at one address that leads to whichever is the primary. `crash` kills the
 * primary; `start` promotes the standby, which then gets a standby of its own.
 */
export async function startPostgresWithStandby(): Promise<
  Pick<PostgresServer, "url" | "crash" | "start"> & AsyncDisposable
> {
  let primary: Member = await startPostgres({ flags: [`wal_keep_size=${KEPT_LOG_MIB}`] });
  let standby = startStandby(primary);
  await standby;
  const address = await forward(() => primary.url);
  const members = [primary];
  return {
    url: Object.assign(new URL(primary.url), { port: String(address.port) }).href,
    async crash() {
      await standby;
      await primary.crash();
    },
    async start() {
      const promoted = await standby;
      await run(promoted, "select pg_promote()");
      primary = promoted;
      members.push(primary);
      standby = startStandby(primary);
      // Awaited by the next crash, or by the end.
      standby.catch(() => undefined);
    },
    async [Symbol.asyncDispose]() {
      address.close();
      members.push(await standby);
      for (const member of members.toReversed()) await member[Symbol.asyncDispose]();
    },
  };
}

/** Copies a primary while it serves, and starts the copy as what follows it and confirms its commits. */
async function startStandby(primary: Member): Promise<Member> {
  const folder = mkdtempSync(join(tmpdir(), "directory-console-standby-"));
  const { uid, gid } = statSync(primary.dataDirectory);
  const dataDirectory = join(folder, "data");
  await copyData(primary, dataDirectory);
  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  const from = `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=standby`;
  appendFileSync(
    join(dataDirectory, "postgresql.auto.conf"),
    `primary_conninfo = '${from}'\nsynchronous_standby_names = ''\nwal_keep_size = ${KEPT_LOG_MIB}\n`,
  );
  writeFileSync(join(dataDirectory, "standby.signal"), "");
  spawnSync("chown", ["-R", `${uid}:${gid}`, folder]);
  // The program of the primary: the first word of how it was started.
  const [program = "postgres"] = readFileSync(join(primary.dataDirectory, "postmaster.opts"), "utf8").split(" ");
  const port = await freePort();
  const child = spawn(program, ["-D", dataDirectory, "-p", String(port), "-c", "listen_addresses=127.0.0.1"], {
    stdio: "ignore",
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  const ended = once(child, "exit");
  const endAtExit = () => child.kill("SIGQUIT");
  process.once("exit", endAtExit);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  await run(primary, "alter system set synchronous_standby_names = 'standby'", "select pg_reload_conf()");
  await until(
    "the standby follows",
    () => run(primary, "select 1 from pg_stat_replication where sync_state = 'sync'"),
    (rows) => rows.length > 0,
  );
  return {
    url: Object.assign(new URL(primary.url), { port: String(port) }).href,
    dataDirectory,
    crash: () => end("SIGKILL"),
    async [Symbol.asyncDispose]() {
      process.off("exit", endAtExit);
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the files of a server that goes on writing them; its log makes them whole. */
async function copyData({ url, dataDirectory }: Member, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', fast => true)");
    // A file that goes away meanwhile is one that the log does not need.
    spawnSync("cp", ["-a", dataDirectory, to]);
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(wait_for_archive => false)",
    );
    writeFileSync(join(to, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(to, name), { force: true });
}

async function run({ url }: Member, ...statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Listens, and passes each connection on to the address of the moment. */
async function forward(to: () => string): Promise<{ port: number; close(): void }> {
  const port = await freePort();
  const server = createServer((socket: Socket) => {
    const { hostname, port: target } = new URL(to());
    const onwards = connect(Number(target), hostname);
    socket.pipe(onwards).pipe(socket);
    for (const [one, other] of [
      [socket, onwards],
      [onwards, socket],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return { port, close: () => void server.close() };
}
