import type { Account } from "@dc/contract";
import { useState } from "react";
import { Age } from "#/ui/display/age.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProviderLink } from "./provider-link.tsx";
import { SecondFactor } from "./second-factor.tsx";
import styles from "./account.module.css";

/** How the person signs in. */
export function WaysIn({ account }: { account: Account }) {
  const [changing, setChanging] = useState(false);
  return (
    <section aria-labelledby="ways-in">
      <SectionHeading id="ways-in" title="Ways in" />
      <ul className={styles["list"]} aria-label="Ways in">
        <li>
          <Icon name="lock" />
          <span>
            Password
            <small>
              {account.password === null ? (
                "not set"
              ) : (
                <Age at={account.password.changedAt} before="changed" after="ago" />
              )}
            </small>
            {changing ? <PasswordForm onDone={() => setChanging(false)} /> : null}
          </span>
          {account.password === null || changing ? null : <Button onClick={() => setChanging(true)}>Change</Button>}
        </li>
        <SecondFactor account={account} />
        {account.identityProvider === null ? null : (
          <ProviderLink provider={account.identityProvider} hasPassword={account.password !== null} />
        )}
      </ul>
    </section>
  );
}
