import { useQuery } from "@tanstack/react-query";
import { useNow } from "#/ui/display/use-now.ts";
import { connectionQuery } from "./queries.ts";

/** Noon of the day that it is for the connection, by which the server counts what is overdue, too. */
export function useToday(): Date {
  const now = useNow();
  const { data: connection } = useQuery(connectionQuery);
  const day = new Intl.DateTimeFormat("en-CA", {
    timeZone: connection?.timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return new Date(`${day.format(now)}T12:00:00`);
}
