import { readFileSync } from "node:fs";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { PersonLink, Referrer } from "@dc/contract";
import { buildServer } from "@dc/tooling/server-build";
import { makeInitialStore } from "@dc/tooling/testing/initial-store";
import { addressOf, connectionId, type ServerProcess, startServer } from "@dc/tooling/testing/server-process";
import { until } from "@dc/tooling/testing/until";
import { createRandom } from "#system-tests/random.ts";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: {
    clients: { type: "string", default: "200" },
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
const CLIENTS = Number(values.clients);
const SLOW = Math.min(5, CLIENTS);
/** A person has at most 16 streams. */
const OF_PERSON = 12;
const PASSWORD = "seven lamps at the harbour";
const random = createRandom(Number(values.seed));

/** A browser that takes events; it is cut off in the middle of anything and comes back with the last id that it has. */
class Reader {
  readonly taken: string[] = [];
  #cookie: string;
  #url: string;
  #lastId = "";
  #request: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  isOpen = false;

  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  open(): void {
    const headers = { Cookie: this.#cookie, Accept: "text/event-stream", "Last-Event-ID": this.#lastId };
    let text = "";
    const request = get(this.#url, { headers }, (answer) => {
      this.#answer = answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
        const events = text.split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) this.#take(event);
      });
      answer.on("close", () => this.#comeBack(request));
      answer.on("error", () => undefined);
    });
    request.on("error", () => this.#comeBack(request));
    this.#request = request;
  }

  #comeBack(ended: ClientRequest): void {
    this.isOpen = false;
    if (this.#request === ended) setTimeout(() => this.#request === ended && this.open(), random.below(2_000));
  }

  #take(event: string): void {
    const valueOf = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(event)?.[1] ?? "";
    this.#lastId = valueOf("id") || this.#lastId;
    if (valueOf("event") === "start") this.isOpen = true;
    if (valueOf("event") !== "change") return;
    this.isOpen = true;
    const { action, subject } = JSON.parse(valueOf("data")) as { action: string; subject: string };
    if (action === "referrer.create") this.taken.push(subject);
  }

  cut(): void {
    this.#answer?.destroy();
    this.#request?.destroy();
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) this.#answer?.pause();
    else this.#answer?.resume();
  }

  leave(): void {
    const request = this.#request;
    this.#request = undefined;
    request?.destroy();
  }
}

/** On a socket of its own: one that is kept may be closed while this process stands still. */
async function post({ url, cookie }: ServerProcess, path: string, body: object): Promise<Response> {
  const headers = { Origin: url, "X-Directory-Console": "1", "Content-Type": "application/json", Connection: "close" };
  const asked = path.endsWith("/join") ? headers : { ...headers, Cookie: cookie };
  return await fetch(url + addressOf(path), { method: "POST", headers: asked, body: JSON.stringify(body) });
}

async function invite(server: ServerProcess, number: number): Promise<string> {
  const roles = [{ connectionId, role: "viewer" }];
  const asked = { name: `Person ${number}`, email: `person${number}@example.org`, roles };
  const { secret } = PersonLink.parse(await (await post(server, "/api/v1/people", asked)).json());
  const joined = await post(server, "/api/v1/join", { secret, password: PASSWORD });
  return joined.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

const memoryOf = ({ pid }: ServerProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Sockets that the kernel has open at the server's port. */
function socketsOf({ url }: ServerProcess): number {
  const port = `:${Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  return rows.filter(([, local = "", , state]) => local.endsWith(port) && state === "01").length;
}

await buildServer(fileURLToPath(new URL("../../../..", import.meta.url)));
await makeInitialStore();
await using server = await startServer();
console.log(`${CLIENTS} readers of the event stream for ${values.minutes} minutes, seed ${values.seed}`);
const cookies: string[] = [];
for (let at = 0; at * OF_PERSON < CLIENTS; at += 1) cookies.push(await invite(server, at));
const url = server.url + addressOf("/events");
const readers = Array.from({ length: CLIENTS }, (_, at) => new Reader(url, cookies[Math.floor(at / OF_PERSON)] ?? ""));
for (const reader of readers) reader.open();
await until(
  "all read",
  async () => readers.filter(({ isOpen }) => isOpen).length,
  (count) => count === CLIENTS,
);
await sleep(2_000);
const memoryAtStart = memoryOf(server);

const written: string[] = [];
let cuts = 0;
const end = Date.now() + Number(values.minutes) * 60_000;
for (let round = 0; Date.now() < end; round += 1) {
  const added = await post(server, "/referrers", { name: `Referrer ${written.length}` });
  if (added.status !== 201) throw new Error(`Adding a referrer answered ${added.status}.`);
  written.push(Referrer.parse(await added.json()).id);
  // Every 20 s, three in ten are cut off, and the slow ones take nothing for as long.
  if (round % 100 === 50) {
    for (const reader of readers.filter(() => random.chance(0.3))) {
      reader.cut();
      cuts += 1;
    }
    for (const slow of readers.slice(0, SLOW)) slow.setPaused(round % 200 === 50);
  }
  await sleep(150);
}
for (const slow of readers.slice(0, SLOW)) slow.setPaused(false);
const isWhole = ({ taken }: Reader) => taken.length >= written.length;
await until(
  "all have taken everything",
  async () => readers.filter((reader) => !isWhole(reader)).length,
  (behind) => behind === 0,
  30_000,
).catch((error: unknown) => console.log(String(error)));
const memoryAtEnd = memoryOf(server);
const wrong = readers.filter(({ taken }) => JSON.stringify(taken) !== JSON.stringify(written)).length;
for (const reader of readers) reader.leave();
const left = await until(
  "all sockets are closed",
  async () => socketsOf(server),
  (count) => count <= 1,
  10_000,
).catch(() => socketsOf(server));
const grown = Math.round(memoryAtEnd - memoryAtStart);
console.log(`
entries written       ${written.length}
cut off               ${cuts} times
readers that missed, repeated or swapped an event   ${wrong}
memory                ${Math.round(memoryAtStart)} MB, then ${grown} MB more
sockets left          ${left}`);
process.exitCode = wrong === 0 && grown <= 50 && left <= 1 ? 0 : 1;
