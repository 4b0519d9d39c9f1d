import { Creation, CreationPage, CreationQuery, SettleCreationInput } from "@dc/contract";
import { getCreation, listCreations } from "#/operations/creations/list.ts";
import { settleCreation } from "#/operations/creations/settle.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function creationRoutes() {
  return routesOf(
    "Index versions",
    operation("read", "listCreations", "GET /creations", {
      summary: "List the creations of index versions, newest first",
      query: CreationQuery,
      answer: [200, "A page, newest first", CreationPage],
      call: ({ context, query }) => listCreations(context, query),
    }),
    operation("read", "getCreation", "GET /creations/{creationId}", {
      summary: "Get the creation of an index version",
      answer: [200, "The creation", Creation],
      problems: ["not_found"],
      call: ({ context, params }) => getCreation(context, params.creationId),
    }),
    operation("settle", "settleCreation", "POST /creations/{creationId}/settle", {
      summary: "Settle a creation whose reply was lost",
      body: SettleCreationInput,
      answer: [200, "Settled", Creation],
      problems: ["not_found", "wrong_state", "already_exists", "service_refused", "service_unreachable"],
      call: ({ context, params, body }) => settleCreation(context, params.creationId, body),
    }),
  );
}
