import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildServer } from "@dc/tooling/server-build";
import { freePort } from "@dc/tooling/testing/free-port";
import { startPostgres } from "@dc/tooling/testing/postgres-server";
import { until } from "@dc/tooling/testing/until";
import pg from "pg";
import { measureFailover } from "./measure-failover.ts";
import { standStill } from "./stand-still.ts";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: { runs: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});
if (spawnSync("pgbouncer", ["--version"]).error !== undefined) {
  console.error("There is no pgbouncer here. On Debian: apt-get install pgbouncer");
  process.exit(2);
}
await buildServer(fileURLToPath(new URL("../../../..", import.meta.url)));
console.log("Two replicas on PostgreSQL behind PgBouncer in transaction mode");
await using postgres = await startPostgres();
await using pooler = await startPgBouncer(postgres.url);
await standStill(pooler);
console.log(
  "a replica that stood still in a transaction was ended, the other one went on, and a late request was told",
);
const options = { terminations: Number(values.runs), crashes: 0, seed: Number(values.seed) };
const figures = await measureFailover({ postgres, databaseUrl: pooler.url, ...options });
const wrong = Object.keys(figures.failures).filter((answer) => answer !== "503 store_unavailable");
console.log(`
every connection terminated  ${figures.terminations} times
requests                     ${figures.requests}, of them 5xx: ${JSON.stringify(figures.failures)}
acknowledged writes          ${figures.acknowledged}, missing: ${figures.missing.length}
sent wrongly                 ${figures.wronglySent.length}
process exits                ${figures.exits.length}`);
process.exitCode =
  figures.missing.length + figures.wronglySent.length + figures.exits.length + wrong.length === 0 ? 0 : 1;

/** PgBouncer on a port of its own; whoever reaches it on this machine is let in. */
async function startPgBouncer(databaseUrl: string): Promise<{ url: string } & AsyncDisposable> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const [folder, port] = [mkdtempSync(join(tmpdir(), "directory-console-pgbouncer-")), await freePort()];
  const path = join(folder, "pgbouncer.ini");
  writeFileSync(
    path,
    `[databases]
postgres = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
`,
  );
  // It refuses to run as root, and the user that it runs as reads the file.
  chmodSync(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", ["-q", ...asUser, path], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  const url = `postgres://${username}@127.0.0.1:${port}/postgres`;
  const isOpen = async () => {
    const client = new pg.Client({ connectionString: url });
    return await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  await until("PgBouncer answers", isOpen, (answers) => answers);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
