import { useQuery } from "@tanstack/react-query";
import { errorSentence } from "#/api/bff-error.ts";
import { identityProviderQuery, leaveForProvider } from "#/connection/identity-provider.ts";
import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";
import { useAuthorize } from "./provider-mutations.ts";

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
      {authorize.error === null ? null : (
        <Note kind="failed" live>
          {errorSentence(authorize.error)}
        </Note>
      )}
      <Button fullWidth loading={authorize.isPending || authorize.isSuccess} onClick={leave}>
        {invitation === undefined ? `Sign in with ${provider.label}` : `Accept with ${provider.label}`}
      </Button>
    </>
  );
}
