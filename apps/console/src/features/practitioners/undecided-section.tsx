import { undecided } from "@dc/directory";
import { useState } from "react";
import { DecideMany } from "#/changes/decisions/decide-many.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { readingText } from "#/record/reading-value.tsx";
import type { Wording } from "#/record/wording.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./practitioners.module.css";

export interface UndecidedSectionProps {
  indexId: string;
  rows: readonly FieldRow[];
  wording: Wording;
}

/** So many lines stand above the record until all are asked for. */
const FEW = 10;

/** What of a practitioner is in conflict or moved, to be decided together; nothing where it is less than two values. */
export function UndecidedSection({ indexId, rows, wording }: UndecidedSectionProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const waiting = rows.filter(({ comparison, lost }) => !lost && undecided(comparison) !== null);
  if (waiting.length < 2) return null;
  const hasMore = waiting.length > FEW + 1;
  const chosen = waiting.filter(({ id }) => ticked.has(id));
  const tick = (of: readonly FieldRow[], isTicked: boolean) => {
    const ids = new Set(of.map(({ id }) => id));
    const others = chosen.map(({ id }) => id).filter((id) => !ids.has(id));
    setTicked(new Set(isTicked ? [...others, ...ids] : others));
  };
  return (
    <section>
      <SectionHeading
        title="To decide"
        note={countText(waiting.length, "field")}
        action={
          chosen.length === waiting.length ? null : (
            <Button size="xs" onClick={() => tick(waiting, true)}>
              Select all {numberText(waiting.length)}
            </Button>
          )
        }
      />
      <ul className={styles["undecided"]}>
        {(hasMore && !all ? waiting.slice(0, FEW) : waiting).map((row) => (
          <li key={row.id}>
            <Verdict verdict={shownVerdict(row.comparison) ?? "differs"} show="mark" />
            <CheckField
              label={
                <>
                  <bdi>{row.label}</bdi>
                  {row.record.type === "practitioner" ? null : (
                    <>
                      , <bdi>{row.recordName}</bdi>
                    </>
                  )}
                </>
              }
              help={`Standard now ${readingText(row.comparison.values.base, row.wording)}; here ${readingText(row.comparison.values.effective, row.wording)}`}
              checked={ticked.has(row.id)}
              onChange={(isTicked) => tick([row], isTicked)}
            />
          </li>
        ))}
      </ul>
      {hasMore ? (
        <Button variant="subtle" size="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${numberText(waiting.length)}`}
        </Button>
      ) : null}
      {chosen.length === 0 ? null : (
        <BottomBar
          label="Selection"
          mark={<Icon name="check" />}
          title={`${countText(chosen.length, "field")} selected`}
          actions={
            <>
              <Button variant="subtle" onClick={() => tick(waiting, false)}>
                Clear
              </Button>
              <DecideMany indexId={indexId} rows={chosen} wording={wording} onLeave={(left) => tick(left, false)} />
            </>
          }
        />
      )}
    </section>
  );
}
