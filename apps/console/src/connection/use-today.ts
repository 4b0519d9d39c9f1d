import { useQuery } from "@tanstack/react-query";
import { useNow } from "#/ui/display/use-now.ts";
import { connectionQuery } from "./queries.ts";

/** Noon of the day that it is for the connection, by which the server counts what is overdue, too. */
export function useToday(): Date {
  const now = useNow();
  const { data: connection } = useQuery(connectionQuery);
  return new Date(`${dayFormatOf(connection?.timeZone).format(now)}T12:00:00`);
}

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Made once: making one takes as long as drawing a row, and each row asks for the day. */
function dayFormatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  dayFormats.set(timeZone, format);
  return format;
}
