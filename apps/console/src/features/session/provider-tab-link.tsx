import { useQuery } from "@tanstack/react-query";
import { identityProviderQuery } from "#/connection/identity-provider.ts";
import { paths } from "#/paths.ts";
import { Button } from "#/ui/form/button.tsx";

/** The way in with the identity provider, where there is one, in a tab of its own: the page keeps what was typed on it. */
export function ProviderTabLink() {
  const { data } = useQuery(identityProviderQuery);
  const provider = data?.identityProvider ?? null;
  if (provider === null) return null;
  return (
    <Button fullWidth to={paths.signIn.href()} target="_blank" rel="noopener">
      Sign in with {provider.label} in another tab
    </Button>
  );
}
