import type { ListedConnection } from "@dc/contract";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { useRotateKey } from "./mutations.ts";
import styles from "./connections.module.css";

/** Puts another key in place of the one in use. A key is never shown again. */
export function RotateKey({
  connection,
  onRotated,
}: {
  connection: ListedConnection;
  onRotated: (now: ListedConnection) => void;
}) {
  const rotate = useRotateKey();
  const toast = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const [apiKey, setApiKey] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const refused = rotate.error instanceof BffError ? rotate.error : null;
  const isUnreachable = refused?.code === "service_unreachable";
  const send = (untested: boolean) => {
    setIsEmpty(apiKey.trim() === "");
    if (apiKey.trim() === "") return;
    rotate.mutate(
      { id: connection.id, version: connection.version, apiKey: apiKey.trim(), untested },
      {
        onSuccess: (now) => {
          toast({ text: `${connection.name} uses the key that ends …${now.key?.lastFour ?? ""}.` });
          onRotated(now);
          setApiKey("");
          setIsOpen(false);
        },
      },
    );
  };
  const ends = connection.key === null ? "" : `Ends …${connection.key.lastFour}, set `;
  return (
    <div className={styles["stack"]}>
      <p className={styles["quiet"]}>
        {ends}
        {connection.key === null ? null : <Age at={connection.key.setAt} after="ago" />}. The new one is tried with a
        read before the old one is let go; calls under way end with the old one.
      </p>
      {isOpen ? (
        <>
          <PasswordField
            label="New key"
            autoComplete="off"
            help="Stored encrypted; never shown again."
            value={apiKey}
            onChange={(event) => setApiKey(event.target.value)}
            error={isEmpty ? "Enter the new key." : refused?.fieldError("/apiKey")}
          />
          <CommandFailure error={rotate.error} fields={["/apiKey"]} />
          <div className="buttons">
            <Button loading={rotate.isPending} onClick={() => send(false)}>
              Try and use the new key
            </Button>
            {isUnreachable ? (
              <Button variant="subtle" loading={rotate.isPending} onClick={() => send(true)}>
                Use it untried
              </Button>
            ) : null}
            <Button variant="subtle" onClick={() => setIsOpen(false)}>
              Keep the old key
            </Button>
          </div>
        </>
      ) : (
        <div className="buttons">
          <Button onClick={() => setIsOpen(true)}>Change the key</Button>
        </div>
      )}
    </div>
  );
}
