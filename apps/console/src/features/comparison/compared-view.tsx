import type { Connection, PractitionerView } from "@dc/contract";
import type { FieldRow } from "#/record/field-row.ts";
import { nameOfPractitioner } from "#/record/practitioner-view.ts";
import type { Wording } from "#/record/wording.ts";
import type { useUrlState } from "#/ui/page/use-url-state.ts";
import { ComparisonRows } from "./comparison-rows.tsx";
import { countsOf } from "./comparison-toolbar.tsx";
import { RawDiff } from "./raw-diff.tsx";
import type { ComparisonSearch } from "./search.ts";
import { SentenceList } from "./sentence-list.tsx";
import type { useComparedRows } from "./use-compared-rows.ts";
import type { useComparisonDecisions } from "./use-comparison-decisions.tsx";

interface ComparedViewProps {
  view: PractitionerView;
  search: ComparisonSearch;
  wording: Wording;
  connection: Connection | undefined;
  againstName: string;
  isStandard: boolean;
  decidable: boolean;
  decisions: ReturnType<typeof useComparisonDecisions>;
  compared: ReturnType<typeof useComparedRows>;
  reading: boolean;
  onSelect: (row: FieldRow) => void;
  onChange: ReturnType<typeof useUrlState>[1];
}

/** What is compared, as fields, sentences or the raw documents. */
export function ComparedView(props: ComparedViewProps) {
  const { view, search, wording, connection, againstName, isStandard, decidable, decisions, reading } = props;
  const { compared, onSelect, onChange } = props;
  const { records, rowsByRecord, rows, rowById, steady, current, q } = compared;
  const name = nameOfPractitioner(view);
  return search.view === "fields" ? (
    <ComparisonRows
      view={view}
      records={records}
      rowsByRecord={rowsByRecord}
      shownRows={steady.shownRows}
      onlyChanged={search.onlyChanged}
      q={q}
      label={`Comparison of ${name} with ${isStandard ? "the standard index" : againstName}`}
      current={current?.id ?? null}
      againstName={againstName}
      isStandard={isStandard}
      decidable={decidable}
      reading={reading}
      onTouch={steady.hold}
      onSelect={onSelect}
      onDecide={decisions.decide}
      onResolve={decisions.resolve}
      onShowSame={() => onChange({ all: "1" })}
      onClearSearch={() => onChange({ q: null })}
      cardOf={decisions.cardOf}
    />
  ) : search.view === "sentences" ? (
    <SentenceList
      records={records}
      changes={view.changes}
      verdicts={search.verdicts}
      wording={wording}
      otherName={isStandard ? null : view.against.name}
      rowById={rowById}
      same={countsOf(rows).get("same") ?? 0}
      title={`${name} in ${view.index.name}, against ${isStandard ? "the standard index" : view.against.name}`}
      decidable={decidable}
      onResolve={decisions.resolve}
      onTakeBase={(row) => decisions.decide(row, "take base")}
      cardOf={decisions.cardOf}
    />
  ) : (
    <RawDiff
      records={records}
      rowsByRecord={rowsByRecord}
      connection={connection}
      againstName={againstName}
      chosen={search.record}
      lines={search.lines}
      data={search.data}
      onChange={onChange}
    />
  );
}
