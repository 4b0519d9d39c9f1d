import type { PlanImport } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { TakenBackNote } from "#/sheet-file/taken-back-note.tsx";
import { Age } from "#/ui/display/age.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { useTakeBackPlans } from "./mutations.ts";
import styles from "./plans.module.css";
import { planImportsQuery } from "./queries.ts";

const leftWords = {
  renamed: "which was named otherwise since",
  used: "which a change uses",
} as const satisfies { readonly [why in NonNullable<PlanImport["takenBack"]>["leftItems"][number]["why"]]: string };

/** The newest import of plan names, to be taken back as one; `isTold` where what it did stands above already. */
export function NewestImport({ isTold = false }: { isTold?: boolean }) {
  const { data } = useQuery(planImportsQuery);
  const takeBack = useTakeBackPlans();
  const newest = data?.items[0];
  if (newest === undefined) return null;
  const { id, added, changed, createdAt, createdBy, takenBack } = newest;
  if (takenBack !== null)
    return (
      <TakenBackNote
        takenBack={takenBack}
        noun="plan"
        left={takenBack.leftItems.map(({ id: planId, name, why }) => ({ id: planId, name, why: leftWords[why] }))}
      />
    );
  return (
    <div className={styles["newest"]}>
      {isTold ? null : (
        <p>
          Last import: {countText(added, "plan")} added, {numberText(changed)} changed, by <bdi>{createdBy.name}</bdi>{" "}
          <Age at={createdAt} after="ago" />
        </p>
      )}
      {added + changed === 0 ? null : (
        <ConfirmButton
          label="Take it back"
          question="Names go back to what they were, and plans that it added are removed. What was renamed or used since stays."
          busy={takeBack.isPending}
          onConfirm={() => takeBack.mutate(id)}
        />
      )}
      <CommandFailure error={takeBack.error} />
    </div>
  );
}
