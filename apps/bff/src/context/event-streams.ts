import type { Database } from "#/store/sql/transaction.ts";

export interface EventStreamRequest {
  personId: string;
  connectionId: string;
  /** As the caller sees it. */
  db: Database;
  /** Names what the caller sees; streams of the same reach are read for together. */
  reach: string;
  lastEventId: string | undefined;
  /** Whether the stream ends after what waits already. */
  ends: boolean;
  /** What the caller reaches now; undefined where they are no longer let in. */
  reachNow: () => Promise<string | undefined>;
}

/** The open event streams of this process. */
export interface EventStreams {
  /** The newest event of whoever sees the connection like this; before the first one, the place there. */
  lastEventId(db: Database, connectionId: string): Promise<string>;
  open(request: EventStreamRequest): Promise<ReadableStream<Uint8Array>>;
  /** Sends on what was sealed up to this number. */
  follow(to: number): Promise<void>;
  /** Ends the streams of those whose rights have changed and of readers that take nothing; the others get a sign of life. */
  check(): Promise<void>;
  readonly size: number;
  stop(): void;
}
