import type { ReferrerPage } from "@dc/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bff } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { Note } from "#/marks/note.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { detailsOfEqualNames } from "./referrer-details.ts";
import styles from "./referrer-checklist.module.css";

const shownReferrers = 200;
const noNames: ReadonlyMap<string, string> = new Map();

export interface ReferrerChecklistProps {
  /** By id. */
  chosen: readonly string[];
  /** The names of those that are chosen already. */
  names?: ReadonlyMap<string, string> | undefined;
  onChange: (chosen: string[]) => void;
}

/** Ticks referrers. Chosen ones stay listed, also where they are archived or the search has others. */
export function ReferrerChecklist({ chosen, names = noNames, onChange }: ReferrerChecklistProps) {
  const [q, setQ] = useState("");
  const [ticked, setTicked] = useState(names);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["referrers", "choice", q],
    queryFn: ({ signal }) => bff.get<ReferrerPage>("/referrers", { query: { q, limit: shownReferrers }, signal }),
    placeholderData: keepPreviousData,
  });
  const found = data?.items ?? [];
  const unlisted = chosen.filter((id) => !found.some((referrer) => referrer.id === id));
  const rows = [
    ...unlisted.map((id) => ({ id, name: ticked.get(id) ?? id, practitionerId: null, contact: "" })),
    ...found,
  ];
  const details = detailsOfEqualNames(rows);
  return (
    <div className={styles["checklist"]}>
      <TextField
        label="Find a referrer"
        labelHidden
        small
        type="search"
        placeholder="Find a referrer"
        value={q}
        onChange={(event) => setQ(event.target.value)}
      />
      <div className={styles["choices"]} role="group" aria-label="Referrers">
        {rows.map(({ id, name }) => (
          <CheckField
            key={id}
            label={<bdi>{name}</bdi>}
            help={details.get(id)}
            checked={chosen.includes(id)}
            onChange={(checked) => {
              setTicked(new Map([...ticked, [id, name]]));
              onChange(checked ? [...chosen, id] : chosen.filter((chosenId) => chosenId !== id));
            }}
          />
        ))}
        {data === undefined || isPlaceholderData ? null : <ListNote q={q} page={data} />}
      </div>
      {error === null ? null : <Note kind="failed">{errorSentence(error)}</Note>}
    </div>
  );
}

function ListNote({ q, page: { items, nextCursor } }: { q: string; page: ReferrerPage }) {
  const none = q === "" ? "There are no referrers yet." : "No referrer matches.";
  const more = nextCursor === null ? null : `The first ${items.length} are listed. Type to find others.`;
  const words = items.length === 0 ? none : more;
  return words === null ? null : <span className="fine">{words}</span>;
}
