import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildServer } from "@dc/tooling/server-build";
import { startPostgres } from "@dc/tooling/testing/postgres-server";
import { measureFailover } from "./measure-failover.ts";
import { startPostgresWithStandby } from "./postgres-with-standby.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "100" },
    crashes: { type: "string", default: "20" },
    seed: { type: "string" },
    /** Instead of being started again, a killed PostgreSQL is followed by its standby. */
    standby: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
await buildServer(fileURLToPath(new URL("../../../..", import.meta.url)));
console.log(`Two replicas on PostgreSQL${values.standby ? " with a standby" : ""} under load, seed ${seed}`);
const postgres = await (values.standby ? startPostgresWithStandby() : startPostgres());
const figures = await measureFailover({
  postgres,
  terminations: Number(values.runs),
  crashes: Number(values.crashes),
  seed,
  onProgress: (done) => console.log(`  ${done}`),
});
await postgres[Symbol.asyncDispose]();
const answers = Object.entries(figures.failures).map(([answer, count]) => `${count} × ${answer}`);
const wrong = Object.keys(figures.failures).filter((answer) => answer !== "503 store_unavailable");
console.log(`
every connection terminated  ${figures.terminations} times
postmaster killed            ${figures.crashes} times
requests                     ${figures.requests}, of them 5xx: ${answers.join(", ") || "none"}
503 without Retry-After      ${figures.withoutRetryAfter}
longest 503 window           ${figures.longestWindowMs.termination} ms after a termination, ${figures.longestWindowMs.crash} ms after a kill, where PostgreSQL itself was gone for up to ${figures.longestOutageMs} ms
readyz said not ready        ${figures.notReady} times
process exits                ${figures.exits.length}
acknowledged writes          ${figures.acknowledged}, missing: ${figures.missing.length}
sent wrongly                 ${figures.wronglySent.length}`);
for (const line of [...figures.missing, ...figures.wronglySent, ...figures.exits]) console.log(line);
const isFirm =
  figures.missing.length +
    figures.wronglySent.length +
    figures.exits.length +
    wrong.length +
    figures.withoutRetryAfter ===
  0;
process.exit(isFirm ? 0 : 1);
