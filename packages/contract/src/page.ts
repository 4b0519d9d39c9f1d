import { z } from "zod";
import { maxPageSize } from "./limits.ts";

/** Query of every list: keyset paging by an opaque cursor, never an offset. */
export const PageQuery = z.strictObject({
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50),
});
export type PageQuery = z.infer<typeof PageQuery>;

/**
 * One page of a list, shorter than `limit` where its entries are large. `total` counts all that match, or is null where
 * counting would cost a full scan.
 */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    total: z.int().nullable(),
  });
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total: number | null;
}
