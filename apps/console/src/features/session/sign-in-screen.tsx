import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "react-router";
import { Gate } from "./gate.tsx";
import { useForgetPreviousSession } from "./mutations.ts";
import { OtherWays } from "./other-ways.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { sessionQuery } from "#/connection/session-query.ts";
import { returnAddress } from "./return-address.ts";
import { SignInSteps } from "./sign-in-steps.tsx";
import { Note } from "#/marks/note.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";

export function SignInScreen() {
  const [search] = useUrlState();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  useForgetPreviousSession();
  const address = returnAddress(search);
  if (session?.person != null) return <Navigate to={address} replace />;
  return (
    <Gate title="Sign in" lede="Index versions of the booking service, curated per referrer.">
      {session?.setUpNeeded === true ? (
        <Note kind="plain">Nobody can sign in yet. Open the set-up link that the console printed when it started.</Note>
      ) : null}
      <SignInSteps onSignedIn={() => void navigate(address, { replace: true })} />
      <OtherWays>
        <PasskeyButton onSignedIn={() => void navigate(address, { replace: true })} />
        <ProviderButton returnTo={address} />
      </OtherWays>
    </Gate>
  );
}
