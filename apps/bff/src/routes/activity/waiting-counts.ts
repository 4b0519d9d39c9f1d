import { WaitingCounts } from "@dc/contract";
import { getWaitingCounts } from "#/operations/waiting-counts/get.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function waitingCountRoutes() {
  return routesOf(
    "Activity",
    operation("read", "getWaitingCounts", "GET /waiting-counts", {
      summary: "Get how much waits for a person",
      answer: [200, "The counts of what the caller sees", WaitingCounts],
      call: ({ context }) => getWaitingCounts(context),
    }),
  );
}
