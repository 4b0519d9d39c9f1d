import { ApiSchemaError } from "#/errors/api-errors.ts";
import type { CallOptions, Exchange } from "#/transport/exchange.ts";
import { listAll } from "./list-all.ts";
import { requiredNumber, requiredText } from "./parts.ts";
import type { Records, RetrieveOptions, ServiceRecord } from "./records.ts";

/** An open slot; `startAt` is exactly what the service said, and goes into a booking as it is. */
export interface OpenSlot {
  readonly startAt: string;
  readonly durationMinutes: number;
}

/** From when to when slots are asked for, as ISO timestamps. */
export interface OpenSlotsOptions extends CallOptions {
  readonly index: string;
  readonly from: string;
  readonly to: string;
  /** The schedule's time zone, for services that take days; UTC without it. */
  readonly timeZone?: string;
}

/** Schedules of an index. */
export interface Schedules {
  retrieve<const I extends string>(id: string, options: RetrieveOptions<I>): Promise<ServiceRecord<I>>;
  openSlots(id: string, options: OpenSlotsOptions): Promise<readonly OpenSlot[]>;
}

const minutesPer = { seconds: 1 / 60, minutes: 1, hours: 60 };

/** A duration in the service's unit. */
export function toServiceDuration(exchange: Exchange, minutes: number): number {
  const { slotDuration } = exchange.profile.data.units;
  const value = minutes / minutesPer[slotDuration];
  return slotDuration === "hours" ? value : Math.round(value);
}

/** Reads schedules and their open slots. */
export function createSchedules(exchange: Exchange, records: Records): Schedules {
  return {
    retrieve: (id, options) => records.retrieve("schedule", id, options),
    async openSlots(id, options) {
      const { startAt, duration } = exchange.profile.data.answers.openSlot;
      const { slotDuration } = exchange.profile.data.units;
      const slots = await listAll(
        exchange,
        "listOpenSlots",
        { scheduleId: id, from: options.from, to: options.to, timeZone: options.timeZone ?? "UTC" },
        options.index,
        options,
      );
      return slots.map((raw) => {
        const start = requiredText(raw, startAt);
        if (Number.isNaN(Date.parse(start)))
          throw new ApiSchemaError([{ pointer: startAt.at, message: "must be a timestamp" }]);
        return { startAt: start, durationMinutes: requiredNumber(raw, duration) * minutesPer[slotDuration] };
      });
    },
  };
}
