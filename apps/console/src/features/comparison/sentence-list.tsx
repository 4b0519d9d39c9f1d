import type { Change, RecordView } from "@dc/contract";
import { sentenceGroups } from "@dc/directory";
import { useState, type ReactNode } from "react";
import { RunbookDrawer } from "#/changes/runbook-drawer.tsx";
import { Spans } from "#/changes/change-text.tsx";
import type { FieldRow } from "#/record/field-row.ts";
import type { Wording } from "#/record/wording.ts";
import { Button } from "#/ui/form/button.tsx";
import { useCopy } from "#/ui/display/copyable-id.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { Verdict, type VerdictName } from "#/marks/verdict.tsx";
import styles from "./comparison.module.css";
import { groupTitles, comparisonSentences, textOfSentences, type ComparisonSentence } from "./comparison-sentences.ts";

export interface SentenceListProps {
  records: readonly RecordView[];
  changes: readonly Change[];
  /** The verdicts to show; staged and held values are always shown. */
  verdicts: ReadonlySet<VerdictName>;
  wording: Wording;
  /** The name of the other side, unless it is the standard index. */
  otherName: string | null;
  rowById: ReadonlyMap<string, FieldRow>;
  same: number;
  title: string;
  decidable: boolean;
  onResolve: (row: FieldRow) => void;
  onTakeBase: (row: FieldRow) => void;
  cardOf: (row: FieldRow) => ReactNode;
}

/** The differences as sentences that can be copied or read out. */
export function SentenceList(props: SentenceListProps) {
  const { records, changes, verdicts, wording, otherName, rowById, same, title } = props;
  const now = new Date(useNow());
  const everything = comparisonSentences(records, changes, { wording, otherName, rowById, now });
  const sentences = everything.filter(({ mark }) => mark === "same" || verdicts.has(mark));
  const nothing =
    everything.length === 0 ? "No differences." : "What differs is hidden: its verdicts are switched off.";
  const { done, copy } = useCopy(
    sentences.length === 0 ? `${title}\n\n${nothing}\n` : textOfSentences(sentences, title),
  );
  const [runbookOf, setRunbookOf] = useState<string | null>(null);
  return (
    <div className={styles["sentences"]}>
      <div>
        {sentences.length === 0 ? <p style={{ paddingBlock: 16 }}>{nothing}</p> : null}
        {sentenceGroups.map((group) => {
          const ofGroup = sentences.filter((sentence) => sentence.group === group);
          if (ofGroup.length === 0) return null;
          return (
            <section key={group} aria-label={groupTitles[group]}>
              <h2>{groupTitles[group]}</h2>
              <ul>
                {ofGroup.map((sentence) => {
                  const row = sentence.rowId === null ? undefined : rowById.get(sentence.rowId);
                  return (
                    <li key={sentence.id}>
                      <div className={styles["sentence"]}>
                        <Verdict verdict={sentence.mark} show="mark" />
                        <div>
                          <p>
                            <Spans spans={sentence.spans} />
                          </p>
                          {[...sentence.setBy, ...sentence.notes].map((note) => (
                            <small key={note} style={note.startsWith("Held") ? { color: "var(--dc-held)" } : undefined}>
                              <bdi>{note}</bdi>
                            </small>
                          ))}
                        </div>
                        <SentenceVerb {...props} sentence={sentence} row={row} onRunbook={setRunbookOf} />
                      </div>
                      {row === undefined ? null : props.cardOf(row)}
                    </li>
                  );
                })}
              </ul>
            </section>
          );
        })}
      </div>
      <aside className={styles["aside"]}>
        {same === 0 ? null : (
          <p>
            {same === 1
              ? "1 value is the same and is left out."
              : `${numberText(same)} values are the same and are left out.`}
          </p>
        )}
        <Button leftSection={<Icon name={done === "copied" ? "check" : "copy"} />} onClick={copy}>
          {done === "copied" ? "Copied" : done === "refused" ? "Copying failed" : "Copy as text"}
        </Button>
      </aside>
      <RunbookDrawer
        of={{ changeSetId: runbookOf ?? "" }}
        opened={runbookOf !== null}
        onClose={() => setRunbookOf(null)}
      />
    </div>
  );
}

interface SentenceVerbProps extends Pick<SentenceListProps, "decidable" | "onResolve" | "onTakeBase"> {
  sentence: ComparisonSentence;
  row: FieldRow | undefined;
  onRunbook: (changeSetId: string) => void;
}

/** The likeliest action for a sentence. */
function SentenceVerb({ sentence, row, decidable, onRunbook, ...on }: SentenceVerbProps) {
  const { mark, heldIn } = sentence;
  if (decidable && row !== undefined) {
    if (mark === "conflict") return <Button onClick={() => on.onResolve(row)}>Resolve</Button>;
    if (mark === "base moved") return <Button onClick={() => on.onTakeBase(row)}>Take base</Button>;
    if (mark === "outside" || mark === "differs") return <Button onClick={() => on.onResolve(row)}>Review</Button>;
  }
  return heldIn === null ? <span /> : <Button onClick={() => onRunbook(heldIn)}>Runbook</Button>;
}
