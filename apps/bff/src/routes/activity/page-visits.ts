import { OtherVisitors, PageVisitInput } from "@dc/contract";
import { endPageVisit } from "#/operations/page-visits/end.ts";
import { renewPageVisit } from "#/operations/page-visits/renew.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function pageVisitRoutes() {
  return routesOf(
    "Page visits",
    operation("visit", "renewPageVisit", "PUT /page-visits/{visitId}", {
      summary: "Tell which page the caller has open, and get who else has it open",
      description: "Lasts 25 seconds, and is kept nowhere after that. Only who may see the page is named.",
      body: PageVisitInput,
      answer: [200, "Who else has it open", OtherVisitors],
      problems: ["not_found"],
      call: ({ context, params, body }) => renewPageVisit(context, { id: params.visitId, page: body.page }),
    }),
    operation("visit", "endPageVisit", "DELETE /page-visits/{visitId}", {
      summary: "Tell that the caller has left a page",
      answer: [204, "Left"],
      call: ({ context, params }) => endPageVisit(context, params.visitId),
    }),
  );
}
