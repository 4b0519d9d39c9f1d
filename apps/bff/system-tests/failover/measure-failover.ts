import { Change, ChangePage, CreatedToken, Creation, type Operation, StagedChanges, TokenList } from "@dc/contract";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { type Random, createRandom } from "#system-tests/random.ts";
import { type ServiceProcess, startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { testEvidence } from "#/testing/evidence.ts";
import type { PostgresServer } from "@dc/tooling/testing/postgres-server";
import { signIn, startReplica } from "./replica.ts";

export interface FailoverFigures {
  terminations: number;
  crashes: number;
  /** Writes that were answered with 2xx. */
  acknowledged: number;
  /** What of it is not there at the end. */
  missing: string[];
  /** Changes that the service has twice, or that are applied here and not there. */
  wronglySent: string[];
  /** Replicas that ended. */
  exits: string[];
  requests: number;
  /** Answers by status and code, where the status is 500 or more. */
  failures: { [answer: string]: number };
  /** 503 answers without the header that says when to try again. */
  withoutRetryAfter: number;
  /** The longest time in ms for which a replica answered 503 and nothing else. */
  longestWindowMs: { [fault in Fault]: number };
  /** The longest time in ms from the kill of PostgreSQL until it served again by itself. */
  longestOutageMs: number;
  /** How often `readyz` said that the store does not answer. */
  notReady: number;
}

type Fault = "termination" | "crash" | "restart";

/** A way to the API: a replica itself, or what stands before several of them. */
export interface FrontDoor {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; headers: Headers; body: unknown }>;
  hasEnded(): boolean;
  output(): string;
}

type CrashingPostgres = Pick<PostgresServer, "url" | "crash" | "start">;

export interface FailoverOptions {
  /** Its postmaster is killed, so nothing else may use it. */
  postgres: CrashingPostgres;
  /** Where the replicas reach it, if not directly. */
  databaseUrl?: string;
  /** How often every connection to PostgreSQL is terminated. */
  terminations: number;
  /** How often its postmaster is killed with -9, and started again or followed by its standby. */
  crashes: number;
  seed: number;
  onProgress?: (done: string) => void;
}

const WRITERS = 4;
const ON_THE_WAY = ["queued", "sending", "deferred", "unknown"];

/**
 * Two replicas on one PostgreSQL under load, while its connections are terminated and its postmaster is killed. The
 * service's ledger and what was acknowledged decide at the end.
 */
export async function measureFailover({
  postgres,
  databaseUrl = postgres.url,
  ...options
}: FailoverOptions): Promise<FailoverFigures> {
  await using service = await startService({ writes: true });
  await using one = await startReplica(databaseUrl, service);
  await using two = await startReplica(databaseUrl, service);
  await signIn(one);
  two.cookie = one.cookie;
  const load = new Load([one, two], service);
  await load.prepare();
  const random = createRandom(options.seed);
  const running = load.run();
  for (let run = 1; run <= options.terminations; run += 1) {
    await load.isServed();
    await sleep(random.below(200));
    load.fault = "termination";
    await terminateConnections(postgres.url);
    if (run % 10 === 0) options.onProgress?.(`${run} terminations`);
  }
  let longestOutageMs = 0;
  for (let run = 1; run <= options.crashes; run += 1) {
    await load.isServed();
    await sleep(random.below(200));
    load.fault = "crash";
    const since = performance.now();
    await postgres.crash();
    await sleep(random.below(300));
    await restart(postgres, random);
    longestOutageMs = Math.max(longestOutageMs, Math.round(performance.now() - since));
    if (run % 5 === 0) options.onProgress?.(`${run} crashes`);
  }
  await load.isServed();
  load.stop();
  await running;
  const { terminations, crashes } = options;
  return { ...(await load.figures()), terminations, crashes, longestOutageMs };
}

async function restart(postgres: CrashingPostgres, random: Random): Promise<void> {
  await postgres.start();
  // Sometimes the new one is gone again while the replicas connect to it.
  if (!random.chance(0.2)) return;
  await sleep(random.below(100));
  await postgres.crash();
  await postgres.start();
}

async function terminateConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'directory-console'",
    );
  } finally {
    await client.end();
  }
}

const ProblemCode = z.object({ code: z.string() });

/** Writers and readers who come in by several doors, and what was promised to them. */
export class Load {
  fault: Fault = "termination";
  readonly #replicas: readonly FrontDoor[];
  readonly #service: ServiceProcess;
  readonly #tokens = new Set<string>();
  readonly #staged = new Set<string>();
  readonly #applied = new Set<string>();
  readonly #failures: { [answer: string]: number } = {};
  readonly #longest = { termination: 0, crash: 0, restart: 0 };
  readonly #failingSince = new Map<FrontDoor, number>();
  #indices: string[] = [];
  #pairs: { schedule: string; plan: string }[] = [];
  #requests = 0;
  #served = 0;
  #notReady = 0;
  #withoutRetryAfter = 0;
  #isStopped = false;

  constructor(replicas: readonly FrontDoor[], service: ServiceProcess) {
    this.#replicas = replicas;
    this.#service = service;
  }

  /** An index version for each writer, and more changes than they can make. */
  async prepare(): Promise<void> {
    const [one] = this.#replicas;
    if (one === undefined) throw new RangeError("A load needs a replica.");
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const { body } = await one.call("POST", "/index-versions", { name: `Failover ${writer}` });
      const { indexId } = Creation.parse(body);
      if (indexId === null) throw new Error("The index version was not created.");
      this.#indices.push(indexId);
    }
    const plans = await this.#service.plans();
    for (const schedule of await this.#service.roster()) {
      const taken = JSON.stringify(await this.#service.read(`/schedules/${schedule}`));
      for (const plan of plans) if (!taken.includes(plan)) this.#pairs.push({ schedule, plan });
    }
  }

  async run(): Promise<void> {
    const writers = this.#indices.map((indexId, at) => this.#write(this.#replicaAt(at), indexId, at));
    await Promise.all([...writers, ...this.#replicas.map((replica) => this.#read(replica))]);
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Resolves when each replica has answered again since the last fault, and a few writes went through. */
  async isServed(): Promise<void> {
    const before = this.#served;
    await until(
      "the replicas serve again",
      async () => this.#failingSince.size === 0 && this.#served >= before + WRITERS,
      (isServed) => isServed || this.#replicas.some((replica) => replica.hasEnded()),
    );
  }

  async figures(): Promise<Omit<FailoverFigures, "terminations" | "crashes" | "longestOutageMs">> {
    const living = this.#replicas.find((replica) => !replica.hasEnded());
    const exits = this.#replicas.filter((replica) => replica.hasEnded()).map((replica) => replica.output());
    const acknowledged = this.#tokens.size + this.#staged.size + this.#applied.size;
    const { missing, wronglySent } =
      living === undefined
        ? { missing: ["everything: no replica is left"], wronglySent: [] }
        : await this.#check(living);
    return {
      acknowledged,
      missing,
      wronglySent,
      exits,
      requests: this.#requests,
      failures: this.#failures,
      withoutRetryAfter: this.#withoutRetryAfter,
      longestWindowMs: this.#longest,
      notReady: this.#notReady,
    };
  }

  /** Answers with 500 or more so far, by status and code. */
  failuresSoFar(): { [answer: string]: number } {
    return { ...this.#failures };
  }

  #replicaAt(at: number): FrontDoor {
    const replica = this.#replicas[at % this.#replicas.length];
    if (replica === undefined) throw new RangeError("A load needs a replica.");
    return replica;
  }

  async #write(replica: FrontDoor, indexId: string, writer: number): Promise<void> {
    for (let turn = writer; !this.#isStopped && !replica.hasEnded(); turn += WRITERS) {
      const token = await this.#ask(replica, "POST", "/tokens", { name: `Token ${turn}`, scopes: ["read"] });
      if (token?.status === 201) this.#tokens.add(CreatedToken.parse(token.body).token.id);
      const pair = this.#pairs[turn];
      if (pair === undefined) continue;
      const change = {
        record: { type: "schedule", id: pair.schedule },
        field: "acceptedInsurances",
        operation: { op: "add", element: pair.plan } satisfies Operation,
      };
      const staged = await this.#ask(replica, "POST", `/index-versions/${indexId}/changes`, { changes: [change] });
      if (staged?.status !== 201) continue;
      const { changeSet, changes } = StagedChanges.parse(staged.body);
      for (const { id } of changes) this.#staged.add(id);
      const input = { version: changeSet.version, evidence: testEvidence };
      const applied = await this.#ask(replica, "POST", `/change-sets/${changeSet.id}/apply`, input);
      if (applied?.status === 200) for (const { id } of changes) this.#applied.add(id);
    }
  }

  async #read(replica: FrontDoor): Promise<void> {
    while (!this.#isStopped && !replica.hasEnded()) {
      const ready = await replica.call("GET", "/readyz").catch(() => undefined);
      if (ready?.status === 503) this.#notReady += 1;
      await this.#ask(replica, "GET", "/index-versions");
      await sleep(20);
    }
  }

  async #ask(replica: FrontDoor, method: string, path: string, body?: unknown) {
    const answer = await replica.call(method, path, body).catch(() => undefined);
    this.#requests += 1;
    if (answer === undefined || answer.status >= 500) this.#noteFailure(replica, answer);
    else this.#noteServed(replica, method);
    // Who is told to try again waits a little.
    if (answer === undefined || answer.status === 503) await sleep(50);
    return answer;
  }

  #noteFailure(replica: FrontDoor, answer: Awaited<ReturnType<FrontDoor["call"]>> | undefined): void {
    const code = ProblemCode.safeParse(answer?.body).data?.code ?? "no code";
    const what = answer === undefined ? "no answer" : `${answer.status} ${code}`;
    this.#failures[what] = (this.#failures[what] ?? 0) + 1;
    if (answer?.status === 503 && !answer.headers.has("retry-after")) this.#withoutRetryAfter += 1;
    if (!this.#failingSince.has(replica)) this.#failingSince.set(replica, performance.now());
  }

  #noteServed(replica: FrontDoor, method: string): void {
    const since = this.#failingSince.get(replica);
    this.#failingSince.delete(replica);
    if (since !== undefined)
      this.#longest[this.fault] = Math.max(this.#longest[this.fault], Math.round(performance.now() - since));
    if (method !== "GET") this.#served += 1;
  }

  async #check(replica: FrontDoor): Promise<{ missing: string[]; wronglySent: string[] }> {
    const changes = await until(
      "everything that was applied has come to rest",
      () => this.#changes(replica),
      (all) => !all.some(({ state }) => ON_THE_WAY.includes(state)),
      300_000,
    );
    const byId = new Map(changes.map((change) => [change.id, change]));
    const { items } = TokenList.parse((await replica.call("GET", "/tokens")).body);
    const tokens = new Set(items.map(({ id }) => id));
    const missing = [
      ...[...this.#tokens].filter((id) => !tokens.has(id)),
      ...[...this.#staged].filter((id) => !byId.has(id)),
      ...[...this.#applied]
        .filter((id) => byId.get(id)?.state !== "applied")
        .map((id) => `${id} ${byId.get(id)?.state}`),
    ];
    const written = (await this.#service.ledger()).filter(({ kind }) => kind === "schedule");
    const wronglySent = changes.flatMap((change) => {
      const { operation, record, state } = change;
      if (operation.op !== "add" || typeof operation.element !== "string") return [];
      const plan = operation.element;
      const times = written.filter(
        (entry) =>
          entry.index === change.indexId &&
          entry.record === record.id &&
          JSON.stringify(entry.after).includes(plan) &&
          !JSON.stringify(entry.before).includes(plan),
      ).length;
      const isRight = state === "applied" ? times === 1 : times <= 1;
      return isRight ? [] : [`${change.id} is ${state} and was written ${times} times`];
    });
    return { missing, wronglySent };
  }

  /** Every change of the load's index versions. */
  async #changes(replica: FrontDoor): Promise<Change[]> {
    const Sets = z.object({ items: z.array(z.object({ id: z.string() })), nextCursor: z.string().nullable() });
    const all: Change[] = [];
    for (const indexId of this.#indices) {
      let after = "";
      for (;;) {
        const { body } = await replica.call("GET", `/change-sets?indexId=${indexId}&limit=200${after}`);
        const { items, nextCursor } = Sets.parse(body);
        for (const { id } of items) {
          const page = await replica.call("GET", `/change-sets/${id}/changes?limit=200`);
          all.push(...ChangePage.parse(page.body).items);
        }
        if (nextCursor === null) break;
        after = `&cursor=${encodeURIComponent(nextCursor)}`;
      }
    }
    return all;
  }
}
