import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { countText } from "#/ui/display/count.tsx";
import { useMappingKeptByUse } from "#/sheet-file/use-mapping-kept-by-use.ts";
import { useAddToRoster } from "./mutations.ts";
import { samplesQuery } from "#/connection/samples-query.ts";
import { RosterPaste, useRosterAnswers } from "./roster-paste.tsx";
import styles from "./roster.module.css";

export interface AddToRosterProps {
  indexId: string;
  how: "paste" | "copy" | null;
  /** The index version whose roster is copied; null where there is none. */
  source: { id: string; practitioners: number } | null;
  /** The field that chooses among all index versions. */
  chooser: ReactNode;
  onHow: (how: "paste" | "copy") => void;
  onClose: () => void;
}

/** Adds ids to a roster: pasted, from a file, from links, or from another directory's roster. */
export function AddToRoster(props: AddToRosterProps) {
  return props.how === null ? null : <AddDrawer {...props} how={props.how} />;
}

function AddDrawer({ indexId, how, source, chooser, onHow, onClose }: AddToRosterProps & { how: "paste" | "copy" }) {
  const add = useAddToRoster(indexId);
  const { data: samples } = useQuery(samplesQuery);
  const { data: connection } = useQuery(connectionQuery);
  const lookUps = [...new Set(connection?.rosterIds.lookUps.map(({ label }) => label))];
  const [text, setTyped] = useUnsavedInput(`roster of ${indexId}`, "", (typed) => typed.trim() === "");
  const setText: typeof setTyped = (next) => {
    // What was refused was another text.
    if (add.isError) add.reset();
    setTyped(next);
  };
  const mapping = useMappingKeptByUse();
  const discard = () => {
    setText("");
    onClose();
  };
  const answers = useRosterAnswers(text);
  const refused = add.error instanceof BffError ? add.error : null;
  const ready = how === "paste" ? answers.good + answers.bad.length > 0 : source !== null;
  const send = () => {
    if (!ready || add.isPending) return;
    if (how === "copy") {
      if (source !== null) add.mutate({ from: "index", indexId: source.id }, { onSuccess: onClose });
      return;
    }
    const from = text === samples?.roster ? "sample" : "paste";
    // Awaited, since the drawer may be closed by then.
    void add.mutateAsync({ from: "text", text, source: from }, { onSuccess: onClose }).then(
      () => {
        void mapping.keepUsed();
        setText((now) => (now === text ? "" : now));
      },
      () => undefined,
    );
  };
  useShortcuts([{ keys: "mod+enter", label: "Add to the roster", everywhere: true, run: send }]);
  const count = how === "paste" ? answers.good : (source?.practitioners ?? 0);
  const verb = !ready
    ? "Add to the roster"
    : how === "paste"
      ? `Add ${countText(count, "line")}`
      : `Copy ${countText(count, "practitioner")}`;
  return (
    <SideDrawer
      opened
      title="Add to the roster"
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={discard}>
            Cancel
          </Button>
          <Button
            variant="filled"
            disabled={!ready}
            loading={add.isPending}
            rightSection={<Kbd keys="mod+enter" hint />}
            onClick={send}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className={styles["stack"]}>
        <SegmentedControl
          label="Where the roster comes from"
          value={how}
          onChange={onHow}
          options={[
            { value: "paste", label: "Paste or file" },
            { value: "copy", label: "Another directory", disabled: source === null },
          ]}
        />
        {how === "paste" ? (
          <>
            <p>
              Names, schedule ids, practitioner ids, pairs, links, or a CSV or Excel file, one per line
              {lookUps.length === 0 ? "" : `; ${lookUps.join(" or ")} in place of an id`}. A name is looked for among
              known practitioners{lookUps.length === 0 ? "" : " and in the service"}. What can’t be added is named and
              kept for correction.
            </p>
            <RosterPaste
              first
              value={text}
              onChange={setText}
              mapping={mapping}
              sample={samples?.roster ?? null}
              error={refused?.fieldError("/text")}
            />
          </>
        ) : (
          <>
            <p>The same ids exist in every index version. Each is read once in this one.</p>
            {chooser}
          </>
        )}
        <CommandFailure error={add.error} fields={["/text"]} />
      </div>
    </SideDrawer>
  );
}
