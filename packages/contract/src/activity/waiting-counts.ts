import { z } from "zod";

const count = z.int();

/** What waits for a person in the connection, as far as the caller sees it. */
export const WaitingCounts = z
  .strictObject({
    alarms: count.describe("Isolation alarms that stop the sending"),
    unknown: count.describe("Changes whose outcome is not known"),
    held: count.describe("Changes that are held"),
    creations: count.describe("Creations of index versions whose outcome is not known"),
    conflicts: count.describe("Fields in conflict, as of the last comparison, in directories that are not archived"),
    lateRequests: count.describe("Fields that a late request of ours may have changed, as of the last comparison"),
    inbox: count.describe("Entries of the caller's inbox"),
    inboxNew: count.describe("Those of them that came since the caller last saw it"),
    overdue: count.describe("Practitioners of directories who should have been verified again before today"),
  })
  .meta({ id: "WaitingCounts" });
export type WaitingCounts = z.infer<typeof WaitingCounts>;
