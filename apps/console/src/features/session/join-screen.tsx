import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { Gate } from "./gate.tsx";
import { JoinForm } from "./join-form.tsx";
import { OtherWays } from "./other-ways.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { useForgetPreviousSession } from "./mutations.ts";
import { Note } from "#/marks/note.tsx";

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
        <>
          <JoinForm secret={secret} onDone={() => void navigate(paths.home.href(), { replace: true })} />
          <OtherWays>
            <ProviderButton invitation={secret} returnTo={paths.home.href()} />
          </OtherWays>
        </>
      )}
    </Gate>
  );
}
