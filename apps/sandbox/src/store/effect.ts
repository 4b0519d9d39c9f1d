import type { JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { Appointment, Patient } from "#/spelling/spelling.ts";
import type { IndexRow } from "./indices.ts";

/** What a write does to the state. The state is the fold of all effects, in order, over the seed. */
export type Effect =
  | { readonly does: "change base"; readonly kind: RecordKind; readonly id: string; readonly record: JsonObject | null }
  | { readonly does: "add index"; readonly row: IndexRow }
  | { readonly does: "drop index"; readonly owner: string; readonly id: string }
  | {
      readonly does: "put record";
      readonly owner: string;
      readonly index: string;
      readonly kind: RecordKind;
      readonly id: string;
      readonly record: JsonObject | null;
    }
  | { readonly does: "add patient"; readonly patient: Patient }
  | { readonly does: "book"; readonly appointment: Appointment };
