import type { Account } from "@dc/contract";
import { useState } from "react";
import { canUsePasskeys } from "#/connection/passkeys.ts";
import { Age } from "#/ui/display/age.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { useRemovePasskey, useRenamePasskey } from "./mutations.ts";
import styles from "./account.module.css";
import { TextField } from "#/ui/form/field.tsx";
import { AccountForm, fieldErrorOf } from "./account-form.tsx";

type Passkey = Account["passkeys"][number];

/** The passkeys of the person, each with what can be done about it. */
export function PasskeyList({ account }: { account: Account }) {
  const [adding, setAdding] = useState(false);
  const { passkeys } = account;
  const offersAdding = canUsePasskeys() && !adding;
  return (
    <section aria-labelledby="passkeys">
      <SectionHeading
        id="passkeys"
        title="Passkeys"
        {...(offersAdding
          ? {
              action: (
                <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
                  Add a passkey
                </Button>
              ),
            }
          : {})}
      />
      {adding ? <PasskeyForm hasPassword={account.password !== null} onDone={() => setAdding(false)} /> : null}
      {passkeys.length === 0 ? null : (
        <ul className={styles["list"]} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <p className="fine">
        {canUsePasskeys()
          ? "A passkey lets you in with a finger, a face or the PIN of a device, instead of password and code."
          : "Passkeys can be used where the console has a host name, over https or on localhost, in a browser that has them."}
      </p>
    </section>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const [renaming, setRenaming] = useState(false);
  const remove = useRemovePasskey();
  const toast = useToast();
  return (
    <li>
      <Icon name="key" />
      <span>
        <bdi>{passkey.name}</bdi>
        <small>
          <Age at={passkey.addedAt} before="added" after="ago" />,{" "}
          {passkey.lastUsedAt === null ? "not used yet" : <Age at={passkey.lastUsedAt} before="used" after="ago" />}
        </small>
        {renaming ? <RenamePasskeyForm passkey={passkey} onDone={() => setRenaming(false)} /> : null}
      </span>
      {renaming ? null : (
        <div className="buttons">
          <Button aria-label={`Rename ${passkey.name}`} onClick={() => setRenaming(true)}>
            Rename
          </Button>
          <ConfirmButton
            label="Remove"
            confirmLabel={`Remove ${passkey.name}`}
            question="It no longer lets anybody in. Remove it from your device, too."
            busy={remove.isPending}
            onConfirm={() =>
              remove.mutate(passkey.id, {
                onSuccess: () => toast({ text: `The passkey ${passkey.name} is removed.` }),
              })
            }
          />
        </div>
      )}
    </li>
  );
}

/** Gives a passkey another name. */
function RenamePasskeyForm({ passkey, onDone }: { passkey: Account["passkeys"][number]; onDone: () => void }) {
  const rename = useRenamePasskey();
  const [name, setName] = useState(passkey.name);
  return (
    <AccountForm
      verb="Rename the passkey"
      error={rename.error}
      busy={rename.isPending}
      onSubmit={() => rename.mutate({ id: passkey.id, name }, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <TextField
        label="Name of the passkey"
        autoFocus
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldErrorOf(rename.error, "/name")}
      />
    </AccountForm>
  );
}
