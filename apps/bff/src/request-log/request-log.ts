import type {
  CallReport,
  ServiceProfile,
  ServiceRecord,
  Transport,
  TransportRequest,
  TransportResponse,
} from "@dc/api-client";
import { IndexId } from "@dc/contract";
import { distinctRecords, type RecordKey } from "@dc/directory";
import type { Logger } from "pino";
import { createBoundedBuffer } from "#/runtime/bounded-buffer.ts";
import { insertServiceRequests, type NewServiceRequest, selectKnownReferences } from "#/store/tables/requests.ts";
import type { Database } from "#/store/sql/transaction.ts";
import { type CallOrigin, currentCallOrigin } from "#/runtime/call-origin.ts";
import { mixedReads, readsAcrossIndices, type RecordRead } from "#/upstream/mixed-reads.ts";
import { createNamedRecords } from "#/upstream/named-records.ts";
import { operationOf } from "#/upstream/operation-of.ts";

/** The recent calls to the service, of whoever made them. Noting one costs no query: they are written together, every second. */
export interface RequestLog {
  note(report: CallReport, cause?: CallOrigin): void;
  /** A record that a call brought: what it names may be read next. */
  noteRecord(record: ServiceRecord): void;
  /** A write that we refused to send. */
  noteRefused(refused: { method: string; path: string; index: string | null; at: Date }): void;
  /** A transport whose requests are noted too: for the gateway, which does not go through the client. */
  noting(transport: Transport, connection: { profile(): ServiceProfile; baseUrl: string; now: () => Date }): Transport;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
/** Between two writings no more than these are kept of each kind, the newest: a log of recent calls must not slow down what makes them. */
const PENDING = { gateway: 200, other: 1_000 };
const LOOKED_BACK_ON = 500;

interface Line {
  request: NewServiceRequest;
  read: RecordRead | null;
}

type Kind = keyof typeof PENDING;

interface Taken {
  kind: Kind;
  order: number;
  line: Line;
}

/** A call that was made. What the log says of it is worked out when it is written, which most calls of a busy gateway never are. */
interface Pending {
  order: number;
  line: () => Line;
}

export function createRequestLog({
  db,
  connectionId,
  profile,
  log,
}: {
  db: Database;
  connectionId: string;
  profile: () => ServiceProfile;
  log: Logger;
}): RequestLog {
  const named = createNamedRecords(profile);
  const pending = {
    gateway: createBoundedBuffer<Pending>(PENDING.gateway),
    other: createBoundedBuffer<Pending>(PENDING.other),
  };
  /** Lines that could not be written, since the store could not be reached. */
  const unwritten = { gateway: 0, other: 0 };
  let order = 0;
  let earlier: RecordRead[] = [];
  let last: Promise<void> = Promise.resolve();

  function lineOf(request: NewServiceRequest, record: RecordKey | null, body?: Uint8Array): Line {
    const { cause_kind: kind, cause_id: trace, at, index_id, path } = request;
    const follows =
      record !== null &&
      trace !== null &&
      kind !== "work" &&
      kind !== "probe" &&
      request.status !== null &&
      request.status < 300;
    const read = follows
      ? { record, trace, at: at.getTime(), indexId: index_id ?? profile().standardIndex, path }
      : null;
    if (read !== null && body !== undefined) named.noteBody(read, body);
    return { request, read };
  }

  function add(kind: Kind, line: () => Line): void {
    order += 1;
    pending[kind].add({ order, line });
  }

  function takePending(): Taken[] {
    return [...linesOf("gateway"), ...linesOf("other")].toSorted((a, b) => a.order - b.order);
  }

  /** What was let go came before what was kept: one line stands for it there. */
  function linesOf(kind: Kind): Taken[] {
    const { kept, dropped } = pending[kind].drain();
    const lines = kept.map(({ order: at, line }) => ({ kind, order: at, line: line() }));
    const calls = dropped + unwritten[kind];
    const [oldest] = lines;
    if (calls === 0 || oldest === undefined) return lines;
    unwritten[kind] = 0;
    return [{ kind, order: oldest.order - 0.5, line: notKeptLine(kind, calls, oldest.line.request.at) }, ...lines];
  }

  async function write(batch: readonly Line[]): Promise<void> {
    if (batch.length === 0) return;
    const reads = batch.flatMap(({ read }) => (read === null ? [] : [read]));
    const seen = [...earlier, ...reads];
    earlier = seen.slice(-LOOKED_BACK_ON);
    const across = readsAcrossIndices(seen);
    const references = await selectKnownReferences(db, connectionId, distinct(across.map(({ record }) => record)));
    const mixed = mixedReads(reads, across, references, named);
    await insertServiceRequests(
      db,
      connectionId,
      batch.map(({ request, read }) => {
        const other = read === null ? undefined : mixed.get(read);
        return other === undefined ? request : { ...request, mixed_path: other.path, mixed_index_id: other.indexId };
      }),
    );
  }

  async function writePending(): Promise<void> {
    const batch = takePending();
    try {
      await write(batch.map(({ line }) => line));
    } catch (error) {
      for (const { kind, line } of batch) unwritten[kind] += line.request.calls;
      throw error;
    }
  }

  function flush(): Promise<void> {
    last = last.then(writePending, writePending);
    return last;
  }

  const timer = setInterval(
    () => void flush().catch((error: unknown) => log.warn({ err: error }, "calls to the service were not logged")),
    EVERY_MS,
  ).unref();
  const common = (cause: CallOrigin) => ({
    cause_kind: cause.kind,
    cause_name: cause.name,
    cause_id: cause.id,
    mixed_path: null,
    mixed_index_id: null,
    calls: 1,
  });

  return {
    note(report, cause = currentCallOrigin()) {
      const { operation, path, method, index, outcome, status, attempt } = report;
      const by = profile();
      add("other", () =>
        lineOf(
          {
            at: new Date(report.at),
            method,
            operation,
            path,
            index_id: index,
            outcome,
            status,
            duration_ms: Math.round(report.durationMs),
            attempt,
            service_request_id: report.requestId,
            ...common(cause),
          },
          operationOf(by, method, path).record,
        ),
      );
    },
    noteRecord({ type, id, index, raw }) {
      const { kind } = currentCallOrigin();
      if (kind !== "work" && kind !== "probe") named.note({ record: { type, id }, indexId: index }, raw);
    },
    noteRefused({ method, path, index, at }) {
      const by = profile();
      const cause = currentCallOrigin();
      add("other", () => {
        const { operation, shownPath } = operationOf(by, method, path);
        const answer = {
          outcome: "refused",
          status: null,
          duration_ms: 0,
          attempt: 1,
          service_request_id: null,
        } as const;
        const shown = { path: shownPath, index_id: index === null ? null : shownIndex(by, index) };
        return lineOf({ at, method, operation, ...shown, ...answer, ...common(cause) }, null);
      });
    },
    noting(transport, connection) {
      const prefix = new URL(connection.baseUrl).pathname.replace(/\/+$/, "");
      return {
        close: () => transport.close(),
        async send(request) {
          const passed = { request, by: connection.profile(), at: connection.now(), cause: currentCallOrigin() };
          const since = performance.now();
          try {
            const answer = await transport.send(request);
            const tookMs = performance.now() - since;
            add("gateway", () => passedLine(passed, { outcome: "answered", answer, tookMs }));
            return answer;
          } catch (error) {
            const outcome = request.signal.aborted ? "timeout" : "connection";
            const tookMs = performance.now() - since;
            add("gateway", () => passedLine(passed, { outcome, answer: null, tookMs }));
            throw error;
          }
        },
      };

      function passedLine({ request, by, at, cause }: Passed, { outcome, answer, tookMs }: HowItWent): Line {
        const { requestId, index } = by.data.headers;
        const known = operationOf(by, request.method, request.path.slice(prefix.length));
        const id = requestId === undefined ? undefined : answer?.headers[requestId.name.toLowerCase()];
        const line = {
          at,
          method: request.method,
          operation: known.operation,
          path: known.shownPath,
          index_id: request.headers[index.name.toLowerCase()] ?? null,
          outcome,
          status: answer?.status ?? null,
          duration_ms: Math.round(tookMs),
          attempt: 1,
          service_request_id: (Array.isArray(id) ? id[0] : id) ?? null,
          ...common(cause),
        };
        return lineOf(line, known.record, answer?.body);
      }
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush().catch((error: unknown) => log.warn({ err: error }, "calls to the service were not logged"));
    },
  };
}

interface Passed {
  request: TransportRequest;
  by: ServiceProfile;
  at: Date;
  cause: CallOrigin;
}

interface HowItWent {
  outcome: NewServiceRequest["outcome"];
  answer: TransportResponse | null;
  tookMs: number;
}

function notKeptLine(kind: Kind, calls: number, at: Date): Line {
  const request: NewServiceRequest = {
    at,
    method: "",
    operation: null,
    path: "",
    index_id: null,
    outcome: "not-kept",
    status: null,
    duration_ms: 0,
    attempt: 1,
    service_request_id: null,
    cause_kind: kind === "gateway" ? "gateway" : "work",
    cause_name: kind === "gateway" ? "gateway" : "the console",
    cause_id: null,
    mixed_path: null,
    mixed_index_id: null,
    calls,
  };
  return { request, read: null };
}

/** What a caller gave as an index may be anything. */
function shownIndex({ data: { indexes } }: ServiceProfile, index: string): string {
  return index.startsWith(indexes.prefix) && IndexId.safeParse(index).success ? index : "***";
}

function distinct(records: readonly RecordKey[]): RecordKey[] {
  return distinctRecords(records);
}
