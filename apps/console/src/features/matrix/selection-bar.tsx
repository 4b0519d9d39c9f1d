import { useState } from "react";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { isMemberIn, requestFor, type Wish } from "./cell-changes.ts";
import type { MatrixRow, SelectedCell } from "./matrix-rows.ts";
import { SetValueDrawer } from "./set-value-drawer.tsx";
import { inDirectories, useStageMany, type DirectoryRequest } from "./use-stage-many.ts";

export interface SelectionBarProps {
  row: MatrixRow;
  recordName: string;
  cells: readonly SelectedCell[];
  /** Keeps the selection of the directories that refused. */
  onDone: (left: readonly string[]) => void;
  onClear: () => void;
}

/** What can be done with the selected cells of a row: the standard value, a plan more or less, or another value. */
export function SelectionBar({ row, recordName, cells, onDone, onClear }: SelectionBarProps) {
  const { stage, busy } = useStageMany();
  const [setting, setSetting] = useState(false);
  const asked = (wish: Wish): DirectoryRequest[] =>
    cells.flatMap(({ index, cell }) => {
      const request = requestFor(row, cell, wish);
      return request === null ? [] : [{ indexId: index.id, name: index.name, request }];
    });
  const run = async (wish: Wish) => onDone(await stage(asked(wish)));
  useShortcuts([{ keys: "escape", label: "Clear the selection", run: onClear }]);
  const isMember = row.row.member !== null;
  const base = asked({ do: "take base" }).length;
  const counts = {
    add: isMember ? cells.filter(({ cell }) => isMemberIn(row, cell) === false).length : 0,
    remove: isMember ? cells.filter(({ cell }) => isMemberIn(row, cell) === true).length : 0,
  };
  const verbs = (["add", "remove"] as const).filter((verb) => counts[verb] > 0);
  const main = counts.remove >= counts.add ? "remove" : "add";
  return (
    <>
      <BottomBar
        label="Selected cells"
        mark={<Icon name="check" />}
        title={busy ? "Staging" : `${cells.length} ${cells.length === 1 ? "cell" : "cells"} selected`}
        note={
          <>
            <bdi>{row.row.label}</bdi>, <bdi>{recordName}</bdi>
          </>
        }
        actions={
          <>
            <Button variant="subtle" rightSection={<Kbd keys="escape" hint />} disabled={busy} onClick={onClear}>
              Clear
            </Button>
            {base === 0 ? null : (
              <Button disabled={busy} onClick={() => void run({ do: "take base" })}>
                Take base in {base}
              </Button>
            )}
            {verbs.map((verb) => (
              <Button
                key={verb}
                variant={verb === main ? "filled" : "default"}
                disabled={busy}
                onClick={() => void run({ do: verb })}
              >
                {verb === "add" ? "Add" : "Remove"} in {inDirectories(counts[verb])}
              </Button>
            ))}
            {isMember ? null : (
              <Button variant="filled" disabled={busy} onClick={() => setSetting(true)}>
                Set a value in {inDirectories(cells.length)}
              </Button>
            )}
          </>
        }
      />
      {isMember ? null : (
        <SetValueDrawer
          opened={setting}
          row={row}
          recordName={recordName}
          cells={cells}
          countOf={(reading) => asked({ do: "set", reading, asItStands: true }).length}
          loading={busy}
          onClose={() => setSetting(false)}
          onStage={(reading, asItStands) => {
            void run({ do: "set", reading, asItStands }).then(() => setSetting(false));
          }}
        />
      )}
    </>
  );
}
