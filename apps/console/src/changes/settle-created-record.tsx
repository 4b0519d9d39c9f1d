import type { Change } from "@dc/contract";
import { useState, type SubmitEvent } from "react";
import { BffError } from "#/api/bff-error.ts";
import { useChangeVerb } from "./mutations.ts";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import styles from "./changes.module.css";

/** Settles the creation of a record whose reply was lost. */
export function SettleCreated({ change }: { change: Change }) {
  const verb = useChangeVerb();
  const [id, setId] = useState("");
  const [tried, setTried] = useState(false);
  const { type } = change.record;
  const refused = verb.error instanceof BffError ? verb.error.fieldError("/recordId") : undefined;
  const error =
    tried && id.trim() === ""
      ? "Enter the id that the service assigned."
      : refused === undefined
        ? undefined
        : `The id ${refused}.`;
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (id.trim() !== "") verb.mutate({ id: change.id, verb: "settle", as: "applied", recordId: id.trim() });
  };
  return (
    <div className={styles["settle"]}>
      <form onSubmit={find} noValidate>
        <TextField
          label="I found it: its id is"
          mono
          autoComplete="off"
          spellCheck={false}
          value={id}
          onChange={(event) => setId(event.target.value)}
          {...(error === undefined
            ? { help: `The ${type} is read with this id in this index before the change is settled.` }
            : { error })}
        />
        <div className={styles["ways"]}>
          <Button type="submit" variant="filled" loading={verb.isPending}>
            Check and settle
          </Button>
          <Button
            waits={verb.isPending}
            data-tip="Searches the service’s list of records for the new one again."
            onClick={() => verb.mutate({ id: change.id, verb: "settle", as: "read" })}
          >
            Look again
          </Button>
        </div>
      </form>
      <div className={styles["ways"]}>
        <ConfirmButton
          label="It was not created, send again"
          confirmLabel="Send again"
          question={`If the ${type} exists after all, there will be two.`}
          busy={verb.isPending}
          onConfirm={() => verb.mutate({ id: change.id, verb: "settle", as: "not applied", sendAgain: true })}
        />
        <ConfirmButton
          label="It was not created, withdraw it"
          confirmLabel="Withdraw it"
          variant="subtle"
          question="It is removed from the directory. If it exists after all, the console doesn’t know it."
          busy={verb.isPending}
          onConfirm={() => verb.mutate({ id: change.id, verb: "settle", as: "not applied" })}
        />
      </div>
    </div>
  );
}
