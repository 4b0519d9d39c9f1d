import type { ColumnType } from "kysely";

/** Written with `json()`, read as the value. */
export type JsonColumn<T> = ColumnType<T, string, string>;

export type NullableJsonColumn<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type Counter = ColumnType<number, number | undefined, number>;

export interface RecordColumns {
  connection_id: string;
  index_id: string;
  record_type: string;
  record_id: string;
}
