import type { ChangeImportPreview, ImportedCell } from "@dc/contract";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { usePermissions } from "#/connection/permissions.tsx";
import { columnLetter } from "#/sheet-file/column-letter.ts";
import { Button } from "#/ui/form/button.tsx";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Unbroken } from "#/ui/display/unbroken.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { WithSidebar } from "#/ui/page/page.tsx";
import { ImportErrors } from "./import-errors.tsx";
import { ImportedState } from "./imported-state.tsx";
import { isError, stateWords, worstFirst } from "./imported-states.ts";
import { type ChoosesNames, nameOfCell, NamesToChoose } from "./names-to-choose.tsx";
import styles from "./imports.module.css";

/** So many cells are drawn at once, and never more rows than this. */
const MOST_CELLS = 4_000;
const MOST_ROWS = 300;

export interface SheetRowsProps extends ChoosesNames {
  preview: ChangeImportPreview;
  /** The cells that are shown. */
  cells: readonly ImportedCell[];
  /** What a column says, to be chosen. */
  columnField: (at: number) => ReactNode;
  /** Whether a cell against ours is taken. */
  isTaken: (cell: ImportedCell) => boolean;
  onTake: (cell: ImportedCell, isTaken: boolean) => void;
}

/** The rows of a sheet as they stand there, each cell with what the directory says now or what is wrong, which is told beside them too. */
export function SheetRows({ preview, cells, columnField, isTaken, onTake, isChoosing, onChoose }: SheetRowsProps) {
  const { columns, sheetRows, more, names } = preview;
  const nameOf = useMemo(() => nameOfCell(preview), [preview]);
  const table = useRef<HTMLTableElement>(null);
  const [first, setFirst] = useState(0);
  const [current, setCurrent] = useState<number | null>(null);
  const byRow = Map.groupBy(cells, ({ row }) => row);
  // Before a column says anything, the first rows tell what could be chosen.
  const rows = preview.items.length === 0 ? sheetRows : sheetRows.filter(({ row }) => byRow.has(row));
  const atOnce = Math.min(MOST_ROWS, Math.max(Math.floor(MOST_CELLS / Math.max(columns.length, 1)), 20));
  const start = Math.min(first, Math.max(rows.length - 1, 0));
  const shown = rows.slice(start, start + atOnce);
  const focus = (row: number, column: number | null, tries = 4) => {
    const line = table.current?.querySelector(`[data-row="${row}"]`);
    const place = line?.querySelector<HTMLElement>(column === null ? "th" : `[data-column="${column}"]`);
    if (place != null) place.focus();
    else if (tries > 0) requestAnimationFrame(() => focus(row, column, tries - 1));
  };
  const go = (row: number, column: number | null) => {
    const index = rows.findIndex((one) => one.row === row);
    if (index < 0) return;
    if (index < start || index >= start + atOnce) setFirst(Math.max(index - 2, 0));
    setCurrent(row);
    focus(row, column);
  };
  const showFrom = (index: number) => {
    const next = rows[index];
    if (next === undefined) return;
    setFirst(index);
    setCurrent(next.row);
    focus(next.row, null);
  };
  const step = (by: 1 | -1) => {
    const index = rows.findIndex(({ row }) => row === current);
    const next = rows[index < 0 ? start : index + by];
    if (next !== undefined) go(next.row, null);
  };
  const errors = cells.filter(({ state }) => isError(state));
  const nextError = () => {
    const place = document.activeElement?.closest<HTMLElement>("[data-column]")?.dataset["column"] ?? "-1";
    const isLater = ({ row, column }: ImportedCell) =>
      current === null || row > current || (row === current && (column ?? -1) > Number(place));
    const next = errors.find(isLater) ?? errors[0];
    if (next !== undefined) go(next.row, next.column);
  };
  useShortcuts([
    { keys: "j", label: "Next row of the sheet", run: () => step(1) },
    { keys: "k", label: "Previous row of the sheet", run: () => step(-1) },
    { keys: "f8", label: "Next error", everywhere: true, run: nextError },
  ]);
  const sheet = (
    <>
      <div className={styles["scroll"]}>
        <table ref={table} className={styles["sheet"]}>
          <caption className="unseen">Rows of the sheet</caption>
          <thead>
            <tr>
              <th scope="col">row</th>
              {columns.map(({ heading, use }, at) => (
                <th key={at} scope="col" data-use={use.use}>
                  <span className={styles["heading"]} data-tip={heading} data-tip-when="cut">
                    <b className="mono">{columnLetter(at)}</b> <bdi>{heading}</bdi>
                  </span>
                  {columnField(at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, texts }) => (
              <SheetRow
                key={row}
                row={row}
                texts={texts}
                columns={columns}
                cells={byRow.get(row) ?? []}
                isCurrent={row === current}
                isTaken={isTaken}
                onTake={onTake}
                nameOf={nameOf}
                onChoose={onChoose}
                onCurrent={() => setCurrent(row)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles["foot"]}>
        <span>
          {rows.length > shown.length
            ? `${numberText(start + 1)} to ${numberText(start + shown.length)} of ${countText(rows.length, "row")} shown; the sheet has ${numberText(preview.rows)}.`
            : `${numberText(rows.length)} of ${countText(preview.rows, "row")} shown.`}
          {more === 0 ? "" : ` ${countText(more, "cell")} more of the sheet ${more === 1 ? "is" : "are"} not listed.`}{" "}
          Compared with what the directory says, as last read, held changes included.
        </span>
        {start === 0 ? null : (
          <Button size="xs" onClick={() => showFrom(Math.max(start - atOnce, 0))}>
            Rows before
          </Button>
        )}
        {start + shown.length >= rows.length ? null : (
          <Button size="xs" onClick={() => showFrom(start + atOnce)}>
            Rows after
          </Button>
        )}
        <span>
          <Kbd keys="j" hint /> <Kbd keys="k" hint />
        </span>
      </div>
    </>
  );
  return (
    <WithSidebar
      isFirst
      sidebar={
        errors.length === 0 && names.length === 0 ? null : (
          <>
            {names.length === 0 ? null : <NamesToChoose names={names} isChoosing={isChoosing} onChoose={onChoose} />}
            {errors.length === 0 ? null : <ImportErrors errors={errors} onGo={go} onNext={nextError} />}
          </>
        )
      }
    >
      {sheet}
    </WithSidebar>
  );
}

interface JudgedProps extends Pick<SheetRowsProps, "isTaken" | "onTake" | "onChoose" | "cells"> {
  /** What several are called by which a cell is ambiguous. */
  nameOf: ReturnType<typeof nameOfCell>;
}

interface SheetRowProps extends JudgedProps {
  row: number;
  texts: readonly string[];
  columns: ChangeImportPreview["columns"];
  isCurrent: boolean;
  onCurrent: () => void;
}

function SheetRow({ row, texts, columns, cells, isCurrent, onCurrent, ...judged }: SheetRowProps) {
  const [worst] = worstFirst(cells);
  const byColumn = Map.groupBy(cells, ({ column }) => column);
  const whole = [...new Set((byColumn.get(null) ?? []).flatMap(({ why }) => why ?? []))];
  const whom = columns.findIndex(({ use }) => ["schedule", "practitioner", "recordId"].includes(use.use));
  const names = [...new Set(cells.flatMap(({ recordName }) => recordName ?? []))];
  return (
    <tr data-row={row} aria-current={isCurrent || undefined} onFocus={onCurrent}>
      <th scope="row" tabIndex={-1}>
        <span className="mono">{row}</span>{" "}
        {worst === undefined ? null : (
          <span data-tip={stateWords[worst.state]}>
            <ImportedState state={worst.state} show="mark" />
            <span className="unseen">{stateWords[worst.state]}</span>
          </span>
        )}
        {whole.map((why) => (
          <small key={why}>{why}</small>
        ))}
      </th>
      {columns.map(({ use }, at) => {
        const of = byColumn.get(at) ?? [];
        const text = texts[at] ?? "";
        return (
          <td key={at} data-use={use.use} data-column={at} tabIndex={-1}>
            {of.length === 0 ? (
              <bdi>
                <Unbroken text={text} />
              </bdi>
            ) : (
              <JudgedCell text={text} cells={worstFirst(of)} {...judged} />
            )}
            {at !== whom || names.length === 0 || names.includes(text) ? null : (
              <small>
                <bdi>{names[0]}</bdi>
                {names.length > 1 ? ` and ${names.length - 1} more` : ""}
              </small>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** What a cell says, and under it what the directory says now or what is wrong: once for all records that it is about alike. */
function JudgedCell({ text, cells, isTaken, onTake, nameOf, onChoose }: JudgedProps & { text: string }) {
  const { may } = usePermissions();
  const [worst] = cells;
  if (worst === undefined) return null;
  const name = may("stage") ? nameOf(worst) : undefined;
  const { state } = worst;
  const lines = [...new Set(cells.flatMap((cell) => underOf(cell) ?? []))];
  const says = text === "" ? worst.says : text;
  return (
    <div className={styles["cell"]} data-state={isError(state) ? "error" : state}>
      <bdi>
        <Unbroken text={says} />
      </bdi>
      {lines.slice(0, 2).map((line) => (
        <small key={line} data-tip={line} data-tip-when="cut">
          <bdi>{line}</bdi>
        </small>
      ))}
      {lines.length > 2 ? <small>and {lines.length - 2} more</small> : null}
      {state === "against ours" ? (
        <span className={styles["taking"]}>
          <Checkbox label={`Take ${worst.says}`} checked={isTaken(worst)} onChange={(on) => onTake(worst, on)} /> Take
          it
        </span>
      ) : null}
      {name === undefined ? null : (
        <MenuButton
          label={`Whom “${says}” means`}
          align="start"
          className={styles["choose"]}
          items={name.choices.map(({ record, name: called, detail }) => ({
            label: [called, record.id, detail].filter(Boolean).join(" · "),
            run: () => onChoose(name, record),
          }))}
        >
          Choose…
        </MenuButton>
      )}
    </div>
  );
}

function underOf({ state, now, why }: ImportedCell): string | null {
  if (why !== null) return why;
  if (state === "same") return null;
  const before = now ?? "not there";
  return state === "against ours" ? `ours: ${before}` : `now ${before}`;
}
