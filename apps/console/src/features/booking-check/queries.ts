import type { BookingCheck, RosterPage } from "@dc/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { listQuery } from "#/api/list-query.ts";

export interface BookingCheckRequest {
  indexId: string;
  scheduleId: string;
  from: string | null;
  days: number;
}

/** What a booking on the schedule depends on, read from the service each time. It holds no patient data. */
export const bookingCheckQuery = ({ indexId, scheduleId, from, days }: BookingCheckRequest) =>
  queryOptions({
    queryKey: ["booking-check", indexId, scheduleId, from, days],
    queryFn: ({ signal }) =>
      bff.get<BookingCheck>(path`/index-versions/${indexId}/booking-check/${scheduleId}`, {
        query: { from, days },
        signal,
      }),
    placeholderData: (before, query) => {
      const [, index, schedule] = query?.queryKey ?? [];
      return index === indexId && schedule === scheduleId ? keepPreviousData(before) : undefined;
    },
    refetchOnWindowFocus: false,
  });

/** The schedules on a roster whose name matches the typed text. */
export const rosterSchedulesQuery = (indexId: string, q: string) =>
  listQuery<RosterPage>({
    key: ["roster", indexId, "schedules"],
    to: path`/index-versions/${indexId}/roster`,
    query: { q, type: "schedule", sort: "name" },
    limit: 12,
  });
