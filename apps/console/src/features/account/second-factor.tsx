import type { Account } from "@dc/contract";
import { useState } from "react";
import { Age } from "#/ui/display/age.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { useRenewRecoveryCodes, useTurnOffSecondFactor } from "./mutations.ts";
import { PasswordAndCodeForm } from "./current-password-form.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";

type Work = "set-up" | "renew" | "turn-off" | null;

/** The codes of an app that are asked for after the password, with what can be done about them. */
export function SecondFactor({ account }: { account: Account }) {
  const [work, setWork] = useState<Work>(null);
  const factor = account.secondFactor;
  const done = () => setWork(null);
  return (
    <li>
      <Icon name="key" />
      <span>
        Code from an app
        <small>
          {factor === null ? (
            account.password === null ? (
              "for signing in with a password"
            ) : (
              "off: the password is enough"
            )
          ) : (
            <>
              <Age at={factor.since} before="set up" after="ago" />, {factor.recoveryCodesLeft} of 10 recovery codes
              left
            </>
          )}
        </small>
        {work === "set-up" ? <SecondFactorForm onDone={done} /> : null}
        {work === "renew" ? <RenewForm onDone={done} /> : null}
        {work === "turn-off" ? <TurnOffForm onDone={done} /> : null}
      </span>
      {work !== null || account.password === null ? null : factor === null ? (
        <Button onClick={() => setWork("set-up")}>Set up</Button>
      ) : (
        <div className="buttons">
          <Button onClick={() => setWork("renew")}>New recovery codes</Button>
          <Button onClick={() => setWork("turn-off")}>Turn off</Button>
        </div>
      )}
    </li>
  );
}

function RenewForm({ onDone }: { onDone: () => void }) {
  const renew = useRenewRecoveryCodes();
  if (renew.data !== undefined) return <RecoveryCodeList codes={renew.data.recoveryCodes} onDone={onDone} />;
  return (
    <PasswordAndCodeForm
      verb="Make 10 new recovery codes"
      error={renew.error}
      busy={renew.isPending}
      onSubmit={(input) => renew.mutate(input)}
      onCancel={onDone}
    />
  );
}

function TurnOffForm({ onDone }: { onDone: () => void }) {
  const turnOff = useTurnOffSecondFactor();
  const toast = useToast();
  return (
    <PasswordAndCodeForm
      verb="Turn off the second factor"
      error={turnOff.error}
      busy={turnOff.isPending}
      onSubmit={(input) =>
        turnOff.mutate(input, {
          onSuccess: () => {
            toast({ text: "The second factor is off. The password is enough to sign in." });
            onDone();
          },
        })
      }
      onCancel={onDone}
    />
  );
}
