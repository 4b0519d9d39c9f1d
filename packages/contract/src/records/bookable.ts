import { z } from "zod";

/** Whether a practitioner or a schedule can be booked at all, as the service says it. */
export const Bookable = z
  .strictObject({
    bookable: z.boolean(),
    reasons: z
      .array(z.string())
      .describe("Why not: in the words of the profile for the service's codes, else as the service has them"),
  })
  .meta({ id: "Bookable" });
export type Bookable = z.infer<typeof Bookable>;
