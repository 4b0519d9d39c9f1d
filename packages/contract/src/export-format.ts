import { z } from "zod";
import { RecordKey } from "./ids.ts";
import { Json } from "./json.ts";

/** How a file spells what it exports. */
export const ExportFormat = z
  .enum(["csv", "xlsx", "json"])
  .default("csv")
  .describe("`csv` and `xlsx`: a table whose cells are no formulas; `json`: a list of what the API answers elsewhere");

/** As `ExportFormat`, where what differs can be told step by step. */
export const DifferenceFormat = z
  .enum(["csv", "xlsx", "json", "patch"])
  .default("csv")
  .describe(
    "`csv` and `xlsx`: a table whose cells are no formulas; `json`: what the API answers elsewhere, verdicts included; `patch`: for each record a JSON Patch (RFC 6902) that makes it of what it is compared with, or of what the author of the changes saw, as the service spells it",
  );

/** What makes a record of another one. */
export const RecordPatch = z
  .strictObject({
    record: RecordKey,
    name: z.string().nullable(),
    patch: z.array(
      z.discriminatedUnion("op", [
        z.strictObject({ op: z.enum(["add", "replace"]), path: z.string(), value: Json }),
        z.strictObject({ op: z.literal("remove"), path: z.string() }),
      ]),
    ),
  })
  .meta({ id: "RecordPatch" });
