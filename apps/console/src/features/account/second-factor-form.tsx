import type { SecondFactorStart } from "@dc/contract";
import { useState } from "react";
import { CopyBox } from "#/ui/display/copy-box.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { AccountForm, fieldErrorOf } from "./account-form.tsx";
import { CurrentPasswordForm } from "./current-password-form.tsx";
import { useConfirmSecondFactor, useStartSecondFactor } from "./mutations.ts";
import { QrPicture } from "./qr-picture.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";

/** Sets up codes of an app: the password, then a code of it, then the recovery codes. */
export function SecondFactorForm({ onDone }: { onDone: () => void }) {
  const start = useStartSecondFactor();
  const confirm = useConfirmSecondFactor();
  if (confirm.data !== undefined) return <RecoveryCodeList codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (start.data !== undefined) return <ConfirmForm started={start.data} confirm={confirm} onCancel={onDone} />;
  return (
    <CurrentPasswordForm
      verb="Show the code for the app"
      error={start.error}
      busy={start.isPending}
      onSubmit={(input) => start.mutate(input)}
      onCancel={onDone}
    />
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
  return (
    <AccountForm
      verb="Turn on the second factor"
      error={confirm.error}
      busy={confirm.isPending}
      onSubmit={() => confirm.mutate({ code })}
      onCancel={onCancel}
    >
      <p>Scan this with an app that shows codes, or type the secret into it.</p>
      <QrPicture text={started.uri} label="QR code for the app; it holds the secret below" />
      <CopyBox label="Secret for the app" text={started.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")} />
      <TextField
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        help="Six digits. Every other session ends."
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={fieldErrorOf(confirm.error, "/code")}
      />
    </AccountForm>
  );
}
