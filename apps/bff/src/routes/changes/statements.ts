import {
  KeepStatementInput,
  KeptStatement,
  NamedInList,
  NamedInListInput,
  PlaceList,
  PlaceQuery,
  StatementPreview,
  StatementPreviewInput,
  StatementReach,
  StatementScope,
} from "@dc/contract";
import { findPlaces } from "#/operations/statements/find-places.ts";
import { findNamed } from "#/operations/statements/find-named.ts";
import { discardKeptStatement, keepStatementOf, readKeptStatement } from "#/operations/statements/kept.ts";
import { previewStatement, statementReach } from "#/operations/statements/preview.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function statementRoutes() {
  return routesOf(
    "Statements",
    operation("read", "previewStatement", "POST /statements/preview", {
      summary: "Find where a statement applies, with the change for each record; nothing is staged",
      body: StatementPreviewInput,
      answer: [200, "What applies, a page at a time, by practitioner and directory", StatementPreview],
      call: ({ context, body }) => previewStatement(context, body),
    }),
    operation("read", "getStatementReach", "POST /statements/reach", {
      summary: "Name everybody whom a statement reaches, without comparing anything",
      body: StatementScope,
      answer: [200, "The practitioners and directories", StatementReach],
      call: ({ context, body }) => statementReach(context, body),
    }),
    operation("read", "searchPlaces", "GET /statements/places", {
      summary: "Find places by their name",
      query: PlaceQuery,
      answer: [200, "At most eight places", PlaceList],
      call: ({ context, query }) => findPlaces(context, query.q),
    }),
    operation("read", "searchNamed", "POST /statements/named", {
      summary: "Find the practitioners and schedules that a pasted list names",
      body: NamedInListInput,
      answer: [200, "What each line means", NamedInList],
      call: ({ context, body }) => findNamed(context, body.text),
    }),
    operation({ byPeople: "read" }, "getKeptStatement", "GET /statements/kept", {
      summary: "Read the statement that one began and did not stage",
      answer: [200, "The statement", KeptStatement],
      call: ({ context }) => readKeptStatement(context),
    }),
    operation({ byPeople: "stage" }, "keepStatement", "PUT /statements/kept", {
      summary: "Keep a statement that one has begun, for 30 days",
      body: KeepStatementInput,
      answer: [204, "Kept"],
      call: ({ context, body }) => keepStatementOf(context, body.content),
    }),
    operation({ byPeople: "stage" }, "discardKeptStatement", "DELETE /statements/kept", {
      summary: "Discard the statement that one has begun",
      answer: [204, "Discarded"],
      call: ({ context }) => discardKeptStatement(context),
    }),
  );
}
