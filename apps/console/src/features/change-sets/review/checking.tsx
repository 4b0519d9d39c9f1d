import type { ChangeSet } from "@dc/contract";
import { usePermissions } from "#/connection/permissions.tsx";
import styles from "#/features/change-sets/job-section.module.css";
import setStyles from "#/features/change-sets/change-sets.module.css";
import { useChangeSetVerb } from "#/features/change-sets/mutations.ts";
import { Note } from "#/marks/note.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";

/** How far the readings are that a set waits for before it is applied, or why it was not applied after the last ones. */
export function Checking({ changeSet }: { changeSet: ChangeSet }) {
  const { checking, notApplied } = changeSet;
  if (checking !== null) return <CheckUnderWay changeSet={changeSet} checking={checking} />;
  // What moved is listed by itself.
  if (notApplied === null || notApplied.code === "moved_since_seen") return null;
  return (
    <Note kind="failed" live>
      <bdi>{notApplied.by.name}</bdi> applied this <Age at={notApplied.at} after="ago" />, and it was read again and not
      applied. {notApplied.detail}
    </Note>
  );
}

interface CheckUnderWayProps {
  changeSet: ChangeSet;
  checking: NonNullable<ChangeSet["checking"]>;
}

function CheckUnderWay({ changeSet: { id, version }, checking: { by, at, read, toRead } }: CheckUnderWayProps) {
  const verb = useChangeSetVerb(id);
  const { may } = usePermissions();
  const mayCancel = may("apply");
  const cancel = () => {
    if (!verb.isPending) verb.mutate({ verb: "undo", version });
  };
  useShortcuts(mayCancel ? [{ keys: "mod+z", label: "Cancel before it is applied", run: cancel }] : []);
  return (
    <section className={styles["job"]} aria-label="Checking">
      <div className={styles["said"]} role="status">
        <b>Checking.</b> Begun by <bdi>{by.name}</bdi> <Age at={at} after="ago" />
      </div>
      {mayCancel ? (
        <div className={styles["verbs"]}>
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
        be undone for five seconds. Nothing of the set can be edited meanwhile. This goes on without this page, and
        after a restart too.
      </p>
    </section>
  );
}
