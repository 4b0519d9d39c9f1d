import type { InboxEntry } from "@dc/contract";
import { ClaimSection } from "#/features/brief/claim-section.tsx";
import { WaitingSet } from "#/features/change-sets/waiting-set.tsx";
import { InboxScreen } from "#/features/inbox/inbox-screen.tsx";
import { UndecidedCards } from "#/features/undecided/undecided-cards.tsx";
import { OverduePractitioners } from "#/features/verifications/overdue-practitioners.tsx";

/** What an entry of the inbox is about, with what can be done about it at once. */
function details({ kind, changeSet, index }: InboxEntry) {
  if (changeSet !== null) return <WaitingSet id={changeSet.id} kind={kind} />;
  if (index === null) return null;
  if (kind === "conflict" || kind === "moved") return <UndecidedCards indexId={index.id} only={kind} />;
  if (kind === "claim") return <ClaimSection indexId={index.id} />;
  if (kind === "overdue") return <OverduePractitioners indexId={index.id} />;
  return null;
}

/** The inbox, with the entry that is looked at beside it. */
export const Inbox = () => <InboxScreen details={details} />;
