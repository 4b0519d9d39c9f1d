import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { changeSetListQuery } from "#/changes/queries.ts";
import { State } from "#/marks/state.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";

/** One's draft over several directories, where there is one, with the way to its review. */
export function StagedBar() {
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const list = useInfiniteQuery(changeSetListQuery({ state: "draft" }));
  const draft = itemsOf(list.data, ({ id }) => id)?.find(
    ({ indexCount, createdBy }) => indexCount > 1 && createdBy.id === session?.person?.id,
  );
  const review = draft === undefined ? null : paths.changeSet.href({ changeSetId: draft.id });
  useShortcuts([
    {
      keys: "r",
      label: "Review the changes in several directories",
      run: () => (review === null ? undefined : void navigate(review)),
    },
  ]);
  if (draft === undefined || review === null) return null;
  return (
    <BottomBar
      label="Staged changes"
      mark={<State state="draft" show="mark" />}
      title={<bdi>{draft.name}</bdi>}
      note={`in ${draft.indexName}, saved as a draft`}
      actions={
        <Button variant="filled" to={review} rightSection={<Kbd keys="r" hint />}>
          Review {countText(draft.counts.total, "change")}
        </Button>
      }
    />
  );
}
