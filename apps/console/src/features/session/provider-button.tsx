import { useQuery } from "@tanstack/react-query";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { identityProviderQuery, leaveForProvider } from "#/connection/identity-provider.ts";
import { Button } from "#/ui/form/button.tsx";
import { useAuthorize } from "./mutations.ts";

/** The way in with the identity provider, where there is one; with an invitation, it is accepted by it. */
export function ProviderButton({ invitation, returnTo }: { invitation?: string; returnTo: string }) {
  const { data } = useQuery(identityProviderQuery);
  const authorize = useAuthorize();
  const provider = data?.identityProvider ?? null;
  if (provider === null) return null;
  const leave = () =>
    authorize.mutate(invitation === undefined ? {} : { invitation }, {
      onSuccess: (request) => leaveForProvider(request, returnTo),
    });
  return (
    <>
      <CommandFailure error={authorize.error} />
      <Button fullWidth loading={authorize.isPending || authorize.isSuccess} onClick={leave}>
        {invitation === undefined ? `Sign in with ${provider.label}` : `Accept with ${provider.label}`}
      </Button>
    </>
  );
}
