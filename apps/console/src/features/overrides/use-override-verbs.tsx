import type { Override } from "@dc/contract";
import { isUnsent, shapeOf } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { entryOf } from "#/changes/decisions/rows-of-override.ts";
import { useChangeVerb, useDecide } from "#/changes/mutations.ts";
import { WordsDrawer } from "#/changes/words-drawer.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { approvalSettingsQuery } from "#/connection/queries.ts";
import { paths } from "#/paths.ts";
import type { Wording } from "#/record/wording.ts";
import { Button } from "#/ui/form/button.tsx";
import { UntilVerbs } from "./until-verbs.tsx";

/** The elements to decide about: plans are reset to base one by one, any other override is reset as a whole. */
function toDecide({ kind, elements }: Override, decision: "remove override" | "reset to base"): { element?: string }[] {
  const named = elements.map((element) => ({ element: entryOf(element) }));
  if (named.length === 0) return [{}];
  return shapeOf(kind ?? "json") === "members" && decision === "reset to base" ? named : named.slice(0, 1);
}

/** How an override is ended; null for one that cannot be now. */
const endOf = ({ change }: Override) =>
  isUnsent(change) ? "remove override" : change.state === "applied" ? "reset to base" : null;

/** What ends an override, keeps it or leads to its set; where a reason is needed, a drawer asks for it. */
export function useOverrideVerbs(indexId: string, wording: Wording) {
  const { may } = usePermissions();
  const decide = useDecide(indexId, wording);
  const verb = useChangeVerb();
  const { data: approvals } = useQuery(approvalSettingsQuery);
  const [removed, setRemoved] = useState<Override | null>(null);
  // Readers get what was never sent, so that taking it back is said why.
  const needsReason = (approvals?.required ?? 0) > 0;
  const decideAll = (row: Override, field: string, decision: "remove override" | "reset to base", reason?: string) => {
    const evidence =
      reason === undefined ? {} : { evidence: { reason, source: null, verifiedOn: null, reviewBy: null } };
    return toDecide(row, decision).map((element) =>
      decide.mutateAsync({ record: row.record, field, decision, seen: { base: row.base }, ...element, ...evidence }),
    );
  };
  const withdraw = (row: Override, reason?: string) =>
    verb.mutateAsync({ id: row.change.id, verb: "withdraw", ...(reason === undefined ? {} : { reason }) });
  /** What fails is told by itself, and the reason stays. */
  const remove = (row: Override, reason: string) => {
    const ended = row.field === null ? [withdraw(row, reason)] : decideAll(row, row.field, "remove override", reason);
    Promise.all(ended).then(
      () => setRemoved(null),
      () => undefined,
    );
  };
  const verbsOf = (row: Override, size: "xs" | "sm" = "xs") => {
    const decision = endOf(row);
    const { field } = row;
    return (
      <>
        {field === null && isUnsent(row.change) && may("apply") ? (
          <Button
            size={size}
            waits={verb.isPending}
            onClick={() => (needsReason ? setRemoved(row) : void withdraw(row).catch(() => undefined))}
          >
            Withdraw
          </Button>
        ) : null}
        {decision === null || field === null || !may("decide") ? null : (
          <Button
            size={size}
            waits={decide.isPending}
            onClick={() =>
              needsReason && decision === "remove override"
                ? setRemoved(row)
                : void Promise.allSettled(decideAll(row, field, decision))
            }
          >
            {row.hasEnded ? "End it" : decision === "remove override" ? "Remove override" : "Reset to base"}
          </Button>
        )}
        {row.hasEnded && may("decide") ? <UntilVerbs indexId={indexId} rows={[row]} size={size} /> : null}
        {row.change.changeSetId === null ? null : (
          <Button size={size} to={paths.changeSet.href({ changeSetId: row.change.changeSetId })}>
            Change set
          </Button>
        )}
      </>
    );
  };
  const reasonDrawer =
    removed === null ? null : (
      <WordsDrawer
        verb="withdraw"
        count={1}
        busy={decide.isPending || verb.isPending}
        onClose={() => setRemoved(null)}
        onSay={(reason) => remove(removed, reason)}
      />
    );
  return { verbsOf, reasonDrawer };
}
