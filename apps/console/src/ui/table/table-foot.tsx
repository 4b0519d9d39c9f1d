import type { ReactNode } from "react";
import { ChangeBar } from "#/ui/page/bottom-bar.tsx";
import { Button } from "#/ui/form/button.tsx";
import styles from "./data-table.module.css";
import { Icon } from "#/ui/text/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useKeySheet } from "#/ui/keyboard/keyboard-shortcuts.tsx";

export interface SelectionVerbs {
  /** `["directory", "directories"]`. */
  noun: readonly [one: string, many: string];
  /** What the selected ones have in common or add up to. */
  note?: ReactNode;
  verbs: ReactNode;
}

interface DataTableFootProps {
  shown: number;
  total: number | null;
  note: ReactNode;
  selected: ReadonlySet<string> | undefined;
  verbs: SelectionVerbs | undefined;
  onClear: () => void;
  openable: boolean;
  /** Nothing is counted: what stands instead of the rows says it. */
  quiet: boolean;
  loading: boolean;
}

/** "18 of 64 shown" and what the list cannot show; while rows are selected, a bar with their count and verbs. */
export function DataTableFoot({
  shown,
  total,
  note,
  selected,
  verbs,
  onClear,
  openable,
  quiet,
  loading,
}: DataTableFootProps) {
  const { singleKeys } = useKeySheet();
  const count = selected?.size ?? 0;
  const of = total === null ? "" : ` of ${total.toLocaleString("en")}`;
  return (
    <>
      <div className={styles["foot"]}>
        <span>
          {loading ? null : (
            <>
              {quiet ? null : `${shown.toLocaleString("en")}${of} shown. `}
              {note}
            </>
          )}
        </span>
        {singleKeys && !quiet && shown > 0 ? (
          <span className={styles["hints"]} aria-hidden="true">
            <Kbd keys="j k" /> move
            {verbs === undefined ? null : (
              <>
                <Kbd keys="x" /> select
              </>
            )}
            {openable ? (
              <>
                <Kbd keys="enter" /> open
              </>
            ) : null}
            <Kbd keys="?" />
          </span>
        ) : null}
      </div>
      {count > 0 && verbs !== undefined ? (
        <ChangeBar
          label="Selection"
          mark={<Icon name="check" />}
          title={`${count.toLocaleString("en")} ${count === 1 ? verbs.noun[0] : verbs.noun[1]} selected`}
          note={verbs.note}
          actions={
            <>
              <Button variant="subtle" onClick={onClear} rightSection={<Kbd keys="escape" hint />}>
                Clear
              </Button>
              {verbs.verbs}
            </>
          }
        />
      ) : null}
    </>
  );
}
