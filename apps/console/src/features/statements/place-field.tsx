import type { PlaceList } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bff } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { countText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { comboboxMessage, useCombobox } from "#/ui/form/use-combobox.ts";
import styles from "./statements.module.css";

/** Finds a place by its name, as any directory or the standard index calls it. */
export function PlaceField({ onChoose }: { onChoose: (name: string) => void }) {
  const [q, setQ] = useState("");
  const typed = q.trim();
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ["statements", "places", typed],
    queryFn: ({ signal }) => bff.get<PlaceList>("/statements/places", { query: { q: typed }, signal }),
    enabled: typed !== "",
    placeholderData: keepPreviousData,
  });
  const areOutdated = typed !== "" && (isPending || isPlaceholderData);
  const items = typed === "" ? [] : (data?.items ?? []);
  const more = typed === "" ? 0 : (data?.more ?? 0);
  const { inputProps, listProps, optionProps } = useCombobox({
    text: q,
    onText: setQ,
    items,
    areOutdated,
    onChoose: ({ name }) => {
      onChoose(name);
      setQ("");
    },
    onClose: () => setQ(""),
  });
  return (
    <div className={styles["place"]}>
      <TextField
        label="Place"
        labelHidden
        small
        dir="auto"
        start={<Icon name="search" size={14} />}
        placeholder="Name of a place"
        maxLength={maxLength.name}
        {...inputProps}
        onKeyDown={(event) => {
          // Enter finds where the statement applies, where no place is typed.
          if (typed !== "" || event.key !== "Enter") inputProps.onKeyDown(event);
        }}
        aria-expanded={typed !== ""}
      />
      <div {...listProps} aria-label="Places" hidden={typed === ""} className={styles["places"]}>
        {items.map(({ name, schedules }, index) => (
          <div key={name} {...optionProps(index)}>
            <bdi>{name}</bdi> <small>{countText(schedules, "schedule")}</small>
          </div>
        ))}
        {more === 0 || areOutdated ? null : (
          <div {...comboboxMessage}>{countText(more, "further place")} with this in the name: type more of it.</div>
        )}
        {items.length > 0 || areOutdated ? null : (
          <div {...comboboxMessage}>{error === null ? "No place has this in its name." : errorSentence(error)}</div>
        )}
      </div>
    </div>
  );
}
