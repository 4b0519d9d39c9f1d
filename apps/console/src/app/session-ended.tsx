import type { Session } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { paths } from "#/paths.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { SignInSteps } from "#/features/session/sign-in-steps.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import styles from "./shell.module.css";

export interface SessionEndedProps {
  /** Who was signed in. */
  person: Session["person"];
  onSignedIn: () => void;
}

/** Signs in again over the page, which keeps what was typed and is hidden until then. Somebody else begins on a page of their own. */
export default function SessionEnded({ person, onSignedIn }: SessionEndedProps) {
  const client = useQueryClient();
  const proceed = () => {
    const now = client.getQueryData(sessionQuery.queryKey)?.person ?? null;
    if (person !== null && now?.id !== person.id) {
      location.assign(paths.home.href());
      return;
    }
    void client.invalidateQueries();
    onSignedIn();
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
