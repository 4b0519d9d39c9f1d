import type { SnapshotEnd } from "#/store/snapshot/snapshot-lines.ts";

/** What was copied, in a few words. */
export function summaryOf({ tables }: SnapshotEnd): string {
  const counts = Object.values(tables).map(({ rows }) => rows);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return `${rows.toLocaleString("en-US")} rows of ${counts.length} tables`;
}
