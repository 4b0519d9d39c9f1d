import { MatrixPage, MatrixQuery } from "@dc/contract";
import { viewMatrix } from "#/operations/matrix/view.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function matrixRoutes() {
  return routesOf(
    "Practitioners",
    operation("read", "getMatrix", "GET /practitioners/{practitionerId}/matrix", {
      summary: "Compare a practitioner with the standard index in every directory whose roster has them",
      query: MatrixQuery,
      answer: [200, "The referrer matrix, a page of directories at a time", MatrixPage],
      call: ({ context, params, query }) => viewMatrix(context, params.practitionerId, query),
    }),
  );
}
