import { RequestPage, RequestQuery } from "@dc/contract";
import { listRequests } from "#/operations/requests/list.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function requestRoutes() {
  return routesOf(
    "Developer",
    operation("read", "listRequests", "GET /requests", {
      summary: "List the recent calls to the service, without the key and without patients' data",
      query: RequestQuery,
      answer: [200, "A page, newest first; about the last 10,000 calls are kept", RequestPage],
      call: ({ context, query }) => listRequests(context, query),
    }),
  );
}
