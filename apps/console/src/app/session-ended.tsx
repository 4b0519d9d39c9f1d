import type { Session } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { bff } from "#/api/bff.ts";
import { sessionPhase } from "#/api/session-phase.ts";
import { paths } from "#/paths.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { OtherWays } from "#/features/session/other-ways.tsx";
import { PasskeyButton } from "#/features/session/passkey-button.tsx";
import { ProviderTabLink } from "#/features/session/provider-tab-link.tsx";
import { SignInSteps } from "#/features/session/sign-in-steps.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import styles from "./shell.module.css";

/** Signs in again over the page, which keeps what was typed and is hidden until then. Somebody else begins on a page of their own. */
export default function SessionEnded() {
  const client = useQueryClient();
  const [person] = useState(() => client.getQueryData(sessionQuery.queryKey)?.person ?? null);
  const proceed = () => {
    const now = client.getQueryData(sessionQuery.queryKey)?.person ?? null;
    if (person !== null && now?.id !== person.id) {
      location.assign(paths.home.href());
      return;
    }
    void client.invalidateQueries();
    sessionPhase.become("signed-in");
  };
  const lookAgain = useEffectEvent(async () => {
    if (document.visibilityState === "hidden") return;
    try {
      const session = await bff.get<Session>("/session");
      // Not kept while nobody is signed in: the page below is still that of whoever was.
      if (session.person === null) return;
      client.setQueryData(sessionQuery.queryKey, session);
      proceed();
    } catch {
      // Without an answer nothing is known; whoever comes back again asks again.
    }
  });
  // Somebody may have signed in in another tab.
  useEffect(() => {
    const look = () => void lookAgain();
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("focus", look);
    };
  }, []);
  return (
    <SideDrawer opened title="Your session has ended" side="middle">
      <div className={styles["signIn"]}>
        <p>Sign in again to go on. What you typed on this page is still there.</p>
        <SignInSteps onSignedIn={proceed} />
        <OtherWays>
          <PasskeyButton onSignedIn={proceed} />
          <ProviderTabLink />
        </OtherWays>
      </div>
    </SideDrawer>
  );
}
