import { z } from "zod";
import { IndexId } from "#/ids.ts";

/** That something changed, and what: never the values. Whoever shows it reads it again. */
export const ChangeHint = z
  .strictObject({
    action: z.string().describe("Noun and verb, such as `change-set.apply`"),
    subject: z.string(),
    indexId: IndexId.nullable(),
  })
  .meta({ id: "ChangeHint" });
export type ChangeHint = z.infer<typeof ChangeHint>;
