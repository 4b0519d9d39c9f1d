import { StatementPreview, StatementPreviewInput } from "@dc/contract";
import { previewStatement } from "#/operations/statements/preview.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function statementRoutes() {
  return routesOf(
    "Statements",
    operation("read", "previewStatement", "POST /statements/preview", {
      summary: "Find where a statement applies, with the change for each place; nothing is staged",
      body: StatementPreviewInput,
      answer: [200, "The places, a page at a time, by practitioner and directory", StatementPreview],
      call: ({ context, body }) => previewStatement(context, body),
    }),
  );
}
