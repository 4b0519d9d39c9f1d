import {
  callOutcomeOf,
  type CallReport,
  type ServiceProfile,
  type ServiceRecord,
  type Transport,
} from "@dc/api-client";
import { distinctRecords } from "@dc/directory";
import type { Logger } from "pino";
import { type CallOrigin, currentCallOrigin } from "#/runtime/call-origin.ts";
import type { Database } from "#/store/sql/transaction.ts";
import { insertServiceRequests, selectKnownReferences } from "#/store/tables/connections/requests.ts";
import { mixedReads, readsAcrossIndices, type RecordRead } from "#/upstream/records/mixed-reads.ts";
import { createNamedRecords } from "#/upstream/records/named-records.ts";
import { createPendingLines } from "./pending-lines.ts";
import { forwardedLine, type ForwardedOutcome, refusedLine, reportedLine, type RequestLine } from "./request-lines.ts";

/**
 * Logs the recent calls to the service, whoever made them. Lines are written together every second, so that a call
 * costs no query.
 */
export interface RequestLog {
  logCall(report: CallReport, origin?: CallOrigin): void;
  /** Notes a record that was read, since its references may be read next. */
  trackRecord(record: ServiceRecord): void;
  /** Logs a write that we refused to send. */
  logRefused(refused: { method: string; path: string; index: string | null; at: Date }): void;
  /** A transport with logging, for the gateway, which does not use the client. */
  withLogging(
    transport: Transport,
    connection: { profile(): ServiceProfile; baseUrl: string; now: () => Date },
  ): Transport;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

type LoggedCall = Pick<RequestLine["request"], "operation" | "method" | "path" | "attempt" | "outcome" | "status"> & {
  index: string | null;
  ms: number;
  serviceId: string | null;
};

/** One line a call, by the request or the work that caused it, so that both logs can be read together. */
function writeCall(
  log: Logger,
  { kind, id, requestId }: CallOrigin,
  { operation, method, path, index, attempt, outcome, status, ms, serviceId }: LoggedCall,
): void {
  const causeIds = {
    person: { requestId: id },
    token: { requestId: id },
    gateway: { requestId, tokenId: id },
    work: id === null ? {} : { changeSetId: id },
    probe: {},
  }[kind];
  log.info(
    {
      cause: kind,
      ...causeIds,
      operation,
      method,
      path,
      index,
      attempt,
      outcome,
      status,
      ms: Math.round(ms),
      serviceRequestId: serviceId,
    },
    "call to the service",
  );
}

const EVERY_MS = 1_000;
const LOOKED_BACK_ON = 500;

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
  const pending = createPendingLines();
  let earlier: RecordRead[] = [];
  let last: Promise<void> = Promise.resolve();

  async function write(batch: readonly RequestLine[]): Promise<void> {
    if (batch.length === 0) return;
    for (const { read, body } of batch) if (read !== null && body !== undefined) named.addBody(read, body);
    const reads = batch.flatMap(({ read }) => (read === null ? [] : [read]));
    const seen = [...earlier, ...reads];
    earlier = seen.slice(-LOOKED_BACK_ON);
    const across = readsAcrossIndices(seen);
    const records = distinctRecords(across.map(({ record }) => record));
    const mixed = mixedReads(reads, across, await selectKnownReferences(db, connectionId, records), named);
    await insertServiceRequests(
      db,
      connectionId,
      batch.map(({ request, read }) => {
        const otherRead = read === null ? undefined : mixed.get(read);
        return otherRead === undefined
          ? request
          : { ...request, mixed_path: otherRead.path, mixed_index_id: otherRead.indexId };
      }),
    );
  }

  async function writePending(): Promise<void> {
    const batch = pending.drain();
    try {
      await write(batch.map(({ line }) => line));
    } catch (error) {
      pending.countUnwritten(batch);
      throw error;
    }
  }

  function flush(): Promise<void> {
    last = last.then(writePending, writePending);
    return last;
  }

  const warn = (error: unknown) => log.warn({ err: error }, "calls to the service could not be logged");
  const timer = setInterval(() => void flush().catch(warn), EVERY_MS).unref();

  return {
    logCall(report, origin = currentCallOrigin()) {
      const by = profile();
      const { operation, method, path, index, attempt, outcome, status, durationMs: ms, requestId } = report;
      writeCall(log, origin, { operation, method, path, index, attempt, outcome, status, ms, serviceId: requestId });
      pending.add("other", () => reportedLine(by, report, origin));
    },
    trackRecord({ type, id, index, raw }) {
      const { kind } = currentCallOrigin();
      if (kind !== "work" && kind !== "probe") named.add({ record: { type, id }, indexId: index }, raw);
    },
    logRefused(refused) {
      const by = profile();
      const origin = currentCallOrigin();
      pending.add("other", () => refusedLine(by, refused, origin));
    },
    withLogging(transport, connection) {
      const prefix = new URL(connection.baseUrl).pathname.replace(/\/+$/, "");
      return {
        close: () => transport.close(),
        async send(request) {
          const origin = currentCallOrigin();
          const sent = { request, profile: connection.profile(), prefix, at: connection.now(), origin };
          const since = performance.now();
          const logOutcome = (outcome: Omit<ForwardedOutcome, "tookMs">) => {
            const tookMs = performance.now() - since;
            pending.add("gateway", () => forwardedLine(sent, { ...outcome, tookMs }));
            if (!log.isLevelEnabled("info")) return;
            const { request: line } = forwardedLine(sent, { ...outcome, tookMs });
            writeCall(log, origin, {
              ...line,
              index: line.index_id,
              ms: tookMs,
              serviceId: line.service_request_id,
            });
          };
          try {
            const answer = await transport.send(request);
            logOutcome({ outcome: "answered", answer });
            return answer;
          } catch (error) {
            logOutcome({ outcome: callOutcomeOf(error), answer: null });
            throw error;
          }
        },
      };
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush().catch(warn);
    },
  };
}
