export type { Json, JsonObject } from "./json.ts";
export type { Reading } from "./reading.ts";
export type { FieldKey, FieldKind, Phone, RecordKey } from "./field.ts";
export type { Change, ChangeSetState, ChangeState, Operation, Policy } from "./change.ts";
export type {
  FieldComparison,
  Flag,
  OverrideMark,
  PartComparison,
  RecordComparison,
  RecordPresence,
  Values,
  Verdict,
  VerdictCounts,
} from "./comparison.ts";
