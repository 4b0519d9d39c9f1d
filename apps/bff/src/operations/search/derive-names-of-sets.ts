import type { Deps } from "#/context/deps.ts";
import { selectChangeSetsByIds, selectFirstSubjects } from "#/store/tables/changes/change-sets.ts";
import {
  selectLabelsOfSets,
  selectDueSearches,
  updateSetSearches,
} from "#/store/tables/directories/change-set-search.ts";
import { describeChangeSets } from "#/views/describe-change-sets.ts";

export const NAMES_OF_SETS = "names of change sets";

const AT_ONCE = 50;

/**
 * Derives what change sets are called from their content, where that or a name in it changed, so that they are found by it. Under a
 * name that somebody gave, too: it may be taken away.
 */
export async function deriveNamesOfSets(deps: Deps, signal: AbortSignal): Promise<void> {
  const whole = { ...deps, store: deps.wholeStore };
  const { db } = whole.store;
  const connectionId = deps.connection.id;
  for (let after = ""; !signal.aborted;) {
    const due = await selectDueSearches(db, { connectionId, after, limit: AT_ONCE });
    const ids = due.map(({ change_set_id: id }) => id);
    const rows = await selectChangeSetsByIds(db, connectionId, ids);
    const unnamed = rows.map((row) => ({ ...row, name: null }));
    const described = new Map((await describeChangeSets(whole, db, unnamed)).map((set) => [set.id, set]));
    const subjects = await selectFirstSubjects(db, ids);
    const ofSeveral = [...described.values()].flatMap(({ id, indexId }) => (indexId === null ? [id] : []));
    const labels = await selectLabelsOfSets(db, connectionId, ofSeveral);
    await updateSetSearches(
      db,
      connectionId,
      due.flatMap(({ change_set_id: id, marks }) => {
        const set = described.get(id);
        if (set === undefined) return [];
        const names = [set.name, ...(set.indexId === null ? (labels.get(id) ?? []) : [set.indexName])];
        return [{ id, marks, names, subject: subjects.get(id) ?? null }];
      }),
    );
    after = ids.at(-1) ?? after;
    if (due.length < AT_ONCE) return;
  }
}
