import type { ChangeImportPreview, ImportedCell, ImportedCellState } from "@dc/contract";
import { guardText } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { nameOfIndex } from "#/index-choice/index-name.ts";
import { indexVersionQuery } from "#/index-choice/queries.ts";
import { Note } from "#/marks/note.tsx";
import { paths } from "#/paths.ts";
import { refusalOf, sheetTypes } from "#/sheet-file/sheet-files.ts";
import { Age } from "#/ui/display/age.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { FileButton } from "#/ui/form/file-button.tsx";
import { FileDrop } from "#/ui/form/file-drop.tsx";
import { countText, numberText, sizeText } from "#/ui/display/count.tsx";
import { Toggle } from "#/ui/form/check-field.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { ToggleChips } from "#/ui/form/toggle-chips.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { saveFile } from "#/ui/page/save-file.ts";
import { ColumnUseField } from "./column-use-field.tsx";
import { ImportedState } from "./imported-state.tsx";
import { SheetRows } from "./sheet-rows.tsx";
import { columnLetter } from "#/sheet-file/column-letter.ts";
import { importedStates, isError, stateWords } from "./imported-states.ts";
import { ImportReading } from "./import-reading.tsx";
import { ReadingBar } from "./reading-bar.tsx";
import styles from "./imports.module.css";
import { useImport } from "./use-import.ts";

/** A spreadsheet of overrides of a directory: mapped, previewed cell by cell, and staged as one change set. */
export function ImportScreen() {
  const { indexId = "" } = useParams();
  const { may, needed } = usePermissions();
  const { data: connection } = useQuery(connectionQuery);
  const { data: index } = useQuery(indexVersionQuery(indexId));
  const sheet = useImport(indexId);
  const { asked, answer, preview, bytes, cancel, isTaken, takeCell, stage, choose, change, forgetFailures } = sheet;
  const [hidden, setHidden] = useState<ReadonlySet<ImportedCellState>>(new Set(["same"]));
  const [showsAll, setShowsAll] = useState(false);
  const [reason, setReason] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const { file, choice = {} } = asked ?? {};
  const isReadAgain = answer !== undefined && preview.isPending;
  const name = index === undefined ? indexId : nameOfIndex(index);
  const open = (chosen: File) => {
    if (!may("stage")) return;
    forgetFailures();
    const why = refusalOf(chosen);
    setRefusal(why);
    if (why === null) void choose(chosen).then(setRefusal);
  };
  const pick = (label: string, filled: boolean) => (
    <FileButton
      label={label}
      accept={sheetTypes}
      icon="upload"
      variant={filled ? "filled" : "default"}
      loading={preview.isPending}
      onFile={open}
    />
  );
  // What was chosen for a column stands until it is read.
  const columns = (answer?.columns ?? []).map((column, at) => ({ ...column, use: choice.columns?.[at] ?? column.use }));
  const before = showsAll ? null : (answer?.before ?? null);
  const counts = before?.counts ?? answer?.counts;
  const shownStates = importedStates.filter((state) => !hidden.has(state));
  const cells = (answer?.items ?? []).filter(
    ({ state, isAsBefore }) => !hidden.has(state) && !(before !== null && isAsBefore),
  );
  const errors = answer?.items.filter(({ state }) => isError(state)) ?? [];
  const needsReason = answer !== undefined && answer.rowsWithoutReason > 0 && reason.trim() === "";
  const staged =
    answer === undefined ? 0 : answer.counts.new + answer.counts.change + answer.items.filter(isTaken).length;
  return (
    <Page
      title={answer === undefined ? "Import" : "Import: preview"}
      crumbs={[{ label: "Overrides", to: paths.directoryOverrides.href({ indexId }) }, { label: "Import" }]}
      scope={{ id: indexId, name }}
      lede="Nothing is staged until you confirm. The whole import becomes one change set, and can be reverted as one."
      actions={
        answer === undefined ? null : (
          <>
            {errors.length === 0 ? null : (
              <Button leftSection={<Icon name="download" />} onClick={() => saveErrors(file?.fileName ?? "", errors)}>
                Errors as a sheet
              </Button>
            )}
            {pick("Choose the corrected file", false)}
          </>
        )
      }
    >
      {refusal === null ? null : <Note kind="failed">{refusal}</Note>}
      <CommandFailure error={preview.error} />
      <CommandFailure error={stage.error} />
      {sheet.previewAgain === null ? null : <Button onClick={sheet.previewAgain}>Preview again</Button>}
      {answer === undefined && preview.isPending ? (
        <ImportReading fileName={file?.fileName} bytes={bytes} onCancel={cancel} />
      ) : answer === undefined ? (
        <FileDrop onFile={open}>
          <EmptyState
            title="A spreadsheet of overrides"
            {...(may("stage") ? { primary: pick("Choose a file", true) } : {})}
          >
            {may("stage")
              ? "CSV or XLSX with a heading row, chosen or dropped here: whom a row is about, and what the directory is to say. What was exported here can be imported again."
              : needed("stage")}
          </EmptyState>
        </FileDrop>
      ) : (
        <FileDrop onFile={open}>
          <ReadingBar fileName={file?.fileName} preview={answer} choice={choice} onChange={change} />
          {answer.before === null ? null : (
            <BeforeBar before={answer.before} errors={errors} showsAll={showsAll} onShowAll={setShowsAll} />
          )}
          <div className={styles["bar"]}>
            <TextField
              label="Reason, where a row gives none"
              small
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              {...(needsReason
                ? {
                    error: `Needed: ${countText(answer.rowsWithoutReason, "row")} ${answer.rowsWithoutReason === 1 ? "gives" : "give"} a source or days but no reason`,
                  }
                : {})}
            />
            <ToggleChips
              label="What becomes of cells"
              pressed={new Set(shownStates)}
              onChange={(pressed) => setHidden(new Set(importedStates.filter((state) => !pressed.has(state))))}
              chips={importedStates
                .map((state) => ({
                  value: state,
                  label: stateWords[state],
                  count: counts?.[state] ?? 0,
                  mark: <ImportedState state={state} show="mark" />,
                }))
                .filter(({ count }) => count > 0)}
            />
          </div>
          {answer.items.length === 0 ? (
            <p>Choose below which column says whose record a row is about, and what the others say.</p>
          ) : null}
          <SheetRows
            key={file?.fileName}
            preview={answer}
            cells={cells}
            columnField={(at) => (
              <ColumnUseField
                at={at}
                columns={columns}
                connection={connection}
                onChange={(next) => change({ columns: next })}
              />
            )}
            isTaken={isTaken}
            onTake={takeCell}
            isChoosing={sheet.isChoosing}
            onChoose={sheet.chooseName}
          />
          <StageBar
            fileName={file?.fileName}
            staged={staged}
            hasBefore={before !== null}
            isReady={staged > 0 && !needsReason}
            isStaging={stage.isPending}
            readAgain={isReadAgain ? { bytes, onCancel: cancel } : null}
            onStage={() => stage.mutate(reason)}
          />
        </FileDrop>
      )}
    </Page>
  );
}

interface BeforeBarProps {
  before: NonNullable<ChangeImportPreview["before"]>;
  errors: readonly ImportedCell[];
  /** Whether what is as it was before is shown, too. */
  showsAll: boolean;
  onShowAll: (showsAll: boolean) => void;
}

/** The file that was previewed before this one, and how many of its errors are left. */
function BeforeBar({ before, errors, showsAll, onShowAll }: BeforeBarProps) {
  const left = errors.filter(({ isAsBefore }) => isAsBefore).length;
  return (
    <div className={styles["bar"]}>
      <span>
        <bdi>
          Before this one you previewed <strong>{before.fileName}</strong>
        </bdi>
        <Age at={before.previewedAt} after="ago" />
        {left === 0 ? null : <span>· {countText(left, "error")} of it left</span>}
      </span>
      <Toggle label="Also show what is unchanged since then" checked={showsAll} onChange={onShowAll} />
    </div>
  );
}

interface StageBarProps {
  fileName: string | undefined;
  /** How many changes are staged. */
  staged: number;
  /** Whether what was in the file before is left out of the list. */
  hasBefore: boolean;
  isReady: boolean;
  isStaging: boolean;
  /** How much has come of the preview that will take the place of this one. */
  readAgain: { bytes: number; onCancel: () => void } | null;
  onStage: () => void;
}

function StageBar({ fileName, staged, hasBefore, isReady, isStaging, readAgain, onStage }: StageBarProps) {
  const stage = () => (isReady && !isStaging && readAgain === null ? onStage() : undefined);
  useShortcuts([{ keys: "mod+enter", label: "Stage the changes of the sheet", whileTyping: true, run: stage }]);
  if (readAgain !== null) {
    const { bytes, onCancel } = readAgain;
    return (
      <BottomBar
        title={<span role="status">Reading again</span>}
        note={bytes === 0 ? fileName : `${sizeText(bytes)} received`}
        actions={<Button onClick={onCancel}>Cancel</Button>}
      />
    );
  }
  return (
    <BottomBar
      title={fileName}
      note={hasBefore ? "not staged yet; what was there before is staged with it" : "not staged yet"}
      actions={
        <Button
          variant="filled"
          disabled={!isReady}
          loading={isStaging}
          rightSection={<Kbd keys="mod+enter" hint />}
          onClick={stage}
        >
          Stage {numberText(staged)} {staged === 1 ? "change" : "changes"}
        </Button>
      }
    />
  );
}

/** Saves what is wrong as CSV, to be sent back to whoever made the sheet. */
function saveErrors(fileName: string, errors: readonly ImportedCell[]): void {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => `"${guardText(cell).replaceAll('"', '""')}"`).join(",");
  const lines = [
    ["row", "column", "says", "what is wrong"],
    ...errors.map(({ row, column, says, state, why }) => [
      String(row),
      column === null ? "" : columnLetter(column),
      says,
      why ?? stateWords[state],
    ]),
  ];
  saveFile(
    `errors - ${fileName.replace(/\.[^.]*$/, "")}.csv`,
    new Blob([`\uFEFF${lines.map(line).join("\r\n")}`], { type: "text/csv" }),
  );
}
