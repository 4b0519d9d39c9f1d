import type { RosterImportLine } from "@dc/contract";
import { parseRoster, rosterNoteText } from "@dc/directory";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { errorSentence } from "#/api/bff-error.ts";
import { itemsOf } from "#/api/list-query.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { CandidateList } from "#/record/candidate-list.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { PagedList } from "#/ui/table/paged-list.tsx";
import { useCorrectLine } from "./mutations.ts";
import { rosterImportLinesQuery, rosterImportQuery } from "./queries.ts";
import styles from "./roster.module.css";

type Kind = "ambiguous" | "bad" | "missing" | "failed";
const kinds: readonly { value: Kind; label: string; words: string }[] = [
  {
    value: "ambiguous",
    label: "Several found",
    words: "Choose whom each line means. The same spelling finds them again.",
  },
  { value: "bad", label: "Not understood", words: "These lines name no single record." },
  { value: "missing", label: "Not found", words: "No such record is known, or the service has none in this index." },
  {
    value: "failed",
    label: "Failed",
    words: "The service did not answer these reads, or the import was stopped before them.",
  },
];

/** The lines of one list that could not be added, each with what is wrong and a field to correct it. */
export function ImportLines({ importId, onClose }: { importId: string | null; onClose: () => void }) {
  const { data: summary } = useQuery({ ...rosterImportQuery(importId ?? ""), enabled: importId !== null });
  const title = summary?.from === "roster" ? "Records that could not be read" : "Lines that could not be added";
  return (
    <SideDrawer opened={importId !== null} title={title} onClose={onClose}>
      {importId === null ? null : <Lines importId={importId} />}
    </SideDrawer>
  );
}

function Lines({ importId }: { importId: string }) {
  const { data: summary } = useQuery(rosterImportQuery(importId));
  const [chosen, setChosen] = useState<Kind | null>(null);
  const kind = chosen ?? kinds.find(({ value }) => (summary?.lines[value] ?? 0) > 0)?.value ?? "bad";
  const list = useInfiniteQuery(rosterImportLinesQuery(importId, kind));
  const rows = itemsOf(list.data, (row) => String(row.line));
  return (
    <div className={styles["stack"]}>
      <SegmentedControl
        label="Kind of line"
        value={kind}
        onChange={setChosen}
        options={kinds
          .filter(({ value }) => value === kind || summary === undefined || summary.lines[value] > 0)
          .map(({ value, label }) => ({
            value,
            label: summary === undefined ? label : `${label} ${numberText(summary.lines[value])}`,
          }))}
      />
      <p className="quiet">{kinds.find(({ value }) => value === kind)?.words}</p>
      <PagedList
        name="lines"
        query={list}
        rows={rows}
        skeleton={{ rows: 4, rowHeight: 64 }}
        empty={<EmptyState title="Nothing left to correct">Every line of this kind is corrected.</EmptyState>}
      >
        {(lines) => (
          <ul className={styles["lines"]}>
            {lines.map((row) => (
              <Line key={row.line} row={row} importId={importId} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function Line({ row, importId }: { row: RosterImportLine; importId: string }) {
  const correct = useCorrectLine(importId);
  const { may } = usePermissions();
  const [text, setText] = useState(row.text);
  const { data: connection } = useQuery(connectionQuery);
  const note =
    text === row.text || connection === undefined
      ? undefined
      : parseRoster(text, { ...connection.rosterIds, findsNames: true }).lines[0]?.problem;
  const problem = note === undefined ? undefined : rosterNoteText(note);
  const isNear = row.choices.some((choice) => choice.isNear);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === "" || problem !== undefined) return;
    correct.mutate({ line: row.line, input: { text: text.trim() } });
  };
  return (
    <li>
      <div className={styles["lineHead"]}>
        <span>Line {row.line}</span>
        {row.choices.length === 0 ? (
          <span className={styles["lineWords"]}>{row.words}</span>
        ) : (
          <bdi className={styles["lineText"]}>{row.text}</bdi>
        )}
      </div>
      {isNear ? <p className="quiet">Nobody has this name. Similar names:</p> : null}
      {row.choices.length === 0 ? null : (
        <CandidateList
          candidates={row.choices}
          label={isNear ? `Similar names for line ${row.line}` : `Whom line ${row.line} may mean`}
          chosenFor={`line ${row.line}`}
          isChoosing={correct.isPending}
          onChoose={(record) => correct.mutate({ line: row.line, input: { record } })}
        />
      )}
      {!may("stage") ? (
        <code>{row.text}</code>
      ) : (
        <form className={styles["correct"]} onSubmit={submit} noValidate>
          <TextField
            label={`Corrected line ${row.line}`}
            labelHidden
            mono
            small
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={problem ?? (correct.error === null ? undefined : errorSentence(correct.error))}
          />
          <Button
            type="submit"
            size="sm"
            disabled={text.trim() === "" || problem !== undefined}
            loading={correct.isPending}
          >
            Read again
          </Button>
        </form>
      )}
    </li>
  );
}
