import type { ColumnMapping } from "@dc/contract";
import { useCallback, useRef } from "react";
import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";

export interface MappingKeptByUse {
  /** What was mapped by hand last; null where nothing of what is shown was. */
  map: (mapping: ColumnMapping | null) => void;
  /** Keeps it for all files with these headings. Comes when that is done; the command tells where it fails. */
  keepUsed: () => Promise<void>;
}

/**
 * What columns were said by hand to say. All who import have it from then on, so it is kept once it was used: what was read
 * by it is taken, or a mended file is read. Not where somebody only tried.
 */
export function useMappingKeptByUse(): MappingKeptByUse {
  const mapped = useRef<ColumnMapping>(null);
  const { mutateAsync } = useCommand({
    run: (mapping: ColumnMapping) => bff.send("PUT", "/column-mappings", mapping),
    failed: "What the columns say could not be kept for the next file.",
  });
  const map = useCallback((mapping: ColumnMapping | null) => {
    mapped.current = mapping;
  }, []);
  const keepUsed = useCallback(async () => {
    const mapping = mapped.current;
    mapped.current = null;
    if (mapping !== null) await mutateAsync(mapping).catch(() => undefined);
  }, [mutateAsync]);
  return { map, keepUsed };
}
