import type { Claim, ClaimList, SettleClaimInput, SettledClaim } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { BffError } from "#/api/bff-error.ts";
import { bff, path } from "#/api/bff.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import styles from "./brief-screen.module.css";

const claimsQuery = (indexId: string) =>
  queryOptions({
    queryKey: ["claims", indexId],
    queryFn: ({ signal }) => bff.get<ClaimList>(path`/index-versions/${indexId}/claims`, { signal }),
  });

/** So many answers are shown before the brief; the rest on request. */
const FIRST_SHOWN = 5;

const settleAnswer = (indexId: string, id: string, input: SettleClaimInput) =>
  bff.post<SettledClaim>(path`/index-versions/${indexId}/claims/${id}/settle`, input);

const isPlainlyRight = ({ says, movedSince }: Claim) => says === "right" && !movedSince;

/** What readers answered, as it waits for a person: the newest first, those about one practitioner together. */
export function ClaimSection({ indexId }: { indexId: string }) {
  const { data, error, refetch } = useQuery(claimsQuery(indexId));
  const [showsAll, setShowsAll] = useState(false);
  const [params] = useUrlState();
  const asked = params.get("answer");
  const right = (data?.items ?? []).filter(isPlainlyRight);
  const takeAll = useCommand({
    run: async () => {
      const refused: BffError[] = [];
      for (const { id } of right)
        await settleAnswer(indexId, id, { as: "verified", reason: null }).catch((failure: unknown) => {
          // One that somebody settled or that moved meanwhile keeps none of the others.
          if (!(failure instanceof BffError) || !["wrong_state", "not_found"].includes(failure.code)) throw failure;
          refused.push(failure);
        });
      const [first] = refused;
      if (first !== undefined) throw first;
    },
    changes: ["claim", "verification"],
    rereadsAfter: anyFailure,
  });
  if (error !== null && data === undefined) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.items.length === 0) return null;
  const claims = [...Map.groupBy(data.items, ({ practitionerId }) => practitionerId).values()].flat();
  const isAskedLater = claims.findIndex(({ id }) => id === asked) >= FIRST_SHOWN;
  const shown = showsAll || isAskedLater ? claims : claims.slice(0, FIRST_SHOWN);
  const hidden = claims.length - shown.length;
  return (
    <section aria-labelledby="claims" className={styles["section"]}>
      <SectionHeading
        id="claims"
        title="Answers of readers"
        note={
          data.total > data.items.length
            ? `${numberText(data.total)} to settle, the newest ${data.items.length} of which are listed`
            : `${numberText(data.total)} to settle`
        }
        action={
          right.length < 2 ? undefined : (
            <Permitted action="stage">
              <Button size="sm" loading={takeAll.isPending} onClick={() => takeAll.mutate()}>
                Take all {right.length} that are right as verified
              </Button>
            </Permitted>
          )
        }
      />
      <CommandFailure error={takeAll.error} />
      <ul className={styles["claims"]} aria-label="Answers of readers">
        {shown.map((claim) => (
          <ClaimLine key={claim.id} claim={claim} indexId={indexId} isAsked={claim.id === asked} />
        ))}
      </ul>
      {hidden === 0 ? null : (
        <Button size="sm" variant="subtle" onClick={() => setShowsAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </section>
  );
}

function ClaimLine({ claim, indexId, isAsked }: { claim: Claim; indexId: string; isAsked: boolean }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    item.current?.focus({ preventScroll: true });
    item.current?.scrollIntoView({ block: "nearest" });
  }, [isAsked]);
  const { id, practitionerId, says, about, words, name, howKnown, line, change, sharedWith, movedSince, at } = claim;
  const navigate = useNavigate();
  const [reason, setReason] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const settle = useCommand({
    run: (input: SettleClaimInput) => settleAnswer(indexId, id, input),
    changes: ["claim", "verification", "change-set"],
    rereadsAfter: anyFailure,
    onDone: ({ changeSetId }, { as }) => {
      if (as === "correcting" && changeSetId === null) void navigate(paths.directory.href({ indexId }));
      if (changeSetId !== null) void navigate(paths.practitioner.href({ indexId, practitionerId }));
    },
  });
  const dismiss = () => {
    setTried(true);
    if (reason !== null && reason.trim() !== "") settle.mutate({ as: "dismissed", reason: reason.trim() });
  };
  const who = claim.practitionerName ?? practitionerId;
  return (
    <li ref={item} {...(isAsked ? { tabIndex: -1, "aria-current": true } : {})}>
      <p>
        <b>
          <bdi>{who}</bdi>
        </b>{" "}
        is {says}
        {about === null || about === "other" ? "" : `, the ${about}`}
        {words === null ? "" : ": “"}
        <bdi>{words}</bdi>
        {words === null ? "" : "”"}
      </p>
      <p className="fine">
        <bdi>{name}</bdi>, by the link of <bdi>{sharedWith}</bdi>, <Age at={at} after="ago" />
        {howKnown === null ? null : (
          <>
            . <bdi>{howKnown}</bdi>
          </>
        )}
      </p>
      <p className="fine">
        {change === null ? "Read" : "The line that was answered"}: <bdi>{line}</bdi>
        {movedSince ? ". What the directory says has changed since" : ""}
      </p>
      <Permitted action="stage">
        <div className="buttons">
          {isPlainlyRight(claim) ? (
            <Button
              size="sm"
              loading={settle.isPending}
              aria-label={`Take as verified: ${who}`}
              onClick={() => settle.mutate({ as: "verified", reason: null })}
            >
              Take as verified
            </Button>
          ) : null}
          {says === "wrong" ? (
            <Button
              size="sm"
              loading={settle.isPending}
              aria-label={`Correct it: ${who}`}
              onClick={() => settle.mutate({ as: "correcting", reason: null })}
            >
              Correct it
            </Button>
          ) : null}
          {reason === null ? (
            <Button size="sm" aria-label={`Dismiss: ${who}`} onClick={() => setReason("")}>
              Dismiss…
            </Button>
          ) : null}
        </div>
        {reason === null ? null : (
          <div className={styles["tools"]}>
            <TextField
              label="Why it is dismissed"
              autoFocus
              maxLength={maxLength.reason}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              error={tried && reason.trim() === "" ? "Enter a reason." : undefined}
            />
            <Button loading={settle.isPending} onClick={dismiss}>
              Dismiss the answer
            </Button>
            <Button variant="subtle" onClick={() => setReason(null)}>
              Keep it
            </Button>
          </div>
        )}
      </Permitted>
      <CommandFailure error={settle.error} />
    </li>
  );
}
