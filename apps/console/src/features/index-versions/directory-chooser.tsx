import type { IndexVersion } from "@dc/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { TextField } from "#/ui/field.tsx";
import { Icon } from "#/ui/icon.tsx";
import { MidTruncate } from "#/ui/mid-truncate.tsx";
import styles from "./create.module.css";
import { nameOfIndex } from "./naming.ts";
import { indexVersionChoicesQuery } from "./queries.ts";

export interface DirectoryChooserProps {
  chosen: string | null;
  sort: "overrides" | "roster";
  isOffered: (index: IndexVersion) => boolean;
  /** What counts for the choice, such as `12 overrides`. */
  wordsOf: (index: IndexVersion) => string;
  onChoose: (index: IndexVersion) => void;
}

const mostShown = 8;

/** One directory among all that are known, found by name, referrer or id. */
export function DirectoryChooser({ chosen, sort, isOffered, wordsOf, onChoose }: DirectoryChooserProps) {
  const [typed, setTyped] = useState("");
  const asked = useDeferredValue(typed.trim());
  const group = useId();
  const { data } = useQuery({ ...indexVersionChoicesQuery(asked, sort), placeholderData: keepPreviousData });
  const offered = (data?.items ?? []).filter(isOffered);
  const shown = offered.slice(0, mostShown);
  const more = (data?.total ?? 0) > (data?.items.length ?? 0) || offered.length > shown.length;
  return (
    <div className={styles["chooser"]}>
      <TextField
        type="search"
        label="Find a directory"
        autoComplete="off"
        spellCheck={false}
        start={<Icon name="search" size={15} />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        help={
          more
            ? "The first ones are shown. Type a name, a referrer or an id to find the others."
            : "By name, referrer or id."
        }
      />
      <div role="radiogroup" aria-label="Directory" className={styles["found"]}>
        {shown.map((index) => (
          <label key={index.id}>
            <input type="radio" name={group} checked={index.id === chosen} onChange={() => onChoose(index)} />
            <MidTruncate text={nameOfIndex(index)} />
            <small>{wordsOf(index)}</small>
          </label>
        ))}
        {data !== undefined && shown.length === 0 ? <p>No directory that fits is known here by that name.</p> : null}
      </div>
    </div>
  );
}
