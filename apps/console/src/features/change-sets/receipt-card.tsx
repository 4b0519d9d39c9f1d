import type { Change } from "@dc/contract";
import type { FieldWording } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useChangeVerb } from "#/changes/mutations.ts";
import { paths } from "#/paths.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { ReadingValue } from "#/record/reading-value.tsx";
import { SettleCreated } from "#/changes/settle-created-record.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { DescriptionCard } from "#/ui/page/card.tsx";
import { formatFullTime } from "#/ui/display/format-time.ts";
import { State } from "#/marks/state.tsx";
import { reasonOf } from "#/record/lifecycle.ts";
import { ServiceWords } from "#/record/service-words.tsx";
import { approvalSettingsQuery } from "#/connection/queries.ts";
import { useZone } from "#/connection/use-zone.ts";
import { useWithdrawVerb, WordsDrawer } from "#/changes/words-drawer.tsx";
import styles from "./change-sets.module.css";

export interface ReceiptCardProps {
  change: Change;
  number: number;
  sentence: string;
  /** The wording of the values. */
  wording: FieldWording | null;
  /** Whether its set is paused, which sends nothing before it is resumed. */
  isPaused: boolean;
}

/** Withdraws a held change, with a reason where approvals are required. */
function WithdrawChange({ change: { id } }: Pick<ReceiptCardProps, "change">) {
  const verb = useChangeVerb();
  const { data: settings } = useQuery(approvalSettingsQuery);
  const [isAsked, setAsked] = useState(false);
  const withdrawVerb = useWithdrawVerb();
  const needsReason = (settings?.required ?? 0) > 0;
  return (
    <>
      <Button
        loading={verb.isPending}
        onClick={() => (needsReason ? setAsked(true) : verb.mutate({ id, verb: "withdraw" }))}
      >
        Withdraw
      </Button>
      {isAsked ? (
        <WordsDrawer
          verb={withdrawVerb}
          count={1}
          busy={verb.isPending}
          onClose={() => setAsked(false)}
          onSay={(reason) => verb.mutate({ id, verb: "withdraw", reason }, { onSuccess: () => setAsked(false) })}
        />
      ) : null}
    </>
  );
}

const shortHash = (hash: string) => (hash.length > 12 ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : hash);

/** One change with its receipt and the actions that are left. */
export function ReceiptCard({ change, number, sentence, wording, isPaused }: ReceiptCardProps) {
  const { dayText } = useZone();
  const verb = useChangeVerb();
  const { receipt, words, state } = change;
  const rows: { label: string; value: ReactNode }[] = [{ label: "Change", value: <bdi>{sentence}</bdi> }];
  if (receipt !== null)
    rows.push({ label: "Intended", value: <ReadingValue reading={receipt.intended} wording={wording} /> });
  if (change.sentAt !== null) rows.push({ label: "Sent", value: formatFullTime(new Date(change.sentAt)) });
  if (words !== null) {
    rows.push({
      label: "Service",
      value: <ServiceWords words={words} />,
    });
  }
  if (receipt !== null) {
    rows.push({
      label: "Read back",
      value:
        receipt.readBack === null ? (
          "not yet"
        ) : receipt.asWanted ? (
          "matches"
        ) : (
          <ReadingValue reading={receipt.readBack} wording={wording} />
        ),
    });
    rows.push({
      label: "Base",
      value: `${receipt.base}${receipt.baseHash === null ? "" : `, ${shortHash(receipt.baseHash)}`}`,
    });
    if (receipt.sibling !== null)
      rows.push({ label: "Other index", value: `${receipt.sibling.moved}, ${receipt.sibling.indexId}` });
  }
  const request = receipt?.requestId ?? change.requestId ?? words?.requestId ?? null;
  if (request !== null) rows.push({ label: "Request", value: <CopyableId id={request} /> });
  if (change.evidence !== null) rows.push({ label: "Reason", value: <bdi>{change.evidence.reason}</bdi> });
  if (change.evidence?.from != null) rows.push({ label: "From", value: dayText(change.evidence.from) });
  if (change.evidence?.until != null) rows.push({ label: "Until", value: dayText(change.evidence.until) });
  const why: ReactNode =
    state === "unknown"
      ? (change.because ?? "It may or may not have been applied. It won’t be resent automatically.")
      : state === "applied" && receipt?.foundNotSent === true
        ? "Found in the index, not sent by us."
        : state === "applied" && receipt?.nothingSent === true
          ? "Nothing was sent: the index version already had this value."
          : reasonOf(change.because);
  const ask = (as: "read" | "applied" | "not applied") => verb.mutate({ id: change.id, verb: "settle", as });
  const ways: ReactNode =
    change.alarmId !== null ? null : state === "unknown" && change.operation.op === "create" ? (
      <SettleCreated key={change.id} change={change} />
    ) : state === "unknown" ? (
      <>
        <Button variant="filled" loading={verb.isPending} onClick={() => ask("read")}>
          Read now
        </Button>
        <Button waits={verb.isPending} onClick={() => ask("applied")}>
          It was applied
        </Button>
        <Button waits={verb.isPending} onClick={() => ask("not applied")}>
          It was not applied
        </Button>
      </>
    ) : state === "held" ? (
      <WithdrawChange change={change} />
    ) : change.retriedIn !== null ? (
      <Button to={paths.changeSet.href({ changeSetId: change.retriedIn })}>See the retry</Button>
    ) : state === "failed" || (state === "deferred" && !isPaused) ? (
      <Button loading={verb.isPending} onClick={() => verb.mutate({ id: change.id, verb: "send" })}>
        {state === "failed" || change.attempt > 0 ? "Send again" : "Send now"}
      </Button>
    ) : null;
  return (
    <DescriptionCard
      mark={<State state={state} show="mark" />}
      title={`Change ${number}: ${state}`}
      {...(change.attempt > 0
        ? { action: <span style={{ color: "var(--dc-ink-3)" }}>attempt {change.attempt}</span> }
        : {})}
      groups={[rows]}
      {...(why === null && ways === null
        ? {}
        : {
            footer: (
              <div>
                {why === null ? null : (
                  <p style={{ fontSize: "0.8125rem", lineHeight: "1.25rem", color: "var(--dc-ink-2)" }}>{why}</p>
                )}
                {ways === null ? null : (
                  <div className={styles["settle"]}>
                    <Permitted action={state === "unknown" ? "settle" : "apply"} says>
                      {ways}
                    </Permitted>
                  </div>
                )}
              </div>
            ),
          })}
    />
  );
}
