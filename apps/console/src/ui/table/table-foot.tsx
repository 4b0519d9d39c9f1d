import type { ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcutList } from "#/ui/keyboard/shortcuts.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./data-table.module.css";
import type { ListStatus } from "./list-query.ts";

export interface SelectionActions {
  /** `["directory", "directories"]`. */
  noun: readonly [one: string, many: string];
  /** A summary of the selected rows. */
  note?: ReactNode;
  /** How many are selected, where some of the rows stand for others. */
  count?: number;
  actions: ReactNode;
}

interface DataTableFootProps {
  status: ListStatus;
  shown: number;
  total: number | null;
  /** What is counted, where that is not the rows. */
  noun: string | undefined;
  note: ReactNode;
  selection: (SelectionActions & { ids: ReadonlySet<string> }) | undefined;
  onClear: () => void;
  openable: boolean;
  selectKey: "x" | "space";
}

/** "18 of 64 shown" with a note; while rows are selected, also a bar with their count and actions. */
export function DataTableFoot({
  status,
  shown,
  total,
  noun,
  note,
  selection,
  onClear,
  openable,
  selectKey,
}: DataTableFootProps) {
  const { singleKeys } = useShortcutList();
  const count = selection?.count ?? selection?.ids.size ?? 0;
  const of = total === null ? "" : ` of ${numberText(total)}`;
  const what = noun === undefined ? "" : ` ${noun}`;
  return (
    <>
      <div className={styles["foot"]}>
        <span>
          {status === "loading" ? null : (
            <>
              {status !== "shown" ? null : `${numberText(shown)}${of}${what} shown. `}
              {note}
            </>
          )}
        </span>
        {singleKeys && status === "shown" && shown > 0 ? (
          <span className={styles["hints"]} aria-hidden="true">
            <Kbd keys="j k" /> move
            {selection === undefined ? null : (
              <>
                <Kbd keys={selectKey} /> select
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
      {count > 0 && selection !== undefined ? (
        <BottomBar
          label="Selection"
          mark={<Icon name="check" />}
          title={`${numberText(count)} ${count === 1 ? selection.noun[0] : selection.noun[1]} selected`}
          note={selection.note}
          actions={
            <>
              <Button variant="subtle" onClick={onClear} rightSection={<Kbd keys="escape" hint />}>
                Clear
              </Button>
              {selection.actions}
            </>
          }
        />
      ) : null}
    </>
  );
}
