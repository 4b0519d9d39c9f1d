import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { State } from "#/marks/state.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { useDraftOverDirectories } from "./use-draft-over-directories.ts";

/** One's draft over several directories, where there is one, with the way to its review. */
export function StagedBar() {
  const navigate = useNavigate();
  const draft = useDraftOverDirectories();
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
