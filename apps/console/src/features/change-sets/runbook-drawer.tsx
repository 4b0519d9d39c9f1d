import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { errorSentence, requestIdOf } from "#/api/bff-error.ts";
import { labelOfField } from "#/features/changes/leaf.ts";
import { addressOfCall } from "#/features/connection/gateway-call.ts";
import { connectionQuery } from "#/features/session/queries.ts";
import { Button } from "#/ui/button.tsx";
import { copyText } from "#/ui/copyable-id.tsx";
import { Icon } from "#/ui/icon.tsx";
import { Note } from "#/ui/note.tsx";
import { ReadFailure } from "#/ui/read-failure.tsx";
import { SideDrawer } from "#/ui/side-drawer.tsx";
import { SkeletonRows } from "#/ui/skeleton-rows.tsx";
import styles from "./change-sets.module.css";
import { StepValue } from "./step-value.tsx";
import { planNamesQuery, runbookQuery } from "./queries.ts";

export interface RunbookDrawerProps {
  of: { changeSetId: string } | { indexId: string };
  opened: boolean;
  onClose: () => void;
}

/** The steps that a person takes elsewhere for what the service has no documented way to take; settled by reading. */
export function RunbookDrawer({ of, opened, onClose }: RunbookDrawerProps) {
  const { data, error, refetch } = useQuery({ ...runbookQuery(of), enabled: opened });
  const { data: connection } = useQuery(connectionQuery);
  const { data: planNames } = useQuery({ ...planNamesQuery, enabled: opened });
  const planName = (id: string) => planNames?.get(id) ?? null;
  const [first] = data?.steps ?? [];
  const [copied, setCopied] = useState<"no" | "copied" | "refused">("no");
  return (
    <SideDrawer
      opened={opened}
      title={data === undefined ? "Runbook" : `Runbook for ${data.indexName}`}
      onClose={onClose}
      footer={
        data === undefined || data.steps.length === 0 ? undefined : (
          <Button
            leftSection={<Icon name={copied === "copied" ? "check" : "copy"} />}
            onClick={() => void copyText(data.text).then((worked) => setCopied(worked ? "copied" : "refused"))}
          >
            {copied === "copied" ? "Copied" : copied === "refused" ? "The browser refused" : "Copy as text"}
          </Button>
        )
      }
    >
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={6} label="Loading the runbook" />
        ) : (
          <ReadFailure sentence={errorSentence(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )
      ) : data.steps.length === 0 ? (
        <p>Nothing is held here, so there is nothing to do by hand.</p>
      ) : (
        <>
          <Note kind="held">
            Make these changes where you can, in this order. The next reading that finds a value turns its change to
            applied.
            {first === undefined ? null : (
              <>
                {" "}
                Readers get the new values through the gateway already:{" "}
                <Link to={addressOfCall(data.indexId, first.record)}>see the call</Link>.
              </>
            )}
          </Note>
          <ol className={styles["steps"]}>
            {data.steps.map((step) => (
              <li key={step.number}>
                <b>{step.number}</b>
                <div>
                  <b>
                    <bdi>{step.title}</bdi>
                  </b>{" "}
                  <code>{step.record.id}</code>
                  <dl>
                    {step.field === null ? null : (
                      <>
                        <dt>Field</dt>
                        <dd>{labelOfField(connection, step.record.type, step.field)}</dd>
                      </>
                    )}
                    <dt>Now</dt>
                    <dd>
                      <StepValue reading={step.from} other={step.to} sign="−" planName={planName} />
                    </dd>
                    <dt>Then</dt>
                    <dd>
                      <StepValue reading={step.to} other={step.from} sign="+" planName={planName} />
                    </dd>
                  </dl>
                  <small>
                    Check: <code>{step.check}</code>
                  </small>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </SideDrawer>
  );
}
