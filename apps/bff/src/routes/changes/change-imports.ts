import {
  ChangeImportInput,
  ChangeImportPreview,
  ColumnMapping,
  NameChoiceInput,
  StagedChanges,
  StageImportInput,
} from "@dc/contract";
import { previewImport } from "#/operations/change-imports/preview.ts";
import { stageImport } from "#/operations/change-imports/stage.ts";
import { keepColumnMapping } from "#/operations/column-mappings/keep.ts";
import { keepNameChoice } from "#/operations/name-choices/keep.ts";
import { operation, routesOf } from "#/routes/operation.ts";
import { stagingProblems } from "./changes.ts";

export function changeImportRoutes() {
  return routesOf(
    "Imports",
    operation("stage", "previewChangeImport", "POST /change-imports/preview", {
      summary: "Preview a spreadsheet of overrides, cell by cell, by kept readings; nothing is staged",
      body: ChangeImportInput,
      answer: [200, "How the file was read, and what each cell would change", ChangeImportPreview],
      problems: ["not_found"],
      call: ({ context, body }) => previewImport(context, body),
    }),
    operation("stage", "stageChangeImport", "POST /change-imports", {
      summary: "Stage what a spreadsheet was previewed to change, as one change set",
      body: StageImportInput,
      answer: [201, "The draft, and what was staged", StagedChanges],
      problems: [...stagingProblems, "set_empty"],
      call: ({ context, body }) => stageImport(context, body),
    }),
    operation("stage", "keepNameChoice", "PUT /index-versions/{indexId}/name-choices", {
      summary: "Choose which practitioner, or schedule of one, a text of sheets means in a directory; null forgets it",
      body: NameChoiceInput,
      answer: [204, "Kept"],
      problems: ["not_found"],
      call: ({ context, params, body }) => keepNameChoice(context, params.indexId, body),
    }),
    operation("stage", "keepColumnMapping", "PUT /column-mappings", {
      summary: "Keep what the columns of a spreadsheet say, for all that have these headings",
      description: "The newest 500 of a connection are kept; a preview that names no columns takes them.",
      body: ColumnMapping,
      answer: [204, "Kept"],
      call: ({ context, body }) => keepColumnMapping(context, body),
    }),
  );
}
