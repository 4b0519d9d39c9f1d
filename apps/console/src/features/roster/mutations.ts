import type { RosterImport, RosterImportLine, CreateRosterImportInput, RecordKey } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { rosterImportQuery, rosterImportsKey, rosterKey } from "./queries.ts";

/** Reloads what a changed roster affects: the list, its imports and the counts of the index version. */
function useRosterChanged(indexId: string) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: rosterKey(indexId) });
    void client.invalidateQueries({ queryKey: rosterImportsKey });
    void client.invalidateQueries({ queryKey: ["index-versions"] });
  };
}

export function useAddToRoster(indexId: string) {
  const client = useQueryClient();
  const changed = useRosterChanged(indexId);
  return useMutation({
    mutationFn: (input: CreateRosterImportInput) =>
      bff.post<RosterImport>(path`/index-versions/${indexId}/roster-imports`, input),
    onSuccess: (started) => {
      client.setQueryData(rosterImportQuery(started.id).queryKey, started);
      changed();
    },
  });
}

export function useRemoveFromRoster(indexId: string) {
  const changed = useRosterChanged(indexId);
  return useMutation({
    mutationFn: async (records: readonly RecordKey[]) => {
      for (const { type, id } of records) await bff.delete(path`/index-versions/${indexId}/roster/${type}/${id}`);
    },
    onSettled: changed,
  });
}

export function useCorrectLine(importId: string, indexId: string) {
  const changed = useRosterChanged(indexId);
  return useMutation({
    mutationFn: ({ line, text }: { line: number; text: string }) =>
      bff.put<RosterImportLine>(path`/roster-imports/${importId}/lines/${String(line)}`, { text }),
    onSuccess: changed,
  });
}

export function useCopyRoster() {
  return useMutation({
    mutationFn: ({ into, from }: { into: string; from: string }) =>
      bff.post<RosterImport>(path`/index-versions/${into}/roster-imports`, { from: "index", indexId: from }),
  });
}
