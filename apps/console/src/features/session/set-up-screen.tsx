import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { Gate } from "./gate.tsx";
import { sessionQuery } from "#/connection/session-query.ts";
import { SetUpForm } from "./set-up-form.tsx";
import { Note } from "#/marks/note.tsx";

function tokenOf(location: { search: string; hash: string }): string {
  const fromHash = new URLSearchParams(location.hash.replace(/^#/, "")).get("token");
  return fromHash ?? new URLSearchParams(location.search).get("token") ?? "";
}

export function SetUpScreen() {
  const location = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => tokenOf(location));
  const { data: session } = useQuery(sessionQuery);
  const addressHasToken = tokenOf(location) !== "";
  useEffect(() => {
    // The token makes an administrator, so it is removed from the address and thereby from the browser's history.
    if (addressHasToken) void navigate(paths.setUp.href(), { replace: true });
  }, [addressHasToken, navigate]);
  const isDone = session?.setUpNeeded === false;
  return (
    <Gate
      title="Set up the console"
      lede={isDone ? "Its first administrator did this." : "You are the first user and become its administrator."}
    >
      {isDone ? (
        <SetUpDone isSignedIn={session.person !== null} />
      ) : token === "" ? (
        <Note kind="failed">
          The set-up token is missing. Open the whole link that the console printed when it started; a restart prints it
          again.
        </Note>
      ) : (
        <SetUpForm setUpToken={token} onDone={() => void navigate(paths.home.href(), { replace: true })} />
      )}
    </Gate>
  );
}

/** Also stands here for whoever has just set the console up, while their first page is loaded. */
function SetUpDone({ isSignedIn }: { isSignedIn: boolean }) {
  return isSignedIn ? (
    <Note kind="plain">
      The console is set up, and you are signed in. <Link to={paths.home.href()}>Open the console</Link>
    </Note>
  ) : (
    <Note kind="plain">
      The console is set up already. <Link to={paths.signIn.href()}>Sign in</Link>
    </Note>
  );
}
