import { z } from "zod";
import { Actor, Timestamp } from "./ids.ts";

/** What became of an import when it was taken back; what somebody used since is left. */
export const takenBackOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    by: Actor,
    at: Timestamp,
    removed: z.int().describe("What it had added, and is gone"),
    restored: z.int().describe("What it had changed, and is as before"),
    left: z.int(),
    leftItems: z.array(item).describe("The first 100 of what was left, with why"),
  });
