import type { PractitionerView } from "@dc/contract";
import { matchesStandardAfterWrites } from "@dc/directory";
import type { ReactNode } from "react";
import { paths } from "#/paths.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { formatMoment } from "#/ui/display/format-time.ts";
import { Note } from "#/marks/note.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import styles from "./record.module.css";
import { BookableNote } from "./bookable-note.tsx";
import { recordsOf } from "./practitioner-view.ts";

export interface PractitionerNotesProps {
  view: PractitionerView;
  failure: string | null;
  unreachable: Error | null;
  unread: number;
  /** The note that tells whether the practitioner was created or deleted here. */
  lifecycle: ReactNode;
  onReadNow: () => void;
}

/** Notes above the record: read-only, missing, out of date, or not answered. */
export function PractitionerNotes(props: PractitionerNotesProps) {
  const { view, failure, unreachable, unread, lifecycle, onReadNow } = props;
  const now = new Date(useNow());
  const { here, comparison } = view.practitioner;
  const { presence } = comparison;
  const readNow = (
    <Button size="xs" onClick={onReadNow}>
      Read now
    </Button>
  );
  const old = failure !== null || unreachable !== null;
  return (
    <div className={styles["notes"]}>
      {view.index.readOnly ? (
        <Note
          kind="plain"
          actions={
            <Button size="xs" to={paths.indexVersions.href()}>
              Choose a directory
            </Button>
          }
        >
          <b>The standard index is read-only.</b> The service would answer 403 to any write here, so the console sends
          none. Set a value, and create or delete a record, in a directory instead.
        </Note>
      ) : null}
      {lifecycle}
      <BookableNote subject="This practitioner" bookable={view.practitioner.bookable} />
      {view.index.readOnly ? null : <ReadsAsStandardNote view={view} />}
      {presence === "not read" ? (
        <Note kind="failed" actions={readNow}>
          <b>Not read yet.</b>{" "}
          {failure ??
            (unreachable === null ? "The service has not answered for this practitioner." : errorSentence(unreachable))}
        </Note>
      ) : old ? (
        <Note kind="stale" actions={readNow}>
          {here.fetchedAt === null ? "" : `Last read ${formatMoment(new Date(here.fetchedAt), now)}. `}
          {failure ?? (unreachable === null ? "" : errorSentence(unreachable))}
        </Note>
      ) : null}
      {unread === 0 || presence === "not read" ? null : (
        <Note kind="stale" actions={readNow}>
          {unread} of {view.schedules.length} schedules {unread === 1 ? "was" : "were"} not read. Showing what could be
          read.
        </Note>
      )}
    </div>
  );
}

/**
 * Shown when applied changes are missing. Before they are restored, a person must find out whether the service ignored
 * the index header.
 */
function ReadsAsStandardNote({ view }: { view: PractitionerView }) {
  const names = recordsOf(view)
    .filter(({ comparison }) => matchesStandardAfterWrites(comparison))
    .map(({ name, record }) => name ?? record.id);
  if (names.length === 0) return null;
  return (
    <Note
      kind="unknown"
      actions={
        <Button size="xs" to={paths.developer.href()}>
          See the requests
        </Button>
      }
    >
      <b>
        <bdi>{names.join(", ")}</bdi> {names.length === 1 ? "reads" : "read"} as the standard index does,
      </b>{" "}
      although changes of ours were applied here. Either somebody set everything back, or the service did not look at
      the index header and answered from the standard index. Find out before you restore ours.
    </Note>
  );
}
