import type { RosterEntry } from "@dc/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type SubmitEvent } from "react";
import { errorSentence } from "#/api/bff-error.ts";
import { itemsOf } from "#/api/list-query.ts";
import { DirectoryField } from "#/index-choice/directory-field.tsx";
import { indexVersionChoicesQuery } from "#/index-choice/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import styles from "./booking-check.module.css";
import { rosterSchedulesQuery } from "./queries.ts";

export interface ScheduleChooserProps {
  indexId: string | null;
  onIndex: (indexId: string) => void;
  onSchedule: (indexId: string, scheduleId: string) => void;
}

const looksLikeId = /^[^\s/\\?#%]{3,128}$/;
const shown = 12;

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
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const only = entries.length === 1 ? entries[0] : undefined;
    const id = only?.record.id ?? q.trim();
    if (chosen !== null && looksLikeId.test(id)) onSchedule(chosen, id);
  };
  if (choices.error !== null) return <p>{errorSentence(choices.error)}</p>;
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
        <Button type="submit" disabled={chosen === null || !(looksLikeId.test(q.trim()) || entries.length === 1)}>
          Check this schedule
        </Button>
      </form>
      {roster.isPending ? <SkeletonRows rows={4} rowHeight={48} label="Loading the roster" /> : null}
      {roster.error !== null ? <p>{errorSentence(roster.error)}</p> : null}
      {roster.data !== undefined && entries.length === 0 ? (
        <p className={styles["quiet"]}>
          {asked === "" ? "This roster has no schedules. Enter a schedule id." : "No schedule on this roster matches."}
        </p>
      ) : null}
      <ul className={styles["schedules"]} aria-label="Schedules of the roster">
        {entries.slice(0, shown).map(({ record, name, practitioner }) => (
          <li key={record.id}>
            <button type="button" onClick={() => chosen !== null && onSchedule(chosen, record.id)}>
              <b>
                <bdi>{name ?? "Name not read"}</bdi>
              </b>
              <span>
                <bdi>{practitioner?.name ?? practitioner?.id ?? "unknown practitioner"}</bdi>
              </span>
              <span className="mono">{record.id}</span>
            </button>
          </li>
        ))}
      </ul>
      {entries.length > shown ? <p className={styles["quiet"]}>{shown} are shown. Type to find the others.</p> : null}
    </section>
  );
}
