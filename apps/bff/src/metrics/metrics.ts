import type { CallOutcome } from "@dc/api-client";
import type { Histogram } from "prom-client";
import { todayOf } from "#/context/today.ts";
import type { Deps } from "#/context/deps.ts";
import type { RequestObserver } from "#/http/middleware/request-identity.ts";
import {
  type JournalHead,
  selectJournalHead,
  selectOldestUnsealedAt,
} from "#/store/tables/activity/journal-segments.ts";
import { timeToReaders } from "#/views/time-to-readers.ts";
import { selectWorkCounts, type WorkCounts } from "#/store/tables/changes/work-counts.ts";

const NAME = "directory_console";
/** Counting what waits takes queries; so often at most, however many ask. */
const COUNTED_EVERY_MS = 15_000;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Figures of this process and of the store, as Prometheus reads them. */
export interface Metrics extends RequestObserver {
  read(): Promise<{ contentType: string; text: string }>;
}

/** Loads the metrics library and begins to observe calls to the service and waits for the store. */
export async function openMetrics(deps: Deps): Promise<Metrics> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];

  const requests: Histogram<"method" | "route" | "status"> = new Histogram({
    name: `${NAME}_http_request_duration_seconds`,
    help: "Requests to console, API and gateway, by route and status.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  });
  const calls: Histogram<"connection" | "operation" | "outcome"> = new Histogram({
    name: `${NAME}_service_call_duration_seconds`,
    help: "Calls to the service, every attempt, by operation and outcome: the class of the status, or why there is none.",
    labelNames: ["connection", "operation", "outcome"],
    buckets: SECONDS,
    registers,
  });
  /** Begins to observe the calls of connections that were opened since, also of those that were open before. */
  function observeCalls(): void {
    for (const { connection, service } of deps.connections.all())
      service.calls.onCall ??= ({ operation, outcome, status, durationMs }) =>
        calls.observe(
          { connection: connection.id, operation, outcome: outcomeLabel(outcome, status) },
          durationMs / 1000,
        );
  }
  observeCalls();
  const waits: Histogram = new Histogram({
    name: `${NAME}_store_wait_seconds`,
    help: "How long queries waited for a connection of the store.",
    buckets: SECONDS,
    registers,
  });
  deps.store.waits.onWaited = (ms) => waits.observe(ms / 1000);

  const gauge = (name: string, help: string, collect: () => number) =>
    new Gauge({
      name: `${NAME}_${name}`,
      help,
      registers,
      collect() {
        this.set(collect());
      },
    });
  /** Of a connection that is out of use nothing waits for anybody. */
  const inUse = () => deps.connections.all().filter(({ connection }) => !connection.isArchived);
  /** A figure of each connection in use. */
  const gaugeOfEach = (name: string, help: string, valueOf: (of: Deps) => number) =>
    new Gauge({
      name: `${NAME}_${name}`,
      help,
      labelNames: ["connection"],
      registers,
      collect() {
        this.reset();
        for (const of of inUse()) this.set({ connection: of.connection.id }, valueOf(of));
      },
    });
  const { store } = deps;
  gauge("store_waiting", "Queries that wait for a connection of the store.", () => store.waits.waiting);
  gaugeOfEach(
    "service_calls_in_flight",
    "Calls to the service under way.",
    ({ service }) => service.client.health().inFlight,
  );
  gaugeOfEach(
    "service_call_limit",
    "How many calls to the service may be under way.",
    ({ service }) => service.client.health().limit,
  );
  gaugeOfEach(
    "service_circuit_open",
    "1 while calls to the service are paused after failures, else 0.",
    ({ service }) => (service.client.health().circuit === "closed" ? 0 : 1),
  );

  const counted = new Map<string, WorkCounts>();
  const workOf = ({ connection }: Deps) => counted.get(connection.id);
  new Gauge({
    name: `${NAME}_changes`,
    help: "Changes that have not come to rest, by state.",
    labelNames: ["connection", "state"],
    registers,
    collect() {
      this.reset();
      for (const of of inUse())
        for (const [state, count] of Object.entries(workOf(of)?.changes ?? {}))
          this.set({ connection: of.connection.id, state }, count);
    },
  });
  gaugeOfEach(
    "unknown_creations",
    "Creations of index versions whose outcome is not known.",
    (of) => workOf(of)?.unknownCreations ?? 0,
  );
  gaugeOfEach("standing_alarms", "Alarms that stop sending.", (of) => workOf(of)?.standingAlarms ?? 0);
  gaugeOfEach(
    "checks",
    "Change sets whose ground is read before they are applied or sent.",
    (of) => workOf(of)?.checks ?? 0,
  );
  gaugeOfEach(
    "overdue_verifications",
    "Practitioners of directories who should have been verified again before today.",
    (of) => workOf(of)?.overdue ?? 0,
  );
  const late = new Map<string, number>();
  gaugeOfEach(
    "late_changes",
    "Changes of the last 30 days that readers had more than two business days after they were reported.",
    ({ connection }) => late.get(connection.id) ?? 0,
  );
  let head: JournalHead | undefined;
  let unsealedSince: Date | null = null;
  gauge("journal_sealed_number", "The number of the last sealed entry of the journal.", () => head?.number ?? 0);
  new Gauge({
    name: `${NAME}_journal_head`,
    help: "The number of the last sealed entry, by its epoch and hash: what journal:head prints.",
    labelNames: ["epoch", "hash"],
    registers,
    collect() {
      this.reset();
      if (head !== undefined) this.set({ epoch: head.epoch, hash: head.hash }, head.number);
    },
  });
  gauge(
    "journal_oldest_unsealed_seconds",
    "The age of the oldest entry of the journal that awaits its seal; 0 if none.",
    () => (unsealedSince === null ? 0 : Math.max(0, (deps.clock.now().getTime() - unsealedSince.getTime()) / 1000)),
  );
  let countedAt = -Infinity;
  async function countWork(): Promise<void> {
    if (performance.now() - countedAt < COUNTED_EVERY_MS) return;
    countedAt = performance.now();
    for (const { connection, service } of inUse()) {
      const toReaders = await timeToReaders({ connection, service, clock: deps.clock, store });
      late.set(connection.id, toReaders.later);
      const work = await selectWorkCounts(store.db, connection.id, todayOf({ clock: deps.clock, service }));
      counted.set(connection.id, work);
    }
    head = await selectJournalHead(store.db);
    unsealedSince = await selectOldestUnsealedAt(store.db);
  }

  return {
    observeRequest: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    async read() {
      observeCalls();
      // Without the store the rest is still worth reading; what waits keeps its last count.
      await countWork().catch((error: unknown) => deps.log.warn({ err: error }, "what waits could not be counted"));
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function outcomeLabel(outcome: CallOutcome, status: number | null): string {
  return outcome === "answered" && status !== null ? `${Math.floor(status / 100)}xx` : outcome;
}
