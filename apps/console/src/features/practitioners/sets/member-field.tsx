import { trimInvisible } from "@dc/directory";
import { useId, useState } from "react";
import { leaveOnEscape } from "#/ui/keyboard/restore-focus.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import styles from "./sets.module.css";

export interface MemberFieldProps {
  label: string;
  /** What choosing a member does: it is added, or takes the place of the one that is there. */
  verb?: "Add" | "Replace";
  /** Whether members are words or ids of records. */
  holds: "words" | "ids";
  help: string;
  /** What the set has now, drafts included. */
  members: readonly string[];
  /** Records that an id can name. */
  known?: readonly { id: string; name: string | null }[];
  onAdd: (member: string) => void;
  onLeave: () => void;
}

/** Adds a member to a set by typing it. */
export function MemberField({
  label,
  verb = "Add",
  holds,
  help,
  members,
  known = [],
  onAdd,
  onLeave,
}: MemberFieldProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const listId = useId();
  const named = known.find(({ id }) => id === trimInvisible(typed))?.name ?? null;
  const add = () => {
    const member = trimInvisible(typed);
    const nextProblem = problemOf(member, holds, members);
    setProblem(nextProblem);
    if (nextProblem !== null) return;
    onAdd(member);
    setTyped("");
  };
  return (
    <div className={styles["field"]}>
      <TextField
        label={label}
        dir={holds === "ids" ? "ltr" : "auto"}
        mono={holds === "ids"}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        {...(known.length === 0 ? {} : { list: listId })}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          leaveOnEscape(onLeave)(event);
          if (event.key !== "Enter") return;
          // Enter adds a member here and must not submit the form around the field.
          event.preventDefault();
          add();
        }}
        {...(problem === null ? { help: named ?? help } : { error: problem })}
      />
      <Button onClick={add}>{verb}</Button>
      {known.length === 0 ? null : (
        <datalist id={listId}>
          {known.map(({ id, name }) => (
            <option key={id} value={id} aria-label={name ?? id}>
              {name ?? id}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}

function problemOf(member: string, holds: "words" | "ids", members: readonly string[]): string | null {
  if (member === "") return holds === "words" ? "Write a word to add." : "Write an id to add.";
  if (holds === "ids" && /\s/.test(member)) return "An id has no spaces. Add one at a time.";
  // Words that differ only in upper and lower case are most likely duplicates.
  const isSame = (other: string) =>
    holds === "ids" ? other === member : other.toLocaleLowerCase() === member.toLocaleLowerCase();
  const there = members.find(isSame);
  return there === undefined ? null : `“${there}” is already in the list.`;
}
