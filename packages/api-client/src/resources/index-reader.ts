import type { CallOptions } from "#/transport/exchange.ts";
import type { Records, ServiceRecord } from "./records.ts";
import type { OpenSlot, Schedules } from "./schedules.ts";

/** Reads of one index: what it gives carries the index in its type, and it follows references of its own records only. */
export interface IndexReader<I extends string> {
  readonly index: I;
  retrieve(
    type: string,
    id: string,
    options?: CallOptions & { readonly previous?: ServiceRecord },
  ): Promise<ServiceRecord<I>>;
  practitioner(id: string, options?: CallOptions): Promise<ServiceRecord<I>>;
  schedule(id: string, options?: CallOptions): Promise<ServiceRecord<I>>;
  openSlots(
    scheduleId: string,
    options: CallOptions & { readonly from: string; readonly to: string },
  ): Promise<readonly OpenSlot[]>;
  follow(record: ServiceRecord<NoInfer<I>>, reference: string, options?: CallOptions): Promise<ServiceRecord<I> | null>;
}

/** Binds reading to one index. */
export function createIndexReader<const I extends string>(
  index: I,
  records: Records,
  schedules: Schedules,
): IndexReader<I> {
  return {
    index,
    retrieve: (type, id, options = {}) => records.retrieve<I>(type, id, { ...options, index }),
    practitioner: (id, options = {}) => records.retrieve<I>("practitioner", id, { ...options, index }),
    schedule: (id, options = {}) => records.retrieve<I>("schedule", id, { ...options, index }),
    openSlots: (id, options) => schedules.openSlots(id, { ...options, index }),
    follow: (record, reference, options) => records.follow<I>(record, reference, options),
  };
}
