import { z } from "zod";
import { ReadingPause } from "#/connections/connection.ts";
import { Day, IndexId, Timestamp } from "#/ids.ts";

const count = z.int();

/** How many fields of a directory wait for a decision, and since when the oldest of them does; null where there are none. */
const Unsettled = z.strictObject({ fields: count, since: Timestamp }).nullable();

/** The state of all directories at a glance, as of the last comparison of each record. */
export const Overview = z
  .strictObject({
    today: Day.describe("In the time zone of the connection"),
    directories: z.strictObject({
      total: count.describe("Directories that are not archived"),
      conflict: count.describe("Those with a conflict"),
      outside: count.describe("Those in which something changed outside"),
      baseMoved: count.describe("Those in which the standard data changed"),
      settled: count.describe("Those in which nothing waits for a decision"),
      overridden: count.describe("Those among the settled that have overrides"),
    }),
    unsettled: z
      .array(
        z.strictObject({
          index: z.strictObject({ id: IndexId, name: z.string() }),
          conflict: Unsettled,
          outside: Unsettled,
          baseMoved: Unsettled,
          overrides: count,
          held: count,
          overdue: count.describe("Practitioners who should have been verified again before today"),
          dueOn: Day.nullable().describe("When the first practitioner is to be verified again"),
          applied: z.array(Day).describe("The days of the last 26 weeks on which changes became live (UTC)"),
        }),
      )
      .describe(
        "At most 40 directories in which something waits for a decision: conflicts first, then what waits longest",
      ),
    settled: z
      .array(z.strictObject({ id: IndexId, name: z.string(), overrides: z.boolean() }))
      .describe("The other directories; empty where there are more than 200"),
    reached: z
      .array(z.strictObject({ day: Day, directories: count, records: count }))
      .describe("Days of the last 26 weeks on which changes of the standard data reached three directories or more"),
    readings: z
      .strictObject({ day: count, week: count, older: count, never: count, ...ReadingPause.shape })
      .describe(
        "Roster entries by when they were last read, to the hour: in the last 24 hours, in the 7 days before, earlier",
      ),
    becameLive: z
      .array(z.strictObject({ week: count, changes: count }))
      .describe("Changes by how many weeks ago, up to 26"),
    toReaders: z
      .strictObject({
        inTime: count.describe("Those that readers had within two business days after they were reported"),
        later: count,
        mostDays: count.describe("The most business days that one of them took"),
      })
      .describe(
        "Changes that became live in the last 30 days. One is reported on the day on which its evidence says that it was verified, or on which it was staged if that was earlier",
      ),
    due: z
      .array(z.strictObject({ week: count, count }))
      .describe(
        "Practitioners of directories by the week in which they are to be verified again; before 0 they are overdue",
      ),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof Overview>;
