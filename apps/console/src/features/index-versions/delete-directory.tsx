import type { Deletion, DeletionPlan, IndexVersion } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { Note } from "#/marks/note.tsx";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./index-versions.module.css";
import { useAnswerDeletion, useDeleteIndexVersion } from "./deletion-mutations.ts";
import { deletionQuery } from "./queries.ts";

/** Deletes the index version of a directory in the service, after its name was typed. Never the standard or the test index. */
export function DeleteDirectory({ indexVersion }: { indexVersion: IndexVersion }) {
  const isGiven = indexVersion.origin === "standard" || indexVersion.origin === "test";
  const { data: plan } = useQuery({ ...deletionQuery(indexVersion.id), enabled: !isGiven });
  if (isGiven || plan === undefined) return null;
  const { latest } = plan;
  const isOpen = latest !== null && ["held", "sending", "unknown"].includes(latest.state);
  return (
    <section className={styles["delete"]} aria-labelledby="delete-directory">
      <h2 id="delete-directory">{latest?.state === "deleted" ? "Deleted in the service" : "Delete in the service"}</h2>
      {latest === null ? null : <Latest deletion={latest} plan={plan} indexId={indexVersion.id} />}
      {isOpen || latest?.state === "deleted" ? null : plan.refused === null ? (
        <Permitted action="delete" says>
          <DeleteForm plan={plan} indexId={indexVersion.id} />
        </Permitted>
      ) : (
        <p>{plan.refused}</p>
      )}
    </section>
  );
}

function Latest({ deletion, plan, indexId }: { deletion: Deletion; plan: DeletionPlan; indexId: string }) {
  const answer = useAnswerDeletion(indexId);
  const busy = answer.isPending;
  const failed =
    answer.error === null ? null : (
      <Note kind="failed" live>
        {errorSentence(answer.error)}
      </Note>
    );
  switch (deletion.state) {
    case "withdrawn":
      return null;
    case "sending":
      return <Note kind="unknown">The service is being asked to delete it.</Note>;
    case "deleted":
      return (
        <Note kind="ok">
          Deleted <Age at={deletion.settledAt} after="ago" /> by <bdi>{deletion.createdBy.name}</bdi>: “
          <bdi>{deletion.reason}</bdi>” {goneText(deletion)} Its overrides and its history stay here.
        </Note>
      );
    case "refused":
    case "not deleted":
      return (
        <Note kind="refused">
          It was not deleted. {deletion.why} {deletion.words?.message ?? ""}
        </Note>
      );
    case "held":
      return (
        <>
          <Note kind="held">
            The deletion is held. {plan.canSend ? "The service profile now has the operation." : deletion.why} The
            directory and its readers stay as they are until then.
          </Note>
          <details>
            <summary>Runbook: delete it elsewhere</summary>
            <pre className={styles["runbook"]}>{plan.runbook}</pre>
          </details>
          <div className={styles["row"]}>
            <Permitted action="delete" says>
              {plan.canSend ? (
                <ConfirmButton
                  label="Send the deletion"
                  question={`The index version is deleted with all that was written in it${plan.live === 0 ? "" : plan.live === 1 ? ", and its live override is no longer served" : `, and its ${numberText(plan.live)} live overrides are no longer served`}. This can’t be undone.`}
                  confirmLabel="Delete"
                  busy={busy}
                  onConfirm={() => answer.mutate({ liveOverrides: plan.live })}
                />
              ) : null}
              <ConfirmButton
                label="It was deleted elsewhere"
                question="The directory is archived, and its overrides are no longer served."
                confirmLabel="It was deleted"
                busy={busy}
                onConfirm={() => answer.mutate({ as: "deleted" })}
              />
              <Button variant="subtle" loading={busy} onClick={() => answer.mutate("withdraw")}>
                Withdraw
              </Button>
            </Permitted>
          </div>
          {failed}
        </>
      );
    case "unknown":
      return (
        <>
          <Note kind="unknown">
            {deletion.why}{" "}
            {plan.checkedBy === null
              ? "The service can’t be asked whether it still has it."
              : "The console asks the service from time to time whether it still has it."}
          </Note>
          <div className={styles["row"]}>
            <Permitted action="delete" says>
              <ConfirmButton
                label="It was deleted"
                question="The directory is archived, and its overrides are no longer served."
                confirmLabel="It was deleted"
                busy={busy}
                onConfirm={() => answer.mutate({ as: "deleted" })}
              />
              <ConfirmButton
                label="It was not deleted"
                question="It can then be asked for again."
                confirmLabel="It was not deleted"
                busy={busy}
                onConfirm={() => answer.mutate({ as: "not deleted" })}
              />
            </Permitted>
          </div>
          {failed}
        </>
      );
  }
}

const goneTexts: { [gone in NonNullable<Deletion["receipt"]>["gone"]]: string } = {
  read: "It was read again, and the service no longer has it.",
  list: "The service no longer lists it.",
  "said by a person": "A person said so; the service could not be asked.",
  "not checked": "The service confirmed it, and can’t be asked whether it is gone.",
};

function goneText({ receipt }: Deletion): string {
  return goneTexts[receipt?.gone ?? "not checked"];
}

function DeleteForm({ plan, indexId }: { plan: DeletionPlan; indexId: string }) {
  const remove = useDeleteIndexVersion(indexId);
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const refused = remove.error instanceof BffError ? remove.error : null;
  const isNamed = name.trim() === plan.name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isNamed && reason.trim() !== "") remove.mutate({ name, reason: reason.trim(), liveOverrides: plan.live });
  };
  return (
    <form className={styles["deleteForm"]} onSubmit={submit} noValidate>
      <p>
        The index version <code>{indexId}</code> is deleted in the service, with all that was written in it. This can’t
        be undone. Its overrides and its history stay here, archived.
      </p>
      {plan.live === 0 ? (
        <p>It has no live overrides.</p>
      ) : (
        <Note kind="outside">
          Its readers lose {plan.live === 1 ? "one live override" : `${numberText(plan.live)} live overrides`}
          {plan.held === 0
            ? ""
            : `, of which ${numberText(plan.held)} ${plan.held === 1 ? "is" : "are"} in this console alone`}
          .
        </Note>
      )}
      {plan.canSend ? null : (
        <Note kind="held">
          The service profile has no operation for it: the deletion will be held, with a runbook for doing it elsewhere.
        </Note>
      )}
      <TextField
        label={`Type “${plan.name}” to confirm`}
        autoComplete="off"
        spellCheck={false}
        value={name}
        maxLength={maxLength.name}
        onChange={(event) => setName(event.target.value)}
        error={refused?.fieldError("/name")}
      />
      <TextField
        label="Why"
        value={reason}
        maxLength={maxLength.reason}
        onChange={(event) => setReason(event.target.value)}
        error={refused?.fieldError("/reason")}
      />
      {plan.request === null ? null : (
        <details>
          <summary>The request</summary>
          <pre className={styles["runbook"]}>{plan.request}</pre>
        </details>
      )}
      <CommandFailure error={remove.error} fields="any" />
      <div className={styles["row"]}>
        <Button type="submit" disabled={!isNamed || reason.trim() === ""} loading={remove.isPending}>
          {plan.canSend ? "Delete this directory" : "Hold the deletion"}
        </Button>
      </div>
    </form>
  );
}
