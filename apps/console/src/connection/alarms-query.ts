import type { AlarmList } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

/** The isolation alarms that stop the sending of the connection. */
export const alarmsQuery = queryOptions({
  queryKey: ["alarms"],
  queryFn: ({ signal }) => bff.get<AlarmList>("/alarms", { signal }),
  refetchInterval: 15_000,
});
