import type { SecondFactorStart } from "@dc/contract";
import { useState, type SubmitEvent } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { CopyBox } from "#/ui/display/copy-box.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { Note } from "#/marks/note.tsx";
import { useConfirmSecondFactor, useStartSecondFactor } from "./mutations.ts";
import { QrPicture } from "./qr-picture.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import styles from "./account.module.css";

/** Sets up codes of an app: the password, then a code of it, then the recovery codes. */
export function SecondFactorForm({ onDone }: { onDone: () => void }) {
  const start = useStartSecondFactor();
  const confirm = useConfirmSecondFactor();
  const [password, setPassword] = useState("");
  if (confirm.data !== undefined) return <RecoveryCodeList codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (start.data !== undefined) return <ConfirmForm started={start.data} confirm={confirm} onCancel={onDone} />;
  const refused = start.error instanceof BffError ? start.error : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    start.mutate({ password });
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={refused?.fieldError("/password")}
      />
      <Failure error={start.error} />
      <div className={styles["verbs"]}>
        <Button type="submit" variant="filled" loading={start.isPending}>
          Show the code for the app
        </Button>
        <Button variant="subtle" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function ConfirmForm({
  started,
  confirm,
  onCancel,
}: {
  started: SecondFactorStart;
  confirm: ReturnType<typeof useConfirmSecondFactor>;
  onCancel: () => void;
}) {
  const [code, setCode] = useState("");
  const refused = confirm.error instanceof BffError ? confirm.error : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    confirm.mutate({ code });
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <p>Scan this with an app that shows codes, or type the secret into it.</p>
      <QrPicture text={started.uri} label="QR code for the app; the secret below says the same" />
      <CopyBox label="Secret for the app" text={started.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")} />
      <TextField
        label="Code of the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        help="Six digits. Every other session ends."
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={refused?.fieldError("/code")}
      />
      <Failure error={confirm.error} />
      <div className={styles["verbs"]}>
        <Button type="submit" variant="filled" loading={confirm.isPending}>
          Turn on the second factor
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What failed, unless a field tells it. */
export function Failure({ error }: { error: Error | null }) {
  if (error === null || (error instanceof BffError && error.problem.errors !== undefined)) return null;
  return (
    <Note kind="failed" live>
      {errorSentence(error)}
    </Note>
  );
}
