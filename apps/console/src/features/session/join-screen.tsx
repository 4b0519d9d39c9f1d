import type { LinkedAccount } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { bff } from "#/api/bff.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { paths } from "#/paths.ts";
import { Gate } from "./gate.tsx";
import { JoinForm } from "./join-form.tsx";
import { OtherWays } from "./other-ways.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { useForgetPreviousSession } from "./mutations.ts";
import { Note } from "#/marks/note.tsx";
import { Button } from "#/ui/form/button.tsx";

export function JoinScreen() {
  const location = useLocation();
  const navigate = useNavigate();
  const [secret] = useState(() => location.hash.replace(/^#/, ""));
  useForgetPreviousSession();
  const addressHasSecret = location.hash.length > 1;
  useEffect(() => {
    // It lets somebody in, so it is removed from the address and thereby from the browser's history.
    if (addressHasSecret) void navigate(paths.join.href(), { replace: true });
  }, [addressHasSecret, navigate]);
  return (
    <Gate title="Choose a password" lede="The link of your administrator works once, for a day.">
      {secret === "" ? (
        <Note kind="failed">
          The link is not complete. Open the whole link, or ask for another one.{" "}
          <Link to={paths.signIn.href()}>Sign in</Link>
        </Note>
      ) : (
        <Joining secret={secret} />
      )}
    </Gate>
  );
}

function Joining({ secret }: { secret: string }) {
  const navigate = useNavigate();
  const link = useQuery({
    // Kept with the session, when what the one before had is forgotten.
    queryKey: [...sessionQuery.queryKey, "link", secret],
    queryFn: ({ signal }) => bff.post<LinkedAccount>("/join/account", { secret }, { signal }),
    // It says so until it is used.
    staleTime: Infinity,
  });
  if (link.isPending) return null;
  if (link.isError)
    return link.error instanceof BffError ? (
      <Note kind="failed">
        {errorSentence(link.error)} <Link to={paths.signIn.href()}>Sign in</Link>
      </Note>
    ) : (
      <Note kind="failed" actions={<Button onClick={() => void link.refetch()}>Try again</Button>}>
        {errorSentence(link.error)}
      </Note>
    );
  return (
    <>
      <p>
        For the account of <bdi>{link.data.name}</bdi>, <bdi>{link.data.email}</bdi>.
      </p>
      <SignedInHere account={link.data} />
      <JoinForm
        secret={secret}
        email={link.data.email}
        onDone={() => void navigate(paths.home.href(), { replace: true })}
      />
      <OtherWays>
        <ProviderButton invitation={secret} returnTo={paths.home.href()} />
      </OtherWays>
    </>
  );
}

/** Says who is signed in in this browser, since whoever goes on takes their place. */
function SignedInHere({ account }: { account: LinkedAccount }) {
  const { data: session } = useQuery(sessionQuery);
  const person = session?.person ?? null;
  if (person === null) return null;
  if (person.email.toLowerCase() === account.email.toLowerCase())
    return <Note kind="plain">You are signed in with this account. A new password ends its other sessions.</Note>;
  return (
    <Note kind="outside">
      <bdi>{person.name}</bdi> (<bdi>{person.email}</bdi>) is signed in in this browser, and is signed out when you go
      on.
    </Note>
  );
}
