import type { GivenRole } from "@dc/contract";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { LinkNote } from "./link-note.tsx";
import { useInvite } from "./mutations.ts";
import { RoleFields, rolesProblem } from "./role-fields.tsx";
import styles from "./people.module.css";

/** Invites somebody with their roles, and shows the one-time link. */
export function InviteDrawer({ joinAddress, onClose }: { joinAddress: string; onClose: () => void }) {
  const invite = useInvite();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<GivenRole[]>([{ role: "viewer", referrers: null }]);
  const [tried, setTried] = useState(false);
  const refused = invite.error instanceof BffError ? invite.error : null;
  const rolesError = roles.length === 0 ? "Choose at least one role." : rolesProblem(roles);
  const nameError = name.trim() === "" ? "Enter the name that colleagues will see." : refused?.fieldError("/name");
  const isAddress = /^\S+@\S+\.\S+$/.test(email);
  const emailError = isAddress ? refused?.fieldError("/email") : "Enter an e-mail address, such as name@example.com.";
  const forgetRefusal = () => {
    // What was refused was something else.
    if (invite.isError) invite.reset();
  };
  const send = () => {
    setTried(true);
    if (name.trim() === "" || !isAddress || rolesError !== undefined || invite.isPending) return;
    invite.mutate({
      name: name.trim(),
      email,
      roles: roles.map((role) => ({ ...role, connectionId: connectionInUse() })),
    });
  };
  return (
    <SideDrawer
      opened
      title="Invite"
      onClose={onClose}
      footer={
        invite.isSuccess ? (
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="filled" loading={invite.isPending} onClick={send}>
              Make an invitation link
            </Button>
          </>
        )
      }
    >
      {invite.isSuccess ? (
        <LinkNote link={invite.data} address={joinAddress} />
      ) : (
        <div className={styles["stack"]}>
          <TextField
            label="Name"
            data-autofocus
            value={name}
            onChange={(event) => {
              forgetRefusal();
              setName(event.target.value);
            }}
            error={tried ? nameError : undefined}
          />
          <TextField
            label="E-mail"
            type="email"
            help="To sign in with. No mail is sent: you hand over the link yourself."
            value={email}
            onChange={(event) => {
              forgetRefusal();
              setEmail(event.target.value);
            }}
            error={tried ? emailError : undefined}
          />
          <RoleFields roles={roles} onChange={setRoles} error={tried ? rolesError : undefined} />
          <CommandFailure error={invite.error} fields={["/email"]} />
        </div>
      )}
    </SideDrawer>
  );
}
