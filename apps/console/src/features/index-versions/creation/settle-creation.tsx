import type { Creation } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type SubmitEvent } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { Note } from "#/marks/note.tsx";
import { State } from "#/marks/state.tsx";
import styles from "#/features/index-versions/index-versions.module.css";
import { indexVersionsKey } from "#/index-choice/queries.ts";
import { useSettleCreation } from "./creation-mutations.ts";
import { useOffered } from "#/features/index-versions/use-offered.ts";

export interface SettleCreationProps {
  creation: Creation;
  onSettled: (creation: Creation) => void;
}

/** A creation whose reply was lost, and the three ways in which a person settles it. */
export function SettleCreation({ creation, onSettled }: SettleCreationProps) {
  const settle = useSettleCreation(creation.id);
  const offered = useOffered();
  const client = useQueryClient();
  // One that the console settled by itself meanwhile is in the list.
  useEffect(() => () => void client.invalidateQueries({ queryKey: indexVersionsKey }), [client]);
  const namesakes = offered?.items.filter(({ name }) => name === creation.name) ?? [];
  const [id, setId] = useState("");
  const [tried, setTried] = useState(false);
  const refused = settle.error instanceof BffError ? settle.error : null;
  const fieldError = tried && id.trim() === "" ? "Enter the id of the index version." : refused?.fieldError("/indexId");
  const adopt = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (id.trim() === "") return;
    settle.mutate({ as: "adopted", indexId: id.trim() }, { onSuccess: onSettled });
  };
  if (creation.state === "sending") {
    return (
      <section className={styles["creation"]} aria-label={`Create “${creation.name}”`}>
        <div className={styles["creationHead"]}>
          <State state="sending" />
          <h2>
            Create “<bdi>{creation.name}</bdi>”
          </h2>
          <Age at={creation.sentAt} />
        </div>
      </section>
    );
  }
  return (
    <section className={styles["creation"]} aria-label={`Create “${creation.name}”`}>
      <div className={styles["creationHead"]}>
        <State state="unknown" />
        <h2>
          Create “<bdi>{creation.name}</bdi>”
        </h2>
        <Age at={creation.sentAt ?? creation.createdAt} />
      </div>
      <p>
        {creation.why ?? "It was sent and no reply came."} The index may exist. Its id is not known; it won’t be sent
        again.
        {offered?.state === "listed" && namesakes.length === 0
          ? " It may settle by itself, once one of this name turns up in the service."
          : ""}
      </p>
      {namesakes.length === 0 ? null : (
        <p>
          In the service under this name, not here yet:{" "}
          {namesakes.map((namesake) => (
            <Button key={namesake.id} size="xs" variant="subtle" onClick={() => setId(namesake.id)}>
              {namesake.id}
            </Button>
          ))}
        </p>
      )}
      <div className={styles["settle"]}>
        <Permitted action="settle" says>
          <Permitted action="settle" forAll>
            <form onSubmit={adopt} noValidate>
              <div className={styles["idField"]}>
                <TextField
                  label="Its id, if you know it"
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  value={id}
                  onChange={(event) => setId(event.target.value)}
                  error={fieldError}
                />
              </div>
              <Button type="submit" variant="filled" loading={settle.isPending}>
                Check and adopt
              </Button>
            </form>
          </Permitted>
          <ConfirmButton
            label="It wasn’t created"
            question="The same name can then be requested again."
            confirmLabel="It wasn’t created"
            busy={settle.isPending}
            onConfirm={() => settle.mutate({ as: "not created" }, { onSuccess: onSettled })}
          />
          <ConfirmButton
            label="Abandon it"
            variant="subtle"
            question="It may exist in the service, but this console no longer tracks it."
            confirmLabel="Abandon it"
            busy={settle.isPending}
            onConfirm={() => settle.mutate({ as: "abandoned" }, { onSuccess: onSettled })}
          />
        </Permitted>
      </div>
      {settle.error === null || refused?.fieldError("/indexId") !== undefined ? null : (
        <div style={{ marginBlockStart: 10 }}>
          <Note kind="failed" live>
            {errorSentence(settle.error)}
          </Note>
        </div>
      )}
    </section>
  );
}
