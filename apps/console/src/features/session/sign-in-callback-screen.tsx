import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { errorSentence } from "#/api/bff-error.ts";
import { paths } from "#/paths.ts";
import { takeReturn } from "#/connection/identity-provider.ts";
import { Gate } from "./gate.tsx";
import { useForgetPreviousSession, useSignInWithProvider } from "./mutations.ts";
import { returnAddress } from "./return-address.ts";
import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";

/** Where the identity provider sends people back to. */
export function SignInCallbackScreen() {
  const [search] = useUrlState();
  const [answer] = useState(() => ({ code: search.get("code"), state: search.get("state"), iss: search.get("iss") }));
  const navigate = useNavigate();
  const signIn = useSignInWithProvider();
  const begun = useRef(false);
  useForgetPreviousSession();
  const { mutate } = signIn;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const to = returnAddress(new URLSearchParams({ return: takeReturn() ?? paths.home.path }));
    const { code, state, iss } = answer;
    // The code counts once, and leaves the address and thereby the browser's history.
    void navigate(paths.signInCallback.href(), { replace: true });
    if (code === null || state === null) return;
    mutate(
      { code, state, ...(iss === null ? {} : { iss }) },
      { onSuccess: () => void navigate(to, { replace: true }) },
    );
  }, [answer, mutate, navigate]);
  const refusal =
    answer.code === null || answer.state === null
      ? "Signing in was cancelled, or the provider refused it. Nothing has changed."
      : signIn.error === null
        ? null
        : errorSentence(signIn.error);
  return refusal === null ? (
    <Gate title="Signing in" lede="One moment." />
  ) : (
    <Gate title="Not signed in" lede="The identity provider sent you back, but you could not be signed in.">
      <Note kind="failed" live>
        {refusal}
      </Note>
      <Button variant="filled" fullWidth to={paths.signIn.href()}>
        Back to sign in
      </Button>
    </Gate>
  );
}
