import { z } from "zod";
import { ChangeSetId } from "#/changes/changes.ts";
import { IndexId, prefixedId, RecordId } from "#/ids.ts";

export const PageVisitId = prefixedId("vis").describe("Chosen by who visits: one for each page that is open");

/** A page that several people may look at. */
export const VisitedPage = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("directory"), indexId: IndexId }),
    z.strictObject({ kind: z.literal("practitioner"), indexId: IndexId, practitionerId: RecordId }),
    z.strictObject({ kind: z.literal("change set"), changeSetId: ChangeSetId }),
  ])
  .meta({ id: "VisitedPage" });
export type VisitedPage = z.infer<typeof VisitedPage>;

export const PageVisitInput = z.strictObject({ page: VisitedPage }).meta({ id: "PageVisitInput" });

/** Who else looks at a page, in the order in which they came. */
export const OtherVisitors = z
  .strictObject({ people: z.array(z.strictObject({ id: z.string(), name: z.string() })) })
  .meta({ id: "OtherVisitors" });
export type OtherVisitors = z.infer<typeof OtherVisitors>;
