import type { Change, RecordView } from "@dc/contract";
import { sentenceGroups } from "@dc/directory";
import { useState, type ReactNode } from "react";
import { RunbookDrawer } from "#/changes/runbook-drawer.tsx";
import { Spans } from "#/changes/change-sentence.tsx";
import type { Place } from "#/record/field-row.ts";
import type { PlanNames } from "#/plan-choice/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { copyText } from "#/ui/text/copyable-id.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import { useNow } from "#/ui/text/use-now.ts";
import { Verdict, type VerdictName } from "#/marks/verdict.tsx";
import styles from "./comparison.module.css";
import { groupTitles, tellAll, textOfSentences, type ToldSentence } from "./comparison-sentences.ts";

export interface SentenceListProps {
  records: readonly RecordView[];
  changes: readonly Change[];
  /** Of these only; what is staged or held is told in any case. */
  verdicts: ReadonlySet<VerdictName>;
  planName: PlanNames;
  /** How the other side is called where it is not the standard index. */
  otherName: string | null;
  placeById: ReadonlyMap<string, Place>;
  same: number;
  title: string;
  decidable: boolean;
  onResolve: (place: Place) => void;
  onTakeBase: (place: Place) => void;
  cardOf: (place: Place) => ReactNode;
}

/** What differs, as sentences one can read to somebody on the phone, or copy. */
export function SentenceList(props: SentenceListProps) {
  const { records, changes, verdicts, planName, otherName, placeById, same, title } = props;
  const now = new Date(useNow());
  const sentences = tellAll(records, changes, { planName, otherName, placeById, now }).filter(
    ({ mark }) => mark === "same" || verdicts.has(mark),
  );
  const [copied, setCopied] = useState<"no" | "copied" | "refused">("no");
  const [runbookOf, setRunbookOf] = useState<string | null>(null);
  return (
    <div className={styles["sentences"]}>
      <div>
        {sentences.length === 0 ? <p style={{ paddingBlock: 16 }}>Nothing differs.</p> : null}
        {sentenceGroups.map((group) => {
          const ofGroup = sentences.filter((sentence) => sentence.group === group);
          if (ofGroup.length === 0) return null;
          return (
            <section key={group} aria-label={groupTitles[group]}>
              <h2>{groupTitles[group]}</h2>
              <ul>
                {ofGroup.map((sentence) => {
                  const place = sentence.placeId === null ? undefined : placeById.get(sentence.placeId);
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
                        <SentenceVerb {...props} sentence={sentence} place={place} onRunbook={setRunbookOf} />
                      </div>
                      {place === undefined ? null : props.cardOf(place)}
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
              ? "1 field or plan is the same and is left out."
              : `${same} fields and plans are the same and are left out.`}
          </p>
        )}
        <Button
          leftSection={<Icon name={copied === "copied" ? "check" : "copy"} />}
          onClick={() =>
            void copyText(textOfSentences(sentences, title)).then((worked) => setCopied(worked ? "copied" : "refused"))
          }
        >
          {copied === "copied" ? "Copied" : copied === "refused" ? "The browser refused" : "Copy as text"}
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
  sentence: ToldSentence;
  place: Place | undefined;
  onRunbook: (changeSetId: string) => void;
}

/** What one would most likely do about a sentence. */
function SentenceVerb({ sentence, place, decidable, onRunbook, ...on }: SentenceVerbProps) {
  const { mark, heldIn } = sentence;
  if (decidable && place !== undefined) {
    if (mark === "conflict") return <Button onClick={() => on.onResolve(place)}>Resolve</Button>;
    if (mark === "base moved") return <Button onClick={() => on.onTakeBase(place)}>Take base</Button>;
    if (mark === "outside" || mark === "differs")
      return <Button onClick={() => on.onResolve(place)}>Look into it</Button>;
  }
  return heldIn === null ? <span /> : <Button onClick={() => onRunbook(heldIn)}>Runbook</Button>;
}
