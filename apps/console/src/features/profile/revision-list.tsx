import type { ProfileInForce } from "@dc/contract";
import { Permitted } from "#/connection/permissions.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./profile.module.css";

export interface RevisionListProps {
  inForce: ProfileInForce;
  busy: boolean;
  onOpen: (number: number) => void;
  onGoBack: (number: number) => void;
  onReturn: () => void;
}

/** Earlier revisions, newest first. Going back to one saves it as a new revision. */
export function RevisionList({ inForce, busy, onOpen, onGoBack, onReturn }: RevisionListProps) {
  const { revisions, revision, source } = inForce;
  return (
    <section aria-labelledby="revisions">
      <SectionHeading id="revisions" title="Revisions" note="The newest applies" />
      <ul className={styles["revisions"]} aria-label="Revisions">
        {revisions.map(({ number, name, isOfSettings, createdAt, createdBy, why }) => (
          <li key={number}>
            <span>
              <b>{number}</b> <bdi>{isOfSettings ? "back to the settings" : name}</bdi>
              {number === revision ? " · in force" : ""}
              <span className={styles["detail"]}>
                <bdi>{createdBy.name}</bdi>, <Age at={createdAt} after="ago" />
                {why === null ? null : (
                  <>
                    : <bdi>{why}</bdi>
                  </>
                )}
              </span>
            </span>
            {number === revision || isOfSettings ? null : (
              <span className={styles["verbs"]}>
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={`Open revision ${number}`}
                  onClick={() => onOpen(number)}
                >
                  Open
                </Button>
                <Permitted action="profile">
                  <ConfirmButton
                    label={`Go back to ${number}`}
                    question="It is in force at once, as a new revision."
                    busy={busy}
                    onConfirm={() => onGoBack(number)}
                  />
                </Permitted>
              </span>
            )}
          </li>
        ))}
        <li>
          <span>
            <b>{inForce.isGivenInSettings ? "SERVICE_PROFILE" : "As it ships"}</b>
            {source === "saved" ? "" : " · in force"}
            <span className={styles["detail"]}>
              {inForce.isGivenInSettings
                ? "the file that the settings name"
                : "the interface as documented, gaps filled by assumption"}
            </span>
          </span>
          {source === "saved" ? (
            <Permitted action="profile">
              <ConfirmButton
                label="Go back to the settings"
                question="The saved revisions stay in this list."
                busy={busy}
                onConfirm={onReturn}
              />
            </Permitted>
          ) : null}
        </li>
      </ul>
    </section>
  );
}
