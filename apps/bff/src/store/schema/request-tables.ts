import type { GeneratedAlways } from "kysely";
import type { Nullable } from "./columns.ts";
import { EVERYBODY, LIMITED_SCHEMA, OF_OWN_INDEX, type SeenRows } from "./seen-rows.ts";

export type RequestOutcome =
  | "answered"
  | "connection"
  | "timeout"
  | "too-large"
  | "key-echoed"
  | "aborted"
  | "paused"
  | "refused"
  | "not-kept";

export type RequestCauseKind = "person" | "token" | "work" | "gateway" | "probe";

/** One attempt of a call to the service. */
export interface ServiceRequestTable {
  seq: GeneratedAlways<number>;
  connection_id: string;
  at: Date;
  method: string;
  operation: Nullable<string>;
  path: string;
  index_id: Nullable<string>;
  outcome: RequestOutcome;
  status: Nullable<number>;
  duration_ms: number;
  attempt: number;
  service_request_id: Nullable<string>;
  cause_kind: RequestCauseKind;
  cause_name: string;
  cause_id: Nullable<string>;
  mixed_path: Nullable<string>;
  mixed_index_id: Nullable<string>;
  /** More than one if the row stands for dropped calls. */
  calls: number;
}

export type BookingAttemptState = "sending" | "done" | "refused" | "unknown";

/** A request to the service in a booking check, without patient data. */
interface BookingAttemptTable {
  connection_id: string;
  id: string;
  slot_digest: string | null;
  state: BookingAttemptState;
  at: Date;
}

export interface RequestTables {
  service_request: ServiceRequestTable;
  booking_attempt: BookingAttemptTable;
}

export const requestRows: SeenRows<RequestTables> = {
  service_request: `${OF_OWN_INDEX} and (here.mixed_index_id is null or exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
      where seen.connection_id = here.connection_id and seen.id = here.mixed_index_id))`,
  booking_attempt: EVERYBODY,
};
