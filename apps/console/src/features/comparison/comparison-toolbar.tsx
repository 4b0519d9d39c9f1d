import { useIndexChoices } from "#/index-choice/use-index-choices.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { useIndexPicker } from "#/index-choice/index-picker.tsx";
import { shownVerdict, type FieldRow } from "#/record/field-row.ts";
import { Toggle } from "#/ui/form/check-field.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { FilterField } from "#/ui/table/filter-field.tsx";
import { ToggleChips } from "#/ui/form/toggle-chips.tsx";
import { Verdict, verdictOrder, type VerdictName } from "#/marks/verdict.tsx";
import { isShown } from "./row-filter.ts";
import styles from "./comparison.module.css";
import type { ComparisonSearch } from "./search.ts";

export type VerdictCounts = ReadonlyMap<VerdictName, number>;

/** How many rows have each verdict. `same` leaves out rows with a draft or a held change, as the folded rows do. */
export function countsOf(rows: readonly FieldRow[]): VerdictCounts {
  const onlyChanged = { verdicts: new Set(verdictOrder), onlyChanged: true };
  const counted = rows.filter(
    (row) => (shownVerdict(row.comparison) ?? "same") !== "same" || !isShown(row, onlyChanged),
  );
  return new Map(
    verdictOrder.map((verdict) => [
      verdict,
      counted.filter(({ comparison }) => shownVerdict(comparison) === verdict).length,
    ]),
  );
}

interface ComparisonToolbarProps {
  search: ComparisonSearch;
  counts: VerdictCounts;
  /** Whether the view has loaded. */
  isRead: boolean;
  onChange: (parts: { [name in "off" | "all" | "view" | "q" | "at"]?: readonly string[] | string | null }) => void;
}

/** The filters by verdict, and the choice of the view. */
export function ComparisonToolbar({ search, counts, isRead, onChange }: ComparisonToolbarProps) {
  return (
    <div className={styles["tools"]}>
      {search.view === "fields" ? (
        <div className={styles["find"]}>
          <FilterField
            label="Find a field or plan"
            value={search.q}
            onChange={(q) => onChange({ q: q.trim() === "" ? null : q, at: null })}
          />
        </div>
      ) : null}
      <ToggleChips
        label="Verdicts"
        pressed={new Set([...search.verdicts].filter((verdict) => verdict !== "same" || !search.onlyChanged))}
        onChange={(pressed) => {
          onChange({
            off: verdictOrder.filter((verdict) => verdict !== "same" && !pressed.has(verdict)),
            all: pressed.has("same") ? "1" : null,
          });
        }}
        chips={verdictOrder
          .filter((verdict) => (counts.get(verdict) ?? 0) > 0 || (verdict === "same" && isRead))
          .map((verdict: VerdictName) => ({
            value: verdict,
            label: verdict === "conflict" && counts.get(verdict) !== 1 ? "conflicts" : verdict,
            count: counts.get(verdict) ?? 0,
            mark: <Verdict verdict={verdict} show="mark" />,
          }))}
      />
      <div>
        {search.view === "fields" ? (
          <Toggle
            label="Only changed"
            checked={search.onlyChanged}
            onChange={(on) => onChange({ all: on ? null : "1" })}
          />
        ) : null}
        <SegmentedControl
          label="View"
          value={search.view}
          onChange={(next) => onChange({ view: next === "fields" ? null : next })}
          options={[
            { value: "fields", label: "Fields" },
            { value: "sentences", label: "Sentences" },
            { value: "raw", label: "Raw JSON" },
          ]}
        />
      </div>
    </div>
  );
}

/** Chooses what to compare with: the standard index, or any other index that is known here. */
export function AgainstChoice({ indexId, onChoose }: { indexId: string; onChoose: (indexId: string) => void }) {
  const choices = useIndexChoices({ isOffered: ({ id }) => id !== indexId });
  const { button, picker } = useIndexPicker({ ...choices, label: "Compare with", align: "end", onChoose });
  return (
    <span>
      <Button {...button} leftSection={<Icon name="layers" />}>
        Swap index
      </Button>
      {picker}
    </span>
  );
}
