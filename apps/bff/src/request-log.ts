import type { CallReport, ServiceProfile, ServiceRecord, Transport } from "@dc/api-client";
import type { RecordKey } from "@dc/directory";
import type { Logger } from "pino";
import { insertServiceRequests, type NewServiceRequest, selectKnownReferences } from "./store/requests.ts";
import type { Database } from "./store/transaction.ts";
import { type CallCause, currentCause } from "./upstream/call-cause.ts";
import { mixedReads, readsAcrossIndices, type RecordRead } from "./upstream/mixed-reads.ts";
import { createNamedRecords } from "./upstream/named-records.ts";
import { operationOf } from "./upstream/operation-of.ts";

/** The recent calls to the service, of whoever made them. Noting one costs no query: they are written together, every second. */
export interface RequestLog {
  note(report: CallReport, cause?: CallCause): void;
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
/** Between two writings no more than these are kept, the newest: a log of recent calls must not slow down what makes them. */
const PENDING = 1_000;
const LOOKED_BACK_ON = 500;

interface Pending {
  request: NewServiceRequest;
  read: RecordRead | null;
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
  let pending: Pending[] = [];
  let earlier: RecordRead[] = [];
  let last: Promise<void> = Promise.resolve();

  function add(request: NewServiceRequest, record: RecordKey | null, body?: Uint8Array): void {
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
    pending.push({ request, read });
    if (pending.length > PENDING) pending = pending.slice(-PENDING / 2);
  }

  async function write(): Promise<void> {
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
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

  function flush(): Promise<void> {
    last = last.then(write, write);
    return last;
  }

  const timer = setInterval(
    () => void flush().catch((error: unknown) => log.warn({ err: error }, "calls to the service were not logged")),
    EVERY_MS,
  ).unref();
  const common = (cause: CallCause) => ({
    cause_kind: cause.kind,
    cause_name: cause.name,
    cause_id: cause.id,
    mixed_path: null,
    mixed_index_id: null,
  });

  return {
    note(report, cause = currentCause()) {
      const { operation, path, method, index, outcome, status, attempt } = report;
      add(
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
        operationOf(profile(), method, path).record,
      );
    },
    noteRecord({ type, id, index, raw }) {
      const { kind } = currentCause();
      if (kind !== "work" && kind !== "probe") named.note({ record: { type, id }, indexId: index }, raw);
    },
    noteRefused({ method, path, index, at }) {
      const known = operationOf(profile(), method, path);
      const shown = { at, method, operation: known.operation, path: known.shownPath, index_id: index };
      add(
        {
          ...shown,
          outcome: "refused",
          status: null,
          duration_ms: 0,
          attempt: 1,
          service_request_id: null,
          ...common(currentCause()),
        },
        null,
      );
    },
    noting: (transport, connection) => ({
      close: () => transport.close(),
      async send(request) {
        const at = connection.now();
        const since = performance.now();
        const { headers } = connection.profile().data;
        const prefix = new URL(connection.baseUrl).pathname.replace(/\/+$/, "");
        const path = request.path.slice(prefix.length);
        const tell = (
          outcome: NewServiceRequest["outcome"],
          status: number | null,
          requestId: string | null,
          body?: Uint8Array,
        ) => {
          const known = operationOf(connection.profile(), request.method, path);
          const index = request.headers[headers.index.name.toLowerCase()] ?? null;
          const how = {
            outcome,
            status,
            duration_ms: Math.round(performance.now() - since),
            attempt: 1,
            service_request_id: requestId,
          };
          add(
            {
              at,
              method: request.method,
              operation: known.operation,
              path: known.shownPath,
              index_id: index,
              ...how,
              ...common(currentCause()),
            },
            known.record,
            body,
          );
        };
        try {
          const answer = await transport.send(request);
          const id = headers.requestId === undefined ? undefined : answer.headers[headers.requestId.name.toLowerCase()];
          tell("answered", answer.status, (Array.isArray(id) ? id[0] : id) ?? null, answer.body);
          return answer;
        } catch (error) {
          tell(request.signal.aborted ? "timeout" : "connection", null, null);
          throw error;
        }
      },
    }),
    flush,
    async stop() {
      clearInterval(timer);
      await flush().catch((error: unknown) => log.warn({ err: error }, "calls to the service were not logged"));
    },
  };
}

function distinct(records: readonly RecordKey[]): RecordKey[] {
  return [...new Map(records.map((record) => [`${record.type} ${record.id}`, record])).values()];
}
