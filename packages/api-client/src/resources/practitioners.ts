import type { Records, RetrieveOptions, ServiceRecord } from "./records.ts";

/** Practitioners of an index. */
export interface Practitioners {
  retrieve<const I extends string>(id: string, options: RetrieveOptions<I>): Promise<ServiceRecord<I>>;
}

/** Reads practitioners. */
export function createPractitioners(records: Records): Practitioners {
  return { retrieve: (id, options) => records.retrieve("practitioner", id, options) };
}
