import type { ChangeSet } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { usePermissions } from "#/connection/permissions.tsx";
import { approvalSettingsQuery } from "#/connection/queries.ts";
import styles from "#/features/change-sets/job-section.module.css";
import setStyles from "#/features/change-sets/change-sets.module.css";
import { useChangeSetVerb } from "#/features/change-sets/mutations.ts";
import { Note } from "#/marks/note.tsx";
import { Age } from "#/ui/display/age.tsx";
import { formatFullTime } from "#/ui/display/format-time.ts";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";

/** How far the readings are that a set waits for before it is applied, or why it was not applied after the last ones. */
export function Checking({ changeSet }: { changeSet: ChangeSet }) {
  const { checking, notApplied } = changeSet;
  if (checking !== null) return <CheckUnderWay changeSet={changeSet} checking={checking} />;
  // What moved is listed by itself, but for what is held.
  const isListed = notApplied?.code === "moved_since_seen" && changeSet.counts.held === 0;
  if (notApplied === null || isListed) return null;
  return <NotApplied changeSet={changeSet} notApplied={notApplied} />;
}

interface NotAppliedProps {
  changeSet: ChangeSet;
  notApplied: NonNullable<ChangeSet["notApplied"]>;
}

/** Why it was not applied; whoever may approve it can apply what cannot be read. */
function NotApplied({ changeSet: { id, version }, notApplied: { by, at, detail, readAt } }: NotAppliedProps) {
  const verb = useChangeSetVerb(id);
  const { may } = usePermissions();
  const { data: approvals } = useQuery(approvalSettingsQuery);
  const mayAct = may("apply") && approvals !== undefined && (approvals.required === 0 || may("approve"));
  const asRead =
    readAt === null || !mayAct ? null : (
      <ConfirmButton
        label={`Apply on what was read since ${formatFullTime(new Date(readAt))}`}
        confirmLabel="Apply all the same"
        question="What changed in the service since then is not seen before each change is sent."
        busy={verb.isPending}
        onConfirm={() => verb.mutate({ verb: "apply", version, asRead: readAt })}
      />
    );
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Note kind="failed" live {...(asRead === null ? {} : { actions: asRead })}>
        <bdi>{by.name}</bdi> applied this <Age at={at} after="ago" />, and it was not applied. {detail}
      </Note>
    </div>
  );
}

interface CheckUnderWayProps {
  changeSet: ChangeSet;
  checking: NonNullable<ChangeSet["checking"]>;
}

function CheckUnderWay({ changeSet: { id, version, paused }, checking: { by, at, read, toRead } }: CheckUnderWayProps) {
  const verb = useChangeSetVerb(id);
  const { may } = usePermissions();
  const mayCancel = may("apply");
  const cancel = () => {
    if (!verb.isPending) verb.mutate({ verb: "undo", version });
  };
  const turn = () => {
    if (!verb.isPending) verb.mutate({ verb: paused === null ? "pause" : "resume", version });
  };
  const turnLabel = paused === null ? "Pause" : "Resume";
  useShortcuts(
    mayCancel
      ? [
          { keys: "p", label: turnLabel, run: turn },
          { keys: "mod+z", label: "Cancel before it is applied", run: cancel },
        ]
      : [],
  );
  return (
    <section className={styles["job"]} aria-label="Checking">
      <div className={styles["said"]} role="status">
        {paused === null ? (
          <>
            <b>Checking.</b> Begun by <bdi>{by.name}</bdi> <Age at={at} after="ago" />
          </>
        ) : (
          <>
            <b>Checking is paused</b> by <bdi>{paused.by.name}</bdi> <Age at={paused.at} after="ago" />
          </>
        )}
      </div>
      {mayCancel ? (
        <div className={styles["verbs"]}>
          <Button
            variant={paused === null ? "default" : "filled"}
            waits={verb.isPending}
            rightSection={<Kbd keys="p" hint />}
            onClick={turn}
          >
            {turnLabel}
          </Button>
          <Button loading={verb.isPending} rightSection={<Kbd keys="mod+z" hint />} onClick={cancel}>
            Cancel
          </Button>
        </div>
      ) : null}
      <div className={styles["numbers"]}>
        <span>
          {read} of {toRead} read
        </span>
      </div>
      <div
        className={`${setStyles["progress"]} ${styles["current"]}`}
        role="progressbar"
        aria-label="Records read"
        aria-valuemin={0}
        aria-valuemax={toRead}
        aria-valuenow={read}
      >
        {read > 0 ? <span data-state="applied" data-hue="ink" style={{ flexGrow: read }} /> : null}
        {read < toRead ? <span data-state="waiting" data-hue="quiet" style={{ flexGrow: toRead - read }} /> : null}
      </div>
      <p className={styles["note"]}>
        What these changes were decided on was read too long ago, and is read once more. Then they are applied, and can
        be undone for five seconds. Nothing of the set can be edited meanwhile.{" "}
        {paused === null
          ? "This goes on without this page, and after a restart too."
          : "This goes on once somebody resumes it."}
      </p>
    </section>
  );
}
