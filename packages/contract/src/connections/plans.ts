import { z } from "zod";
import { Actor, prefixedId, RecordId, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { takenBackOf } from "#/taken-back.ts";

/** A plan id that the connection knows. Without a name the id is shown. */
export const Plan = z
  .strictObject({
    id: RecordId,
    payer: z.string().nullable(),
    name: z.string().nullable(),
    kind: z.string().nullable(),
    source: z.enum(["csv", "seen", "profile"]),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof Plan>;

export const PlanQuery = PageQuery.extend({
  q: z.string().max(maxLength.search).optional().describe("Search text for payer, name, kind or id"),
});
export type PlanQuery = z.infer<typeof PlanQuery>;
export const PlanPage = pageOf(Plan).meta({ id: "PlanPage" });
export type PlanPage = z.infer<typeof PlanPage>;

export const ImportPlansInput = z
  .strictObject({
    csv: z
      .string()
      .min(1)
      .max(maxLength.pastedText)
      .describe("Columns id, payer, plan name, kind; a header is recognised by `id`, also below a title"),
  })
  .meta({ id: "ImportPlansInput" });
export type ImportPlansInput = z.infer<typeof ImportPlansInput>;

export const PlanImportId = prefixedId("pim");

export const ImportedPlans = z
  .strictObject({
    id: PlanImportId,
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    problems: z
      .array(z.strictObject({ line: z.int(), text: z.string(), detail: z.string() }))
      .describe("The first 100 lines that could not be taken; a long text is cut"),
    problemCount: z.int().describe("All lines that could not be taken"),
  })
  .meta({ id: "ImportedPlans" });
export type ImportedPlans = z.infer<typeof ImportedPlans>;

/** An import of plan names; the newest 50 are kept. */
export const PlanImport = z
  .strictObject({
    id: PlanImportId,
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    createdAt: Timestamp,
    createdBy: Actor,
    takenBack: takenBackOf(
      z.strictObject({ id: RecordId, name: z.string().nullable(), why: z.enum(["renamed", "used"]) }),
    ).nullable(),
  })
  .meta({ id: "PlanImport" });
export type PlanImport = z.infer<typeof PlanImport>;

export const PlanImports = z.strictObject({ items: z.array(PlanImport) }).meta({ id: "PlanImports" });
export type PlanImports = z.infer<typeof PlanImports>;
