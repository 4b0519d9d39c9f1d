import type { ChangeSet } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { SavedMeanwhile, savedMeanwhile } from "#/commands/saved-meanwhile.tsx";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { approvalSettingsQuery } from "#/connection/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { SelectField, TextAreaField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import styles from "./change-sets.module.css";
import { useUpdateChangeSet } from "./mutations.ts";
import { peopleOfSetQuery } from "./queries.ts";

/** What a set is for, whose it is, and who is asked to review it. */
export function SetDetails({ changeSet: opened, onClose }: { changeSet: ChangeSet; onClose: () => void }) {
  const { id } = opened;
  // What was typed stays with the version that it was typed over.
  const [changeSet, setFrom] = useState(opened);
  const { version } = changeSet;
  const { may } = usePermissions();
  const { data: people } = useQuery(peopleOfSetQuery(id));
  const update = useUpdateChangeSet(id);
  const [purpose, setPurpose] = useState(changeSet.purpose ?? "");
  const [ownerId, setOwnerId] = useState(changeSet.owner.id);
  const [reviewers, setReviewers] = useState<ReadonlySet<string>>(
    new Set(changeSet.reviewers.map(({ person }) => person.id)),
  );
  const items = people?.items ?? [];
  const { data: settings } = useQuery(approvalSettingsQuery);
  /** Who staged it is no reviewer, unless their own approval counts. */
  const authorId = settings?.ownCounts === true ? null : changeSet.createdBy.id;
  const isListed = items.some((person) => person.id === changeSet.owner.id);
  const options = [
    ...(isListed ? [] : [{ value: changeSet.owner.id, label: changeSet.owner.name }]),
    ...items.map((person) => ({ value: person.id, label: person.name })),
  ];
  const toggle = (personId: string) => (on: boolean) => {
    const next = new Set(reviewers);
    if (on) next.add(personId);
    else next.delete(personId);
    setReviewers(next);
  };
  const save = () =>
    update.mutate(
      {
        version,
        purpose,
        ...(ownerId === changeSet.owner.id ? {} : { ownerId }),
        reviewerIds: items.flatMap((person) => (reviewers.has(person.id) && person.mayApprove ? person.id : [])),
      },
      { onSuccess: onClose },
    );
  const saved = savedMeanwhile<ChangeSet>(update.error);
  const nameOf = (personId: string) => options.find(({ value }) => value === personId)?.label ?? "";
  const goOn = (over: ChangeSet) => {
    setFrom(over);
    update.reset();
  };
  return (
    <SideDrawer
      opened
      title="People and purpose"
      onClose={onClose}
      footer={
        <Permitted action="stage" says>
          <Button variant="filled" loading={update.isPending} waits={people === undefined} onClick={save}>
            Save people and purpose
          </Button>
        </Permitted>
      }
    >
      <div className={styles["rail"]}>
        {saved === null ? (
          <CommandFailure error={update.error} />
        ) : (
          <SavedMeanwhile
            parts={[
              { label: "Purpose", saved: saved.purpose ?? "", typed: purpose },
              { label: "Owner", saved: saved.owner.name, typed: nameOf(ownerId) },
              {
                label: "Reviewers",
                saved: saved.reviewers.map(({ person }) => person.name).join(", "),
                typed: items.flatMap(({ id: personId, name }) => (reviewers.has(personId) ? name : [])).join(", "),
              },
            ]}
            onKeep={() => goOn(saved)}
            onTake={() => {
              setPurpose(saved.purpose ?? "");
              setOwnerId(saved.owner.id);
              setReviewers(new Set(saved.reviewers.map(({ person }) => person.id)));
              goOn(saved);
            }}
          />
        )}
        <TextAreaField
          label="Purpose"
          help="What this change set is for. Its reason is evidence, and is kept with each change."
          value={purpose}
          rows={2}
          maxLength={maxLength.purpose}
          readOnly={!may("stage")}
          onChange={(event) => setPurpose(event.currentTarget.value)}
        />
        <SelectField label="Owner" value={ownerId} options={options} onChange={setOwnerId} />
        <fieldset className={styles["people"]}>
          <legend>Reviewers</legend>
          {items
            .filter(({ id: personId, mayApprove }) => mayApprove && (personId !== authorId || reviewers.has(personId)))
            .map((person) => (
              <CheckField
                key={person.id}
                label={<bdi>{person.name}</bdi>}
                checked={reviewers.has(person.id)}
                disabled={!may("stage")}
                onChange={toggle(person.id)}
              />
            ))}
          <small>
            Whoever is asked finds it in the inbox. Where nobody is asked, everybody who may approve it does.
          </small>
        </fieldset>
      </div>
    </SideDrawer>
  );
}
