import type {
  CorrectRosterImportLineInput,
  CreateRosterImportInput,
  RecordKey,
  RosterImport,
  RosterImportLine,
} from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { BffError, isGone } from "#/api/bff-error.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { rosterImportQuery } from "./queries.ts";

const changes = ["roster"] as const;

export const useAddToRoster = (indexId: string, failed?: string) =>
  useCommand({
    run: (input: CreateRosterImportInput) =>
      bff.post<RosterImport>(path`/index-versions/${indexId}/roster-imports`, input),
    stores: ({ id }) => rosterImportQuery(id).queryKey,
    changes,
    ...(failed === undefined ? {} : { failed }),
  });

interface TakenOff {
  /** What this removed, without what was gone before. */
  removed: readonly RecordKey[];
  /** What is still on the roster, since one of them could not be removed. */
  left: readonly RecordKey[];
  failure: unknown;
}

/** Removes one after the other until one fails, and tells what was removed and what is left. */
export const useRemoveFromRoster = (indexId: string, onDone: (done: TakenOff, asked: readonly RecordKey[]) => void) =>
  useCommand({
    run: async (records: readonly RecordKey[]): Promise<TakenOff> => {
      const removed: RecordKey[] = [];
      for (const [at, record] of records.entries()) {
        try {
          await bff.delete(path`/index-versions/${indexId}/roster/${record.type}/${record.id}`);
          removed.push(record);
        } catch (failure) {
          if (!isGone(failure)) return { removed, left: records.slice(at), failure };
        }
      }
      return { removed, left: [], failure: null };
    },
    changes,
    onDone,
  });

export const useCorrectLine = (importId: string) =>
  useCommand({
    run: ({ line, input }: { line: number; input: CorrectRosterImportLineInput }) =>
      bff.put<RosterImportLine>(path`/roster-imports/${importId}/lines/${String(line)}`, input),
    changes,
    rereadsAfter: anyFailure,
    // Its line, which tells other failures, is listed no more.
    failed: (failure) => (failure instanceof BffError && failure.code === "wrong_state" ? "" : null),
  });

export const useStopImport = () =>
  useCommand({
    run: (importId: string) => bff.post<RosterImport>(path`/roster-imports/${importId}/stop`, {}),
    changes,
    rereadsAfter: anyFailure,
    failed: "The import could not be stopped.",
  });

export const useTakeBackImport = () =>
  useCommand({
    run: (importId: string) => bff.post<RosterImport>(path`/roster-imports/${importId}/take-back`, {}),
    changes,
    rereadsAfter: anyFailure,
    failed: "The import could not be taken back.",
  });

export const useCopyRoster = () =>
  useCommand({
    run: ({ into, from }: { into: string; from: string }) =>
      bff.post<RosterImport>(path`/index-versions/${into}/roster-imports`, { from: "index", indexId: from }),
  });
