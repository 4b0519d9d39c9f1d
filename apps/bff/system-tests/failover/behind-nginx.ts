import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildServer } from "@dc/tooling/server-build";
import { startService } from "@dc/tooling/testing/service-process";
import { addressOf, type ServerProcess } from "@dc/tooling/testing/server-process";
import { freePort } from "@dc/tooling/testing/free-port";
import { startPostgres } from "@dc/tooling/testing/postgres-server";
import { type FrontDoor, Load } from "./measure-failover.ts";
import { type Answer, type Nginx, publicUrl, startNginx } from "./nginx.ts";
import { administrator, startReplica } from "./replica.ts";

const SESSION = "__Host-directory_console_session";
const WRITERS_WAIT_MS = 300;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: { restarts: { type: "string", default: "10" }, crashes: { type: "string", default: "3" } },
});
await buildServer(fileURLToPath(new URL("../../../..", import.meta.url)));
console.log("Two replicas on PostgreSQL behind nginx, as apps/bff/deploy/nginx.conf has it");
process.exit((await run(Number(values.restarts), Number(values.crashes))) ? 0 : 1);

/** Restarts one replica after the other under load, then kills PostgreSQL; prints figures, and returns whether all held. */
async function run(restarts: number, crashes: number): Promise<boolean> {
  await using postgres = await startPostgres();
  await using service = await startService({ writes: true });
  const ports = [await freePort(), await freePort()] as const;
  const start = async (at: number): Promise<ServerProcess> =>
    await startReplica(postgres.url, service, {
      PORT: String(ports[at]),
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: "127.0.0.1",
    });
  const replicas = [await start(0), await start(1)];
  const nginx = await startNginx({ http: await freePort(), https: await freePort(), replicas: ports });
  try {
    const wrong = [...(await tlsProblems(nginx)), ...(await addressProblems(nginx))];
    const sessions: string[] = [];
    const signIn = async (): Promise<string> => {
      const cookie = sessionOf(await nginx.send({ method: "POST", path: "/api/v1/session", body: administrator }));
      if (cookie === undefined) throw new Error("Signing in failed.");
      sessions.push(cookie);
      return cookie;
    };
    const load = new Load([doorOf(nginx, await signIn()), doorOf(nginx, await signIn())], service);
    await load.prepare();
    const running = load.run();
    const exits: (number | null)[] = [];
    load.fault = "restart";
    for (let turn = 0; turn < restarts; turn += 1) {
      for (const at of [0, 1]) {
        await load.isServed();
        const replica = replicas[at];
        if (replica === undefined) throw new RangeError("There are two replicas.");
        exits.push(await replica.stop("SIGTERM"));
        await replica[Symbol.asyncDispose]();
        // The other one serves alone for a while.
        await sleep(WRITERS_WAIT_MS);
        replicas[at] = await start(at);
      }
      await signIn();
    }
    const atRestarts = load.failuresSoFar();
    load.fault = "crash";
    for (let turn = 0; turn < crashes; turn += 1) {
      await load.isServed();
      await postgres.crash();
      await sleep(WRITERS_WAIT_MS);
      await postgres.start();
      await load.isServed();
      await signIn();
    }
    await load.isServed();
    load.stop();
    await running;
    const figures = await load.figures();
    const lostSessions: string[] = [];
    for (const cookie of sessions) if (!(await isSignedIn(nginx, cookie))) lostSessions.push(cookie);
    const badExits = exits.filter((code) => code !== 0).length;
    console.log(`
rolling restarts             ${restarts}, ${exits.length} processes ended, with another code than 0: ${badExits}
PostgreSQL killed            ${crashes} times
requests through nginx       ${figures.requests}
failed during restarts       ${shown(atRestarts)}; the longest time without service ${figures.longestWindowMs.restart} ms
failed over the whole run    ${shown(figures.failures)}; ${figures.longestWindowMs.crash} ms
accepted writes              ${figures.acknowledged}, lost: ${figures.missing.length}
changes sent wrongly         ${figures.wronglySent.length}
sessions                     ${sessions.length}, lost: ${lostSessions.length}
TLS, cookies and addresses   ${wrong.length === 0 ? "as promised" : wrong.join("; ")}`);
    for (const line of [...figures.missing, ...figures.wronglySent]) console.log(line);
    return figures.missing.length + figures.wronglySent.length + lostSessions.length + badExits + wrong.length === 0;
  } finally {
    await nginx[Symbol.asyncDispose]();
    await Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]()));
  }
}

function shown(failures: { readonly [answer: string]: number }): string {
  return (
    Object.entries(failures)
      .map(([answer, count]) => `${count} × ${answer}`)
      .join(", ") || "none"
  );
}

/** What a browser must find over TLS. */
async function tlsProblems(nginx: Nginx): Promise<string[]> {
  const answer = await nginx.send({ method: "POST", path: "/api/v1/session", body: administrator });
  const [cookie = ""] = answer.headers["set-cookie"] ?? [];
  const metrics = await nginx.send({ path: "/metrics" });
  const backup = await nginx.send({ method: "POST", path: "/operator/backup" });
  const expectations: [boolean, string][] = [
    [answer.status === 200, `signing in answers ${answer.status}`],
    [cookie.startsWith(`${SESSION}=`), `the session cookie is ${cookie.split("=")[0]}`],
    [cookie.endsWith("; Path=/; HttpOnly; Secure; SameSite=Strict"), "the session cookie lacks an attribute"],
    [String(answer.headers["strict-transport-security"]).startsWith("max-age=63072000"), "there is no HSTS"],
    [metrics.status === 404 && backup.status === 404, "metrics or the operator's commands pass nginx"],
  ];
  return expectations.filter(([holds]) => !holds).map(([, problem]) => problem);
}

/** Limits follow the address of the person, not that of nginx, and not what a caller says of itself. */
async function addressProblems(nginx: Nginx): Promise<string[]> {
  const guess = async (from: string, at: number) =>
    await nginx.send({
      method: "POST",
      path: "/api/v1/session",
      from,
      headers: { "X-Forwarded-For": `10.0.0.${at}` },
      body: { email: administrator.email, password: `a wrong guess ${at}` },
    });
  const guesses: number[] = [];
  for (let at = 1; at <= 12; at += 1) guesses.push((await guess("127.0.0.66", at)).status);
  const other = await nginx.send({
    method: "POST",
    path: "/api/v1/session",
    from: "127.0.0.77",
    body: administrator,
  });
  return [
    ...(guesses.at(-1) === 429 ? [] : [`twelve wrong guesses of one address were answered ${guesses.join(" ")}`]),
    ...(other.status === 200 ? [] : [`the owner at another address was answered ${other.status}`]),
  ];
}

function doorOf(nginx: Nginx, session: string): FrontDoor {
  return {
    async call(method, path, body) {
      const answer = await nginx.send({
        method,
        path: addressOf(path),
        headers: { Cookie: session },
        body,
      });
      const retryAfter = answer.headers["retry-after"];
      return {
        status: answer.status,
        body: parsed(answer),
        headers: new Headers(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      };
    },
    hasEnded: () => false,
    output: () => nginx.errors(),
  };
}

/** nginx's own answers are HTML. */
function parsed({ text, headers }: Answer): unknown {
  const type = String(headers["content-type"]);
  return text === "" || !type.includes("json") ? undefined : (JSON.parse(text) as unknown);
}

function sessionOf({ headers }: Answer): string | undefined {
  const [first] = headers["set-cookie"] ?? [];
  return first?.split(";")[0];
}

async function isSignedIn(nginx: Nginx, cookie: string): Promise<boolean> {
  const answer = await nginx.send({ path: "/api/v1/session", headers: { Cookie: cookie } });
  return answer.status === 200 && /"person":\{/.test(answer.text);
}
