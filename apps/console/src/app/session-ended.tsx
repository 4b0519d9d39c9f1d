import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sessionPhase } from "#/api/session-phase.ts";
import { paths } from "#/paths.ts";
import { sessionQuery } from "#/connection/session-query.ts";
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
  return (
    <SideDrawer opened title="Your session has ended" side="middle">
      <div className={styles["signIn"]}>
        <p>Sign in again to go on. What you typed on this page is still there.</p>
        <SignInSteps onSignedIn={proceed} />
      </div>
    </SideDrawer>
  );
}
