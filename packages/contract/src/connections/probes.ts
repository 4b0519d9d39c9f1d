import { z } from "zod";
import { IndexId, RecordId, Timestamp } from "#/ids.ts";

export const CreateProbeInput = z
  .strictObject({
    writes: z
      .boolean()
      .default(false)
      .describe(
        "Also write in the test index, and create index versions, a patient and an appointment; in test mode only",
      ),
  })
  .meta({ id: "CreateProbeInput" });
export type CreateProbeInput = z.infer<typeof CreateProbeInput>;

export const ProbeCheck = z
  .strictObject({
    id: z.string(),
    about: z.string(),
    sentence: z.string(),
    status: z.enum(["holds", "does-not-hold", "not-testable"]),
    detail: z.string().describe("What was found, or why the check could not be made"),
  })
  .meta({ id: "ProbeCheck" });
export type ProbeCheck = z.infer<typeof ProbeCheck>;

/** The result of a run of the contract suite. */
export const Probe = z
  .strictObject({
    at: Timestamp,
    writes: z.boolean(),
    subjects: z.strictObject({ schedule: RecordId.nullable(), practitioner: RecordId.nullable() }),
    indexId: IndexId.nullable().describe("The index that was written to"),
    proven: z.array(z.string()).describe("Operations that work as the profile describes"),
    checks: z.array(ProbeCheck),
    left: z.array(z.string()).describe("What the run created and could not remove"),
  })
  .meta({ id: "Probe" });
export type Probe = z.infer<typeof Probe>;
