import type { Change, ChangePage, ChangeSet } from "@dc/contract";
import { maxPageSize } from "@dc/contract/limits";
import { bff, path } from "#/api/bff.ts";
import { changeSetsKey } from "#/changes/queries.ts";
import { useCommand } from "#/commands/use-command.ts";
import { Note } from "#/marks/note.tsx";
import { countText } from "#/ui/display/count.tsx";

/** What happened to a draft since it was drawn. */
interface UnseenChanges {
  /** Changes that were added, or that replaced others. */
  added: number;
  /** Changes that it has no more. */
  gone: number;
}

export const isAnyUnseen = ({ added, gone }: UnseenChanges): boolean => added + gone > 0;

/** What replaces a change has an id of its own; of one that stays, the state may be that of a moment ago, as after an undo. */
const idsOf = (changes: readonly Change[]) => new Set(changes.map(({ id }) => id));

/** Reads a draft once more, to be compared with what is shown; one whose changes are not all read, by their count alone. */
export function useUnseenChanges({ id, counts }: ChangeSet, shown: readonly Change[] | null) {
  return useCommand({
    run: async (): Promise<UnseenChanges> => {
      if (shown === null) {
        const now = await bff.get<ChangeSet>(path`/change-sets/${id}`);
        const more = now.counts.total - counts.total;
        return { added: Math.max(more, 0), gone: Math.max(-more, 0) };
      }
      const { items, nextCursor } = await bff.get<ChangePage>(path`/change-sets/${id}/changes`, {
        query: { limit: maxPageSize },
      });
      const [before, now] = [idsOf(shown), idsOf(items)];
      const added = items.filter((change) => !before.has(change.id)).length;
      return {
        added: nextCursor === null ? added : Math.max(added, 1),
        gone: shown.filter((change) => !now.has(change.id)).length,
      };
    },
    onDone: (unseen, _input, client) =>
      isAnyUnseen(unseen) ? client.invalidateQueries({ queryKey: changeSetsKey }) : undefined,
  });
}

export function UnseenChangesNote({ unseen, verb }: { unseen: UnseenChanges | undefined; verb: string }) {
  if (unseen === undefined || !isAnyUnseen(unseen)) return null;
  const { added, gone } = unseen;
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Note kind="plain" live>
        {added > 0
          ? `${countText(added, "change")} of this draft ${added === 1 ? "is" : "are"} new, or replaced another, since you looked.`
          : `${countText(gone, "change")} of this draft ${gone === 1 ? "was" : "were"} discarded since you looked.`}{" "}
        Look it over, then {verb} again.
      </Note>
    </div>
  );
}
