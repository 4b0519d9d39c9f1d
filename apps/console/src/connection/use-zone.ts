import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#/ui/display/format-time.ts";
import { connectionQuery } from "./queries.ts";
import { useToday } from "./use-today.ts";

/** Moments as the clocks of the connection tell them. */
export function useZone() {
  const { data: connection } = useQuery(connectionQuery);
  const today = useToday();
  const timeZone = connection?.timeZone ?? "UTC";
  /** The day, such as `2026-10-14`, and the hour of it. */
  const hourOf = (at: string): { day: string; hour: number } => {
    const format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      hourCycle: "h23",
    });
    const part = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
    return { day: `${part["year"]}-${part["month"]}-${part["day"]}`, hour: Number(part["hour"]) };
  };
  const dayText = (day: string) => formatDay(new Date(`${day}T00:00:00`), today);
  return {
    timeZone,
    hourOf,
    /** `14 Oct`, of a day. */
    dayText,
    /** `14 Oct, 08:00`. */
    hourText: (at: string) => {
      const { day, hour } = hourOf(at);
      return `${dayText(day)}, ${hourLabel(hour)}`;
    },
  };
}

export const hourLabel = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
