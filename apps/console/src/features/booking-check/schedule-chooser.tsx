import type { RosterEntry } from "@dc/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, useState, type SubmitEvent } from "react";
import { itemsOf } from "#/api/list-query.ts";
import { DirectoryField } from "#/index-choice/directory-field.tsx";
import { indexVersionChoicesQuery } from "#/index-choice/queries.ts";
import { closedText } from "#/record/bookable-note.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { PagedList } from "#/ui/table/paged-list.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import styles from "./booking-check.module.css";
import { rosterSchedulesQuery } from "./queries.ts";

export interface ScheduleChooserProps {
  indexId: string | null;
  onIndex: (indexId: string) => void;
  onSchedule: (indexId: string, scheduleId: string) => void;
}

const looksLikeId = /^[^\s/\\?#%]{3,128}$/;

/** Which schedule is checked: one of a directory's roster, or any by its id. */
export function ScheduleChooser({ indexId, onIndex, onSchedule }: ScheduleChooserProps) {
  const choices = useQuery(indexVersionChoicesQuery("", "recent"));
  const chosen = indexId ?? choices.data?.items[0]?.id ?? choices.data?.pinned[0]?.id ?? null;
  const known = [...(choices.data?.items ?? []), ...(choices.data?.pinned ?? [])].find(({ id }) => id === chosen);
  const [q, setQ] = useState("");
  const asked = useDeferredValue(q.trim());
  const roster = useInfiniteQuery({
    ...rosterSchedulesQuery(chosen ?? "", asked),
    enabled: chosen !== null,
  });
  const entries = itemsOf(roster.data, ({ record }: RosterEntry) => record.id);
  const isFound = asked === q.trim() && !roster.isPending && !roster.isPlaceholderData;
  const check = () => {
    const only = entries.length === 1 ? entries[0] : undefined;
    const id = only?.record.id ?? q.trim();
    if (chosen !== null && looksLikeId.test(id)) onSchedule(chosen, id);
  };
  /** What was to be checked before the roster was searched for it; what is listed until then fits an earlier text. */
  const submitted = useRef<string | null>(null);
  useEffect(() => {
    if (submitted.current === null || !isFound) return;
    const isStillMeant = submitted.current === q.trim();
    submitted.current = null;
    if (isStillMeant) check();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isFound) check();
    else submitted.current = q.trim();
  };
  if (choices.error !== null) return <ReadFailure error={choices.error} onRetry={() => void choices.refetch()} />;
  if (choices.data === undefined) return <SkeletonRows rows={3} label="Loading the directories" />;
  return (
    <section className={styles["chooser"]} aria-label="Which schedule">
      <form className={styles["choice"]} onSubmit={submit}>
        <DirectoryField label="Directory" chosen={chosen} known={known} onChoose={({ id }) => onIndex(id)} />
        <TextField
          label="Schedule"
          value={q}
          autoComplete="off"
          spellCheck={false}
          start={<Icon name="search" size={15} />}
          help="By name or id from the roster; any other schedule by its whole id."
          onChange={(event) => setQ(event.target.value)}
        />
        <Button
          type="submit"
          disabled={chosen === null || !(looksLikeId.test(q.trim()) || entries.length === 1 || !isFound)}
        >
          Check this schedule
        </Button>
      </form>
      <PagedList
        name="roster"
        query={roster}
        rows={entries}
        skeleton={{ rows: 4, rowHeight: 48 }}
        moreLabel="Show more schedules"
        empty={
          <p className="quiet">
            {asked === ""
              ? "This roster has no schedules. Enter a schedule id."
              : "No schedule on this roster matches."}
          </p>
        }
      >
        {(schedules) => (
          <ul className={styles["schedules"]} aria-label="Schedules of the roster">
            {schedules.map(({ record, name, practitioner, bookable }) => (
              <li key={record.id}>
                <button type="button" onClick={() => chosen !== null && onSchedule(chosen, record.id)}>
                  <b>
                    <bdi>{name ?? "Name not read"}</bdi>
                  </b>
                  <span>
                    <bdi>{practitioner?.name ?? practitioner?.id ?? "unknown practitioner"}</bdi>
                  </span>
                  <span className="mono">{record.id}</span>
                  {closedText(bookable) === null ? null : <span>{closedText(bookable)}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
