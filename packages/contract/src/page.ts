import { z } from "zod";
import { maxPageSize } from "./limits.ts";

/** Query of every list: keyset paging by an opaque cursor, never an offset. */
export const PageQuery = z.strictObject({
  cursor: z
    .string()
    .max(512)
    .optional()
    .describe("`nextCursor` of the page before, asked for with the same parameters: it says where to go on"),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50).describe("How many of a page at most"),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** One page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item).describe("At most `limit`; fewer where they are large"),
    nextCursor: z.string().nullable().describe("`cursor` of the next page; null on the last one"),
    total: z.int().nullable().describe("How many match on all pages; null where counting them would cost a full scan"),
  });
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total: number | null;
}
