import type { ChangeSet } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { SavedMeanwhile, savedMeanwhile } from "#/commands/saved-meanwhile.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import styles from "./change-sets.module.css";
import { useUpdateChangeSet } from "./mutations.ts";

/** Renames a change set. */
export function RenameForm({ changeSet, onLeave }: { changeSet: ChangeSet; onLeave: () => void }) {
  // What was typed stays with the version that it was typed over.
  const [{ id, version }, setFrom] = useState(changeSet);
  const [typed, setTyped] = useState(changeSet.name);
  const update = useUpdateChangeSet(id);
  const saved = savedMeanwhile<ChangeSet>(update.error);
  const goOn = (over: ChangeSet) => {
    setFrom(over);
    update.reset();
  };
  return (
    <>
      <form
        className={styles["rename"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") update.mutate({ name: typed.trim(), version }, { onSuccess: onLeave });
        }}
      >
        <TextField
          label="Name of this change set"
          onKeyDown={(event) => (event.key === "Escape" ? onLeave() : undefined)}
          dir="auto"
          autoFocus
          maxLength={maxLength.name}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" loading={update.isPending} disabled={typed.trim() === ""}>
          Save the name
        </Button>
        <Button variant="subtle" onClick={onLeave}>
          Cancel
        </Button>
      </form>
      {saved === null ? (
        <CommandFailure error={update.error} />
      ) : (
        <div style={{ marginBlockEnd: 12 }}>
          <SavedMeanwhile
            parts={[{ label: "Name", saved: saved.name, typed }]}
            onKeep={() => goOn(saved)}
            onTake={() => {
              setTyped(saved.name);
              goOn(saved);
            }}
          />
        </div>
      )}
    </>
  );
}
