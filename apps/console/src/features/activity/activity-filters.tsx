import type { ActivityFilter } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { ExportMenu, tableFormats } from "#/connection/export-menu.tsx";
import { activityActorsQuery } from "#/connection/queries.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SelectField, TextField } from "#/ui/form/field.tsx";
import { FilterField } from "#/ui/table/filter-field.tsx";
import { Toolbar } from "#/ui/table/toolbar.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import styles from "./activity.module.css";
import { type ActivitySearch, type Noun, nounWords } from "./search.ts";

const nouns = Object.entries(nounWords) as [Noun, string][];
const nounOptions = nouns.map(([value, label]) => ({ value, label }));

/** Narrows the activity by words, person, action, days, directory and record; the address carries all of it. */
export function ActivityFilters({ search, filter }: { search: ActivitySearch; filter: ActivityFilter }) {
  const [, change] = useUrlState();
  const { data: actors } = useQuery(activityActorsQuery);
  const known = actors?.items ?? [];
  const people = known.some(({ id }) => id === search.actorId)
    ? known
    : [...known, ...(search.actorId === "" ? [] : [{ id: search.actorId, name: search.actorId }])];
  const orNone = (text: string) => (text === "" ? null : text);
  return (
    <Toolbar
      end={
        <ExportMenu
          exports={[{ address: "/activity/export", query: { ...filter }, formats: [...tableFormats, "jsonl"] }]}
        />
      }
    >
      <FilterField label="Search names, values, ids" value={search.q} onChange={(q) => change({ q: orNone(q) })} />
      <SelectField
        label="Who"
        labelHidden
        small
        value={search.actorId}
        options={[{ value: "", label: "Anyone" }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(by) => change({ by: orNone(by) })}
      />
      <SelectField
        label="What"
        labelHidden
        small
        value={search.noun}
        options={nounOptions}
        onChange={(noun) => change({ action: noun === "any" ? null : noun })}
      />
      <span className={styles["days"]}>
        <TextField
          type="date"
          label="From"
          labelHidden
          data-tip="From this day (UTC)"
          small
          value={search.from}
          onChange={({ target }) => change({ from: orNone(target.value) })}
        />
        <span aria-hidden>–</span>
        <TextField
          type="date"
          label="To"
          labelHidden
          data-tip="To this day (UTC)"
          small
          value={search.to}
          onChange={({ target }) => change({ to: orNone(target.value) })}
        />
      </span>
      {search.indexId === "" ? null : (
        <Only what="directory" id={search.indexId} onClear={() => change({ index: null })} />
      )}
      {search.recordId === "" ? null : (
        <Only what="record" id={search.recordId} onClear={() => change({ record: null })} />
      )}
    </Toolbar>
  );
}

function Only({ what, id, onClear }: { what: string; id: string; onClear: () => void }) {
  return (
    <Button
      size="sm"
      rightSection={<Icon name="cross" size={12} />}
      aria-label={`Show every ${what}`}
      onClick={onClear}
    >
      {what} <span className="mono">{id}</span>
    </Button>
  );
}
