import type { ChangeSet } from "@dc/contract";
import { usePermissions } from "#/connection/permissions.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import type { ChangeSetVerb } from "./mutations.ts";

interface ReviewActionsProps {
  changeSet: ChangeSet;
  busy: boolean;
  onVerb: (verb: ChangeSetVerb) => void;
}

/** The actions of a set in review: edit again, approve, apply. */
export function ReviewActions({ changeSet: { state, counts }, busy, onVerb }: ReviewActionsProps) {
  const { may } = usePermissions();
  const isOpen = state === "in review" || state === "approved";
  return (
    <>
      {isOpen && may("stage") ? (
        <Button variant="subtle" loading={busy} onClick={() => onVerb("reopen")}>
          Edit {countText(counts.inReview + counts.approved, "change")}
        </Button>
      ) : null}
      {state === "in review" && may("approve") ? (
        <Button variant="filled" loading={busy} onClick={() => onVerb("approve")}>
          Approve {countText(counts.inReview, "change")}
        </Button>
      ) : null}
      {state === "approved" && may("apply") ? (
        <Button variant="filled" loading={busy} onClick={() => onVerb("apply")}>
          Apply {countText(counts.approved, "change")}
        </Button>
      ) : null}
    </>
  );
}
