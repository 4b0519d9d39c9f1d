import type { GivenRole, ListedPerson } from "@dc/contract";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { SavedMeanwhile, savedMeanwhile } from "#/commands/saved-meanwhile.tsx";
import { useAdopted } from "#/commands/use-adopted.ts";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { Note } from "#/marks/note.tsx";
import { LinkNote } from "./link-note.tsx";
import { useGiveRoles, useMakeLink, useSetDisabled, useWithdrawLink } from "./mutations.ts";
import { RoleFields, rolesProblem } from "./role-fields.tsx";
import { givenText, rolesHere, rolesText, waysInText } from "./role-texts.ts";
import { useProviderLabel } from "./use-provider-label.ts";
import styles from "./people.module.css";

function signingInText(person: ListedPerson, provider: string): string {
  if (person.waysIn.length === 0) return "Has not signed in yet.";
  const ways = `Signs in with ${waysInText(person, provider)}.`;
  const ended = [
    ...(person.hasSecondFactor ? ["turns the code off"] : []),
    ...(person.waysIn.includes("passkey") ? ["removes the passkeys"] : []),
  ];
  return ended.length === 0 ? ways : `${ways} A reset link ${ended.join(" and ")}, too.`;
}

const givenRolesOf = (person: ListedPerson): GivenRole[] =>
  rolesHere(person).map(({ role, referrers }) => ({ role, referrers: referrers?.map(({ id }) => id) ?? null }));

export interface PersonDrawerProps {
  person: ListedPerson;
  /** Whether it is oneself. */
  isSelf: boolean;
  joinAddress: string;
  onClose: () => void;
}

/** One person: roles here, a link to reset the password, and whether they can sign in. */
export function PersonDrawer({ person, isSelf, joinAddress, onClose }: PersonDrawerProps) {
  const toast = useToast();
  const provider = useProviderLabel();
  const give = useGiveRoles();
  const makeLink = useMakeLink();
  const withdraw = useWithdrawLink();
  const setDisabled = useSetDisabled();
  const [begun, setBegun] = useState<GivenRole[]>(() => givenRolesOf(person));
  const [roles, setRoles] = useState(begun);
  // Of the roles that the fields began with, also when the list is read again meanwhile.
  const [seenVersion, setSeenVersion] = useState(person.rolesVersion);
  const isTouched = JSON.stringify(roles) !== JSON.stringify(begun);
  useAdopted(person, isTouched, (now) => {
    setBegun(givenRolesOf(now));
    setRoles(givenRolesOf(now));
    setSeenVersion(now.rolesVersion);
  });
  const saved = savedMeanwhile<ListedPerson>(give.error);
  const goOn = (over: ListedPerson) => {
    setSeenVersion(over.rolesVersion);
    give.reset();
  };
  const problem = rolesProblem(roles);
  const disabled = person.state === "disabled";
  const { error: failure } = [give, makeLink, withdraw, setDisabled].reduce((one, other) =>
    other.submittedAt > one.submittedAt ? other : one,
  );
  const save = () => {
    if (problem !== undefined) return;
    give.mutate(
      { id: person.id, roles, rolesVersion: seenVersion },
      {
        onSuccess: ({ state }) => {
          const from = state === "disabled" ? `once ${person.name} is enabled again` : "from the next request on";
          toast({ text: `The roles of ${person.name} are saved. They count ${from}.` });
          onClose();
        },
      },
    );
  };
  const turn = (to: boolean) =>
    setDisabled.mutate(
      { id: person.id, disabled: to },
      {
        onSuccess: () => {
          toast({ text: to ? `${person.name} is disabled and signed out.` : `${person.name} can sign in again.` });
          onClose();
        },
      },
    );
  const takeBack = () =>
    withdraw.mutate(person.id, { onSuccess: () => void toast({ text: "The link is withdrawn." }) });
  const linkLabel =
    person.state === "invited"
      ? "Make a new invitation link"
      : person.waysIn.includes("password")
        ? "Make a link to reset the password"
        : "Make a link to choose a password";
  return (
    <SideDrawer
      opened
      title={person.name}
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {person.areRolesFromGroups ? "Close" : "Cancel"}
          </Button>
          {person.areRolesFromGroups ? null : (
            <Button variant="filled" disabled={problem !== undefined} loading={give.isPending} onClick={save}>
              Save the roles
            </Button>
          )}
        </>
      }
    >
      <div className={styles["stack"]}>
        <p className={styles["quiet"]}>{person.email}</p>
        {saved !== null && failure === give.error ? null : <CommandFailure error={failure} />}
        {saved === null ? null : (
          <SavedMeanwhile
            parts={[{ label: "Roles", saved: givenText(rolesHere(saved)), typed: givenText(roles) }]}
            onKeep={() => goOn(saved)}
            onTake={() => {
              setRoles(givenRolesOf(saved));
              goOn(saved);
            }}
          />
        )}
        {person.areRolesFromGroups ? (
          <Note kind="plain">
            Role here: {rolesText(person)}. Groups at {provider} decide at each sign-in; change them there.
          </Note>
        ) : (
          <RoleFields
            roles={roles}
            names={
              new Map(rolesHere(person).flatMap(({ referrers }) => referrers?.map(({ id, name }) => [id, name]) ?? []))
            }
            onChange={setRoles}
            error={problem}
          />
        )}
        <SectionHeading title="Signing in" />
        <p className={styles["quiet"]}>{signingInText(person, provider)}</p>
        {person.isManaged ? (
          <div className="buttons">
            {disabled ? null : (
              <Button loading={makeLink.isPending} onClick={() => makeLink.mutate(person.id)}>
                {linkLabel}
              </Button>
            )}
            {person.link !== null && makeLink.data === undefined && !withdraw.isSuccess && !disabled ? (
              <Button variant="subtle" loading={withdraw.isPending} onClick={takeBack}>
                Withdraw the link
              </Button>
            ) : null}
            {disabled ? (
              <Button loading={setDisabled.isPending} onClick={() => turn(false)}>
                Enable {person.name}
              </Button>
            ) : (
              <ConfirmButton
                label={`Disable ${person.name}`}
                confirmLabel="Disable and sign out"
                question={
                  isSelf
                    ? "You are signed out at once."
                    : "Sessions end and tokens stop at once. The name stays in the record."
                }
                busy={setDisabled.isPending}
                onConfirm={() => turn(true)}
              />
            )}
          </div>
        ) : (
          <p className={styles["quiet"]}>
            Has a role in a connection that you do not administer: an administrator there resets and disables.
          </p>
        )}
        {makeLink.data === undefined || disabled ? null : <LinkNote link={makeLink.data} address={joinAddress} />}
      </div>
    </SideDrawer>
  );
}
