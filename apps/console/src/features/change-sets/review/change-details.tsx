import type { ChangeSet, DraftEvidence, Evidence, ReviewedChange } from "@dc/contract";
import { decidedPart, isStaged, shapeOf } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { changeText, operationText } from "#/changes/change-text.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { useZone } from "#/connection/use-zone.ts";
import { State } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { placeOfChange } from "#/changes/place-of-change.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import type { Wording } from "#/record/wording.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { DescriptionCard } from "#/ui/page/card.tsx";
import styles from "#/features/change-sets/change-sets.module.css";
import { Comments } from "./comments.tsx";
import { type ReviewVerb, useWithdrawRequest } from "#/features/change-sets/mutations.ts";

interface ChangeDetailsProps {
  changeSet: ChangeSet;
  change: ReviewedChange;
  /** Somebody else has to approve it. */
  isOwn: boolean;
  wording: Wording;
  onClose: () => void;
  onAct: (verb: ReviewVerb) => void;
  onDiscard: () => void;
}

/** All of one change: what it said, says and will say, who decided what, and what was said about it. */
export function ChangeDetails(props: ChangeDetailsProps) {
  const { changeSet, change, isOwn, wording, onClose, onAct, onDiscard } = props;
  const { may } = usePermissions();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const { data: connection } = useQuery(connectionQuery);
  const region = connection?.defaultRegion ?? "US";
  const withdraw = useWithdrawRequest(changeSet);
  const { compared, state, evidence } = change;
  const ofField = wording.field(change.record.type, change.field ?? "");
  const value = (reading: Parameters<typeof ReadingValue>[0]["reading"]) => (
    <ReadingValue reading={reading} wording={ofField} member={shapeOf(change.kind ?? "json") === "members"} />
  );
  const verdict = compared?.flags.includes("outside") === true ? "outside" : (compared?.verdict ?? null);
  const isOpen = (state === "in review" || state === "approved") && changeSet.state !== "checking";
  const hasVerbs = (state === "draft" && may("stage")) || (isOpen && (may("stage") || may("approve")));
  // What was sent, or has ended, is nothing that is still to come.
  const isToCome = isStaged(change);
  const seen: { label: string; value: ReactNode }[] =
    change.field === null
      ? []
      : [
          { label: "Standard, when staged", value: value(decidedPart(change, change.baseSeen)) },
          { label: "Directory, when staged", value: value(decidedPart(change, change.valueBefore)) },
          { label: "Standard now", value: value(compared?.base ?? null) },
          { label: "Index now", value: value(compared?.index ?? null) },
          { label: "Directory now", value: value(compared?.effective ?? null) },
        ];
  const read = compared?.readAt ?? null;
  return (
    <SideDrawer
      opened
      title={changeText(change, wording)}
      onClose={onClose}
      footer={
        !hasVerbs ? undefined : (
          <>
            {state === "draft" && may("stage") ? (
              <>
                <Button to={placeOfChange(change, region, { edit: true })}>Another value</Button>
                <Button onClick={() => onAct("split")}>Split off</Button>
                <Button onClick={onDiscard}>Discard</Button>
              </>
            ) : null}
            {isOpen && may("stage") ? (
              <>
                {change.field === null ? null : (
                  <Button to={placeOfChange(change, region, { edit: true })}>Another value</Button>
                )}
                <Button onClick={() => onAct("reopen")}>Edit</Button>
                <Button onClick={() => onAct("split")}>Split off</Button>
              </>
            ) : null}
            {isOpen && may("approve") ? (
              <>
                <Button onClick={() => onAct("requests")}>Ask for changes</Button>
                <Button onClick={() => onAct("reject")}>Reject</Button>
                {state !== "in review" ? null : isOwn ? (
                  <span>You can’t approve your own</span>
                ) : (
                  <Button variant="filled" onClick={() => onAct("approve")}>
                    Approve
                  </Button>
                )}
              </>
            ) : null}
          </>
        )
      }
    >
      <div className={styles["rail"]}>
        <DescriptionCard
          title={change.indexName}
          mark={<State state={state === "queued" ? "waiting" : state} />}
          groups={[
            [
              ...seen,
              {
                label: isToCome ? "Will be" : "Wanted",
                value:
                  compared?.preview == null ? <bdi>{operationText(change, wording)}</bdi> : value(compared.preview),
              },
              ...(isToCome
                ? [{ label: "Verdict", value: verdict === null ? "not read" : <Verdict verdict={verdict} /> }]
                : []),
              ...(read === null ? [] : [{ label: "Read", value: <Age at={read} after="ago" /> }]),
            ],
            [
              {
                label: "Staged by",
                value: (
                  <>
                    <bdi>{change.createdBy.name}</bdi>, <Age at={change.createdAt} after="ago" />
                  </>
                ),
              },
              ...(differsFrom(changeSet.evidence, evidence)
                ? [{ label: "Its own evidence", value: <EvidenceText evidence={evidence} /> }]
                : []),
              ...change.approvals.map(({ by, at }) => ({
                label: "Approved by",
                value: (
                  <>
                    <bdi>{by.name}</bdi>, <Age at={at} after="ago" />
                  </>
                ),
              })),
              ...(change.because === null ? [] : [{ label: "Why", value: <bdi>{change.because}</bdi> }]),
              ...(change.practitioner === null && change.record.type !== "practitioner"
                ? []
                : [
                    {
                      label: "Record",
                      value: (
                        <Link to={placeOfChange(change, region)}>
                          <bdi>{change.practitioner?.name ?? change.recordName ?? change.record.id}</bdi>
                        </Link>
                      ),
                    },
                  ]),
            ],
          ]}
        />
        {change.openRequests.map(({ commentId, by, at, words }) => (
          <div key={commentId} className={styles["request"]}>
            <p>
              <b>
                <bdi>{by.name}</bdi>
              </b>{" "}
              asks for a change, <Age at={at} after="ago" />: “<bdi>{words}</bdi>”
            </p>
            {session?.person?.id === by.id ? (
              <Button size="xs" loading={withdraw.isPending} onClick={() => withdraw.mutate(commentId)}>
                Withdraw the request
              </Button>
            ) : null}
          </div>
        ))}
        <Comments changeSet={changeSet} changeId={change.id} />
      </div>
    </SideDrawer>
  );
}

/** Whether a change has evidence of its own; that of the set stands once beside the review. */
function differsFrom(ofSet: DraftEvidence | null, own: Evidence | null): boolean {
  if (own === null) return false;
  return (["reason", "source", "verifiedOn", "reviewBy", "from", "until"] as const).some(
    (part) => own[part] !== (ofSet?.[part] ?? null),
  );
}

/** Evidence in a line. */
export function EvidenceText({ evidence }: { evidence: DraftEvidence | null }) {
  const { dayText } = useZone();
  if (evidence === null) return null;
  const { reason, source, verifiedOn, reviewBy, from, until } = evidence;
  return (
    <>
      {reason === "" ? null : (
        <>
          “<bdi>{reason}</bdi>”
        </>
      )}
      {source === null || source === "" ? null : (
        <>
          {" "}
          from <bdi>{source}</bdi>
        </>
      )}
      {verifiedOn === null ? null : `, verified ${dayText(verifiedOn)}`}
      {reviewBy === null ? null : `, review by ${dayText(reviewBy)}`}
      {from === null ? null : `, from ${dayText(from)}`}
      {until === null ? null : `, until ${dayText(until)}`}
    </>
  );
}
