import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useSignOut } from "#/connection/use-sign-out.ts";
import { paths } from "#/paths.ts";
import { accountQuery } from "./queries.ts";
import { PasskeyList } from "./passkey-list.tsx";
import { SessionList } from "./session-list.tsx";
import { WaysIn } from "./ways-in.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { Page } from "#/ui/page/page.tsx";
import styles from "./account-screen.module.css";

export function AccountScreen() {
  const { data: account } = useQuery(accountQuery);
  const signOut = useSignOut("/account/sessions");
  return (
    <Page
      title="My account"
      lede={
        account === undefined ? (
          "How you sign in, and where you are signed in."
        ) : (
          <>
            <bdi>{account.name}</bdi>, {account.email}. Roles are given by an administrator.
          </>
        )
      }
      actions={
        <ConfirmButton
          label="Sign out everywhere"
          question="Every session of yours ends, this one too."
          busy={signOut.isPending}
          onConfirm={() => signOut.mutate()}
        />
      }
    >
      <div className={styles["columns"]}>
        {account === undefined ? null : (
          <div className={styles["ways"]}>
            <WaysIn account={account} />
            <PasskeyList account={account} />
          </div>
        )}
        <SessionList />
      </div>
      <p>
        Tokens for programs stand under <Link to={paths.developerGateway.href()}>Developer</Link>.
      </p>
    </Page>
  );
}
