import { maxLength } from "@dc/contract/limits";
import { type Dispatch, type SetStateAction, useId, useState, type ReactNode } from "react";
import { DirectoryField } from "#/index-choice/directory-field.tsx";
import { nameOfIndex } from "#/index-choice/index-name.ts";
import { ReferrerChecklist } from "#/referrer-choice/referrer-checklist.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { NamedList } from "./named-list.tsx";
import { PlaceField } from "./place-field.tsx";
import { searchedText, type TypedStatement } from "./typed-statement.ts";
import styles from "./statements.module.css";

export interface AboutFieldsProps {
  typed: TypedStatement;
  onType: Dispatch<SetStateAction<TypedStatement>>;
}

/** Whom the statement is about, and in which directories. */
export function AboutFields({ typed, onType }: AboutFieldsProps) {
  const implied = typed.q.trim() === "" ? searchedText(typed) : "";
  return (
    <>
      <Choice
        label="About"
        name="What the statement is about"
        value={typed.about}
        options={[
          { value: "places", label: "A place" },
          { value: "people", label: "People" },
          { value: "list", label: "A list" },
        ]}
        onChange={(about) => onType({ ...typed, about })}
      >
        {typed.about === "places" ? (
          <span className={styles["chips"]}>
            <Chips
              chips={typed.places.map((place) => ({ id: place, name: place }))}
              onRemove={(id) => onType({ ...typed, places: typed.places.filter((place) => place !== id) })}
            />
            <PlaceField onChoose={(name) => onType({ ...typed, places: [...new Set([...typed.places, name])] })} />
          </span>
        ) : typed.about === "people" ? (
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
          <NamedList typed={typed} onType={onType} />
        )}
      </Choice>
      <Choice
        label="In"
        name="In which directories"
        value={typed.in}
        options={[
          { value: "all", label: "All" },
          { value: "referrers", label: "Referrers" },
          { value: "by hand", label: "By hand" },
        ]}
        onChange={(within) => onType({ ...typed, in: within })}
      >
        {typed.in === "all" ? (
          <span>all directories</span>
        ) : typed.in === "referrers" ? (
          <ReferrersOf typed={typed} onType={onType} />
        ) : (
          <DirectoriesOf typed={typed} onType={onType} />
        )}
      </Choice>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  children: ReactNode;
}

function Choice<Value extends string>({ label, name, children, ...control }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles["about"]} role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <SegmentedControl small label={name} {...control} />
      {children}
    </div>
  );
}

function ReferrersOf({ typed, onType }: AboutFieldsProps) {
  const [choosing, setChoosing] = useState(false);
  return (
    <span className={styles["chips"]}>
      <Button size="sm" onClick={() => setChoosing(true)} leftSection={<Icon name="people" size={14} />}>
        {typed.referrerIds.length === 0 ? "Choose referrers" : countText(typed.referrerIds.length, "referrer")}
      </Button>
      <SideDrawer opened={choosing} title="Choose referrers" onClose={() => setChoosing(false)}>
        <ReferrerChecklist chosen={typed.referrerIds} onChange={(referrerIds) => onType({ ...typed, referrerIds })} />
      </SideDrawer>
    </span>
  );
}

function DirectoriesOf({ typed, onType }: AboutFieldsProps) {
  const without = (id: string) => typed.directories.filter((chosen) => chosen.id !== id);
  return (
    <span className={styles["chips"]}>
      <Chips chips={typed.directories} onRemove={(id) => onType({ ...typed, directories: without(id) })} />
      <DirectoryField
        label="Add a directory"
        labelHidden
        chosen={null}
        onChoose={(index) => {
          const chosen = { id: index.id, name: nameOfIndex(index) };
          onType({ ...typed, directories: [...without(index.id), chosen] });
        }}
      />
    </span>
  );
}

/** What was chosen, each with a button that takes it out. */
function Chips({
  chips,
  onRemove,
}: {
  chips: readonly { id: string; name: string }[];
  onRemove: (id: string) => void;
}) {
  return chips.map(({ id, name }) => (
    <Button
      key={id}
      size="sm"
      aria-label={`Take ${name} out`}
      rightSection={<Icon name="cross" size={12} />}
      onClick={() => onRemove(id)}
    >
      <bdi>{name}</bdi>
    </Button>
  ));
}
