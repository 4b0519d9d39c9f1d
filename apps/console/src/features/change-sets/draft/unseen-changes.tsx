import type { Change, ChangePage, ChangeSet } from "@dc/contract";
import { maxPageSize } from "@dc/contract/limits";
import { bff, path } from "#/api/bff.ts";
import { changeSetsKey } from "#/changes/queries.ts";
import { useCommand } from "#/commands/use-command.ts";
import { Note } from "#/marks/note.tsx";
import { countText } from "#/ui/display/count.tsx";

/**
 * Reads a draft once more, and tells how many of its changes are not on screen: that were added, or replaced others, which gives them
 * ids of their own. Of a draft whose changes are not all read, how many more it has.
 */
export function useUnseenChanges({ id, counts }: ChangeSet, shown: readonly Change[] | null) {
  return useCommand({
    run: async (): Promise<number> => {
      if (shown === null) {
        const now = await bff.get<ChangeSet>(path`/change-sets/${id}`);
        return Math.max(now.counts.total - counts.total, 0);
      }
      const { items, nextCursor } = await bff.get<ChangePage>(path`/change-sets/${id}/changes`, {
        query: { limit: maxPageSize },
      });
      const seen = new Set(shown.map((change) => change.id));
      const unseen = items.filter((change) => !seen.has(change.id)).length;
      return nextCursor === null ? unseen : Math.max(unseen, 1);
    },
    onDone: (unseen, _input, client) =>
      unseen > 0 ? client.invalidateQueries({ queryKey: changeSetsKey }) : undefined,
  });
}

export function UnseenChangesNote({ unseen = 0, verb }: { unseen: number | undefined; verb: string }) {
  if (unseen === 0) return null;
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Note kind="plain" live>
        {countText(unseen, "change")} of this draft {unseen === 1 ? "is" : "are"} new, or replaced another, since you
        looked. Look {unseen === 1 ? "it" : "them"} over, then {verb} again.
      </Note>
    </div>
  );
}
