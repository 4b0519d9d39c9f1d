import { entryOf } from "./entry-hash.ts";
import type { JournalCheck } from "./verify.ts";
import { SnapshotError, type SnapshotTable } from "#/store/snapshot/snapshot-lines.ts";

/** The tables that a verification reads. */
export const JOURNAL_TABLES = ["journal", "journal_segment"] as const;

/** Gives the rows of the record among the lines of a snapshot to `rows`; `end` throws where the last line is missing. */
export function journalLineReader(rows: Pick<JournalCheck, "addEntry" | "addSegment">): {
  line(text: string): void;
  end(): void;
} {
  let table: SnapshotTable | undefined;
  let isWhole = false;
  return {
    line(text) {
      if (text === "") return;
      if (!text.startsWith("[")) {
        const parsedLine = parsed(text) as Partial<SnapshotTable> & { end?: boolean };
        table =
          parsedLine.table === undefined || parsedLine.columns === undefined
            ? undefined
            : (parsedLine as SnapshotTable);
        isWhole = parsedLine.end === true;
        return;
      }
      if (table?.table !== "journal" && table?.table !== "journal_segment") return;
      const row = entryOf(table.columns, parsed(text) as (string | null)[]);
      if (table.table === "journal") rows.addEntry(row);
      else rows.addSegment(row);
    },
    end() {
      if (!isWhole) throw new SnapshotError("The snapshot was cut off: its last line is missing.");
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new SnapshotError("The snapshot has a line that is not JSON.", { cause: error });
  }
}
