import type { Account } from "@dc/contract";
import { useState } from "react";
import { paths } from "#/paths.ts";
import { leaveForProvider } from "#/connection/identity-provider.ts";
import { Age } from "#/ui/display/age.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { CurrentPasswordForm } from "./current-password-form.tsx";
import { useLinkProvider, useUnlinkProvider } from "./mutations.ts";

interface ProviderLinkProps {
  provider: NonNullable<Account["identityProvider"]>;
  /** Without one, the provider is the only way in, and stays. */
  hasPassword: boolean;
}

/** Whether the account is linked with the identity provider, and what can be done about it. */
export function ProviderLink({ provider: { label, linked }, hasPassword }: ProviderLinkProps) {
  const [working, setWorking] = useState(false);
  const done = () => setWorking(false);
  return (
    <li>
      <Icon name="person" />
      <span>
        {label}
        <small>
          {linked === null ? (
            "not linked; your administrator offers it"
          ) : (
            <>
              <Age at={linked.since} before="linked" after="ago" />,{" "}
              <Age at={linked.lastUsedAt} before="used" after="ago" />
            </>
          )}
        </small>
        {!working ? null : linked === null ? (
          <LinkForm label={label} onCancel={done} />
        ) : (
          <UnlinkForm label={label} onDone={done} />
        )}
      </span>
      {working || !hasPassword ? null : (
        <Button onClick={() => setWorking(true)}>{linked === null ? "Link" : "End the link"}</Button>
      )}
    </li>
  );
}

function LinkForm({ label, onCancel }: { label: string; onCancel: () => void }) {
  const link = useLinkProvider();
  return (
    <CurrentPasswordForm
      verb={`Go to ${label}`}
      error={link.error}
      busy={link.isPending || link.isSuccess}
      onSubmit={(input) =>
        link.mutate(input, { onSuccess: (request) => leaveForProvider(request, paths.account.href()) })
      }
      onCancel={onCancel}
    />
  );
}

function UnlinkForm({ label, onDone }: { label: string; onDone: () => void }) {
  const unlink = useUnlinkProvider();
  const toast = useToast();
  return (
    <CurrentPasswordForm
      verb={`End the link with ${label}`}
      error={unlink.error}
      busy={unlink.isPending}
      onSubmit={(input) =>
        unlink.mutate(input, {
          onSuccess: () => {
            toast({ text: `The link with ${label} has ended. You sign in with the password.` });
            onDone();
          },
        })
      }
      onCancel={onDone}
    />
  );
}
