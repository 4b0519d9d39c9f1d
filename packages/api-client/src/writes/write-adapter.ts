import type { JsonObject } from "#/json/json.ts";
import type { FieldKey, Reading } from "#/profile/reading.ts";
import type { RequestDescription } from "#/transport/build-request.ts";
import type { CallOptions } from "#/transport/exchange.ts";
import type { Capability } from "./capability.ts";
import type { SendOutcome } from "./outcome.ts";

/** Nothing was sent because the profile has no such operation. */
export interface Held {
  readonly outcome: "held";
  readonly because: "not-documented";
  readonly operation: string;
}

/** What a write gave: the record as the service answered it, where it did. */
export interface Written {
  readonly id: string | null;
  readonly record: JsonObject | null;
  readonly contentHash: string | null;
}

/** What became of a write; nothing is thrown for any of these. */
export type WriteResult = Held | SendOutcome<Written>;

/** New values by field: a meaning, or a JSON Pointer into the raw record. */
export type FieldValues = Readonly<Record<FieldKey, Reading>>;

/** A record to be made in an index. */
export interface CreateRecord {
  readonly type: string;
  readonly index: string;
  readonly fields: FieldValues;
}

/** Fields to be changed of a record, whose raw state was read just before. */
export interface UpdateRecord {
  readonly type: string;
  readonly id: string;
  readonly index: string;
  readonly fields: FieldValues;
  readonly current: JsonObject;
  /** The body that `current` was read from; a whole record, or a changed member, is sent as it is spelled there, but for what changes. */
  readonly currentText?: string;
  /** Fields to send even if the record already says what they should: writing them makes them the index version's own. */
  readonly evenIfSame?: readonly FieldKey[];
}

/** A record to be deleted from an index. */
export interface DeleteRecord {
  readonly type: string;
  readonly id: string;
  readonly index: string;
}

/** One field of a write, before and after, in the service's own format; undefined where there is nothing. */
export interface PlannedField {
  readonly field: FieldKey;
  readonly pointer: string;
  readonly before: Reading;
  readonly after: Reading;
}

/** What a write would do, for a preview or for a person's runbook; `request` is null for a stub. It holds no credential. */
export interface WritePlan {
  readonly operation: string;
  readonly capability: Capability;
  readonly index: string | null;
  readonly request: RequestDescription | null;
  readonly fields: readonly PlannedField[];
}

/** The port for everything one can do to a record in an index; the describing calls throw EncodeError for what cannot be written. */
export interface WriteAdapter {
  capability(operation: string): Capability;
  createRecord(write: CreateRecord, options?: CallOptions): Promise<WriteResult>;
  updateRecord(write: UpdateRecord, options?: CallOptions): Promise<WriteResult>;
  deleteRecord(write: DeleteRecord, options?: CallOptions): Promise<WriteResult>;
  deleteIndexVersion(id: string, options?: CallOptions): Promise<WriteResult>;
  describeCreate(write: CreateRecord): WritePlan;
  describeUpdate(write: UpdateRecord): WritePlan;
  describeDelete(write: DeleteRecord): WritePlan;
  describeDeleteIndexVersion(id: string): WritePlan;
}
