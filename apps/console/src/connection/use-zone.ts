import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#/ui/display/format-time.ts";
import { connectionQuery } from "./queries.ts";
import { useToday } from "./use-today.ts";

/** Moments as the clocks of the connection tell them. */
export function useZone() {
  const { data: connection } = useQuery(connectionQuery);
  const today = useToday();
  const timeZone = connection?.timeZone ?? "UTC";
  const hourOf = (at: string) => timeIn(timeZone, at);
  const dayText = (day: string) => formatDay(new Date(`${day}T00:00:00`), today);
  return {
    timeZone,
    hourOf,
    /** `14 Oct`, of a day. */
    dayText,
    /** `14 Oct, 08:00`. */
    hourText: (at: string) => {
      const { day, clock } = hourOf(at);
      return `${dayText(day)}, ${clock}`;
    },
  };
}

/** The day, such as `2026-10-14`, and its hour, with the clock then: an hour begins at 02:30 where that is put forward by half of one. */
export function timeIn(timeZone: string, at: string): { day: string; hour: number; clock: string } {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const part = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute } = part;
  return { day: `${year}-${month}-${day}`, hour: Number(hour), clock: `${hour}:${minute}` };
}

export const hourLabel = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
