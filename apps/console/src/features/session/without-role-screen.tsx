import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "#/connection/session-query.ts";
import { useSignOut } from "#/connection/use-sign-out.ts";
import { Gate } from "./gate.tsx";
import { Button } from "#/ui/form/button.tsx";

/** The first page of somebody who is signed in and has no role in any connection. */
export function WithoutRoleScreen() {
  const { data: session } = useQuery(sessionQuery);
  const signOut = useSignOut();
  return (
    <Gate
      title="You have no role yet"
      lede={
        <>
          You are signed in as <bdi>{session?.person?.name}</bdi>, and may not see anything here yet. Ask an
          administrator of this console to give you a role under People, then reload this page.
        </>
      }
    >
      <Button variant="filled" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
      <Button variant="subtle" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </Gate>
  );
}
