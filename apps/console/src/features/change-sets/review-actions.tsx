import type { ChangeSet } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { usePermissions } from "#/connection/permissions.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import type { ChangeSetVerb } from "./mutations.ts";
import { approvalSettingsQuery } from "./queries.ts";

interface ReviewActionsProps {
  changeSet: ChangeSet;
  busy: boolean;
  onVerb: (verb: ChangeSetVerb) => void;
}

/** What can be done with a set that is to be reviewed: asking for it where approvals are required, approving, applying. */
export function ReviewActions({ changeSet: { state, counts }, busy, onVerb }: ReviewActionsProps) {
  const { may } = usePermissions();
  const { data: settings } = useQuery(approvalSettingsQuery);
  const asksFirst = state === "draft" && counts.draft > 0 && settings !== undefined && settings.required > 0;
  const isOpen = state === "in review" || state === "approved";
  return (
    <>
      {asksFirst && may("stage") ? (
        <Button loading={busy} onClick={() => onVerb("submit")}>
          Ask for review of {countText(counts.draft, "change")}
        </Button>
      ) : null}
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
