import type { LeftOut } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { capitalise } from "#/ui/display/capitalise.ts";
import { canTake, type Choices, isTaken, type PlacedFinding, sayingText } from "./statement-places.ts";
import styles from "./statements.module.css";

export interface FoundRecordsProps {
  findings: readonly PlacedFinding[];
  choices: Choices;
  planName: (planId: string) => string;
  /** Whether they are of several practitioners or directories, which are named then. */
  isOfSeveral?: boolean;
  onTick: (findings: readonly PlacedFinding[], ticked: boolean) => void;
}

/** The records that a cell or a cause stands for: where each is, what it says, what it will say, and a tick of its own. */
export function FoundRecords({ findings, choices, planName, isOfSeveral = false, onTick }: FoundRecordsProps) {
  const groups = Map.groupBy(findings, ({ place, finding }) => `${place.index.id} ${recordKey(finding.record)}`);
  return (
    <ul className={styles["records"]}>
      <li aria-hidden="true" className={styles["recordHeads"]}>
        <div>
          <span />
          <span />
          <span>says now</span>
          <span>will say</span>
        </div>
      </li>
      {[...groups]
        .toSorted(([, a], [, b]) => awayOf(a) - awayOf(b))
        .map(([key, of]) => (
          <li key={key}>
            {of.map((placed, position) => {
              const { place, finding } = placed;
              const [now, then] = sayingText(placed, planName);
              const isTicked = isTaken(placed, choices);
              const isElsewhere = finding.leftOut === "elsewhere";
              const name = recordText(placed);
              const who = place.practitioner.name ?? place.practitioner.id;
              return (
                <div key={placed.key} data-away={isElsewhere || undefined}>
                  <Checkbox
                    label={`${finding.fact + 1}, ${name} of ${who} in ${place.index.name}: ${now}, ${then}`}
                    checked={isTicked}
                    disabled={!canTake(placed)}
                    onChange={(ticked) => onTick([placed], ticked)}
                  />
                  <span>
                    {position > 0 ? null : (
                      <>
                        {isOfSeveral ? (
                          <>
                            <bdi>{who}</bdi> in <bdi>{place.index.name}</bdi>:{" "}
                          </>
                        ) : null}
                        <b>
                          <bdi>{name}</bdi>
                        </b>{" "}
                        <CopyableId id={finding.record.id} />
                      </>
                    )}
                  </span>
                  <span>
                    <b className={styles["number"]}>{finding.fact + 1}</b> <bdi>{now}</bdi>
                  </span>
                  <span data-then={isTicked || undefined}>
                    <bdi>{isTicked ? then : finding.says === null ? "stays" : "not verified"}</bdi>
                  </span>
                  <span className={styles["why"]}>{noteOf(placed)}</span>
                </div>
              );
            })}
          </li>
        ))}
    </ul>
  );
}

/** What was not spoken about comes last. */
const awayOf = (findings: readonly PlacedFinding[]): number =>
  findings.every(({ finding }) => finding.leftOut === "elsewhere") ? 1 : 0;

function recordText({ finding: { record, recordName, place } }: PlacedFinding): string {
  if (record.type === "schedule") return place === null ? "Schedule" : `Schedule at ${place}`;
  return record.type === "practitioner" ? "Practitioner" : capitalise(`${record.type} ${recordName ?? ""}`.trim());
}

function noteOf({ finding: { leftOut, elsewhere, draft } }: PlacedFinding): string {
  if (leftOut === "elsewhere") return "another place: nothing was said about it";
  if (leftOut === "also elsewhere") return `also works at ${elsewhere.join(", ")}`;
  if (leftOut === "in a draft") return `in a draft of ${draft?.by.name ?? "somebody else"}`;
  return leftOut === null ? "" : (notes[leftOut] ?? leftOut);
}

const notes: { readonly [cause in LeftOut]?: string } = {
  ours: "set on purpose",
  conflict: "set on purpose, and standard moved",
  outside: "changed outside, not by us",
  "other extension": "another extension",
  "other label": "another label",
  "lists both": "listed beside the new number",
  "said otherwise": "two facts differ",
  differs: "differs from the standard index",
  unsettled: "moved, and nobody settled it",
};
