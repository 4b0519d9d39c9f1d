import type { PractitionerView, RecordView } from "@dc/contract";
import { sentenceGroups, sentencesOfRecord, type Sentence } from "@dc/directory";
import { useState, type ReactNode } from "react";
import { Spans } from "#/features/change-sets/sentence.tsx";
import { idOfPlace, keyOfRecord, type Place, type PlanNames } from "#/features/changes/leaf.ts";
import { Button } from "#/ui/button.tsx";
import { copyText } from "#/ui/copyable-id.tsx";
import { formatDay } from "#/ui/format-time.ts";
import { Icon } from "#/ui/icon.tsx";
import { Verdict, type VerdictName } from "#/ui/verdict.tsx";
import styles from "./compare.module.css";
import { namingOther } from "./naming-other.ts";

export interface ToldSentence extends Sentence {
  id: string;
  record: RecordView["record"];
  placeId: string | null;
}

interface TellOptions {
  planName: PlanNames;
  /** How the other side is called where it is not the standard index. */
  otherName: string | null;
}

/** Everything that differs, in the order of who has to act. */
export function tellAll(records: readonly RecordView[], { planName, otherName }: TellOptions): ToldSentence[] {
  const told = records.flatMap((view) => {
    const context = {
      recordName: view.name ?? view.record.id,
      planName,
      namesRecord: view.record.type !== "practitioner",
    };
    return sentencesOfRecord(view.comparison, context).map((sentence, at) => ({
      ...namingOther(sentence, otherName),
      id: `${keyOfRecord(view.record)} ${at}`,
      record: view.record,
      placeId: sentence.field === null ? null : idOfPlace(view.record, sentence.field, sentence.parts[0] ?? null),
    }));
  });
  return sentenceGroups.flatMap((group) => told.filter((sentence) => sentence.group === group));
}

function asText(sentences: readonly ToldSentence[], title: string): string {
  const lines = [title];
  for (const group of sentenceGroups) {
    const ofGroup = sentences.filter((sentence) => sentence.group === group);
    if (ofGroup.length === 0) continue;
    lines.push("", groupTitles[group]);
    for (const { mark, text, notes } of ofGroup) lines.push(`${signs[mark]} ${[text, ...notes].join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}

const signs: { readonly [mark in VerdictName]: string } = {
  same: "=",
  ours: ">",
  "base moved": "<",
  conflict: "!",
  differs: "?",
  outside: "~",
};
const groupTitles: { readonly [group in Sentence["group"]]: string } = {
  "needs a person": "Needs a person",
  "standard moved": "The standard index moved",
  "ours on purpose": "Ours on purpose",
  "staged or held": "Staged or held",
};

export interface SentenceListProps {
  view: PractitionerView;
  sentences: readonly ToldSentence[];
  placeById: ReadonlyMap<string, Place>;
  same: number;
  title: string;
  decidable: boolean;
  onResolve: (place: Place) => void;
  onTakeBase: (place: Place) => void;
  onSelect: (place: Place) => void;
  cardOf: (place: Place) => ReactNode;
}

/** What differs, as sentences one can read to somebody on the phone, or copy. */
export function SentenceList(props: SentenceListProps) {
  const { view, sentences, placeById, same, title, decidable } = props;
  const [copied, setCopied] = useState<"no" | "copied" | "refused">("no");
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
                  const change = view.changes.find(({ id }) => id === place?.leaf.override?.changeId);
                  const why =
                    change === undefined || change.evidence === null
                      ? []
                      : [
                          `${change.evidence.reason.replace(/[.\s]+$/, "")}${change.evidence.verifiedOn === null ? "" : `, verified ${formatDay(new Date(`${change.evidence.verifiedOn}T00:00:00`), new Date())}`}. ${change.policy === "pin" ? "Pin." : "Follow."}`,
                        ];
                  return (
                    <li key={sentence.id}>
                      <div className={styles["sentence"]}>
                        <Verdict verdict={sentence.mark} show="mark" />
                        <div>
                          <p>
                            <Spans spans={sentence.spans} />
                          </p>
                          {[...why, ...sentence.notes].map((note) => (
                            <small key={note} style={note.startsWith("Held") ? { color: "var(--dc-held)" } : undefined}>
                              <bdi>{note}</bdi>
                            </small>
                          ))}
                        </div>
                        {!decidable || place === undefined ? (
                          <span />
                        ) : sentence.mark === "conflict" ? (
                          <Button onClick={() => props.onResolve(place)}>Resolve</Button>
                        ) : sentence.mark === "base moved" ? (
                          <Button onClick={() => props.onTakeBase(place)}>Take base</Button>
                        ) : sentence.mark === "outside" || sentence.mark === "differs" ? (
                          <Button onClick={() => props.onSelect(place)}>Look into it</Button>
                        ) : (
                          <span />
                        )}
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
            void copyText(asText(sentences, title)).then((worked) => setCopied(worked ? "copied" : "refused"))
          }
        >
          {copied === "copied" ? "Copied" : copied === "refused" ? "The browser refused" : "Copy as text"}
        </Button>
      </aside>
    </div>
  );
}
