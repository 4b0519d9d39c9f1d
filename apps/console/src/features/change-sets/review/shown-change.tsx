import type { ChangeSet } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useDiscard } from "#/changes/mutations.ts";
import type { Wording } from "#/record/wording.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { useReviewAct } from "#/features/change-sets/mutations.ts";
import { reviewedChangeQuery } from "#/features/change-sets/queries.ts";
import { ChangeDetails } from "./change-details.tsx";

/** All of the change that the address names, over a set that is not reviewed: a draft, or one that was applied or has ended. */
export function ShownChange({ changeSet, wording }: { changeSet: ChangeSet; wording: Wording }) {
  const [params, change] = useUrlState();
  const id = params.get("change");
  const { data: node } = useQuery({ ...reviewedChangeQuery(changeSet.id, id ?? ""), enabled: id !== null });
  const act = useReviewAct(changeSet);
  const discard = useDiscard();
  if (id === null || node == null) return null;
  const close = () => change({ change: null });
  return (
    <ChangeDetails
      changeSet={changeSet}
      change={node.change}
      isOwn={false}
      wording={wording}
      onClose={close}
      onAct={(verb) => act.mutate({ verb, choice: { changeIds: [id] } }, { onSuccess: close })}
      onDiscard={() => discard.mutate([node.change], { onSuccess: close })}
    />
  );
}
