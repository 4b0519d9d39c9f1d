import { Overview } from "@dc/contract";
import { getOverview } from "#/operations/overview/get.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function overviewRoutes() {
  return routesOf(
    "Activity",
    operation("read", "getOverview", "GET /overview", {
      summary: "Get the state of all directories at a glance",
      answer: [200, "What waits in which directory and since when, as far as the caller sees it", Overview],
      call: ({ context }) => getOverview(context),
    }),
  );
}
