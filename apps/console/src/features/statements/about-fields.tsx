import { maxLength } from "@dc/contract/limits";
import { useId } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { searchedText, type TypedStatement } from "./typed-statement.ts";
import styles from "./statements.module.css";

/** Whom the statement is about. */
export function AboutFields({ typed, onType }: { typed: TypedStatement; onType: (typed: TypedStatement) => void }) {
  const id = useId();
  const implied = typed.q.trim() === "" ? searchedText(typed) : "";
  return (
    <div className={styles["about"]} role="group" aria-labelledby={id}>
      <span id={id}>About</span>
      <SegmentedControl
        small
        label="How practitioners are named"
        value={typed.about}
        options={[
          { value: "text", label: "PlacedFinding by text" },
          { value: "ids", label: "List of ids" },
        ]}
        onChange={(about) => onType({ ...typed, about })}
      />
      {typed.about === "text" ? (
        <TextField
          label="Name, id, phone or place"
          labelHidden
          small
          dir="auto"
          start={<Icon name="search" size={14} />}
          maxLength={maxLength.search}
          placeholder={implied === "" ? "Name, id, phone or place" : `Everybody with ${implied}`}
          value={typed.q}
          onChange={(event) => onType({ ...typed, q: event.target.value })}
        />
      ) : (
        <TextAreaField
          label="Ids of practitioners"
          labelHidden
          mono
          rows={3}
          placeholder="Ids of practitioners, by line, comma or space"
          value={typed.ids}
          onChange={(event) => onType({ ...typed, ids: event.target.value })}
        />
      )}
    </div>
  );
}
