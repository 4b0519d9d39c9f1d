import type { ColumnMapping } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useCallback, useRef } from "react";
import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";

/** Of more columns, none are mapped. */
export const MOST_MAPPED_COLUMNS = 200;

export interface MappingKeptByUse {
  /** What is shown was read by columns that were mapped by hand; null where it was not, or nothing is shown. */
  map: (mapping: ColumnMapping | null) => void;
  /** What was read by it is emptied: it is used only where something else is read in its place. */
  putAside: () => void;
  /** Keeps it for all files with these headings. Comes when that is done; the command tells where it fails. */
  keepUsed: (of?: { isReplaced: true }) => Promise<void>;
}

/**
 * What columns were said by hand to say. All who import have it from then on, so it is kept once it was used: what was read
 * by it is taken, or a mended file is read. Not where somebody only tried.
 */
export function useMappingKeptByUse(): MappingKeptByUse {
  const mapped = useRef<ColumnMapping>(null);
  const aside = useRef<ColumnMapping>(null);
  const { mutateAsync } = useCommand({
    run: (mapping: ColumnMapping) => bff.send("PUT", "/column-mappings", mapping),
    failed: "What the columns say could not be kept for the next file.",
  });
  const map = useCallback((mapping: ColumnMapping | null) => {
    const headings = mapping?.headings.map((heading) => heading.slice(0, maxLength.search).toWellFormed()) ?? [];
    mapped.current = mapping === null || headings.length > MOST_MAPPED_COLUMNS ? null : { ...mapping, headings };
  }, []);
  const putAside = useCallback(() => {
    aside.current = mapped.current ?? aside.current;
    mapped.current = null;
  }, []);
  const keepUsed = useCallback(
    async ({ isReplaced = false }: { isReplaced?: boolean } = {}) => {
      const mapping = mapped.current ?? (isReplaced ? aside.current : null);
      mapped.current = null;
      aside.current = null;
      if (mapping !== null) await mutateAsync(mapping).catch(() => undefined);
    },
    [mutateAsync],
  );
  return { map, putAside, keepUsed };
}
