import type { ChangeImportPreview, ImportedCell, RecordKey, SheetName } from "@dc/contract";
import { usePermissions } from "#/connection/permissions.tsx";
import { CandidateList } from "#/record/candidate-list.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./imports.module.css";

export interface ChoosesNames {
  /** The choice that is being kept. */
  isChoosing: boolean;
  onChoose: (name: SheetName, record: RecordKey | null) => void;
}

const keyOf = (...parts: (string | null)[]) => JSON.stringify(parts);

/** What several are called that a cell is ambiguous by. */
export function nameOfCell({ names, columns }: ChangeImportPreview): (cell: ImportedCell) => SheetName | undefined {
  const byKey = new Map(
    names.flatMap((name) => name.texts.map((text) => [keyOf(name.indexId, name.practitionerId, text), name])),
  );
  return ({ state, indexId, column, record, says }) => {
    if (state !== "ambiguous" || column === null) return undefined;
    const owner = columns[column]?.use.use === "schedule" ? (record?.id ?? null) : null;
    const name = byKey.get(keyOf(indexId, owner, says));
    return name?.chosen === null ? name : undefined;
  };
}

/** Names of the sheet that several have: those of which one is to be chosen, then those of which one was. */
export function NamesToChoose({ names, isChoosing, onChoose }: { names: readonly SheetName[] } & ChoosesNames) {
  const { may } = usePermissions();
  const open = names.filter(({ chosen }) => chosen === null);
  const chosen = names.filter((name) => name.chosen !== null);
  return (
    <section aria-labelledby="import-names">
      <SectionHeading
        id="import-names"
        title="Ambiguous names"
        note={open.length === 0 ? "all chosen" : `${numberText(open.length)} to choose`}
      />
      <ul className={styles["names"]}>
        {[...open, ...chosen].map((name) => {
          const [text = ""] = name.texts;
          const one = name.choices.find(({ record }) => record.id === name.chosen?.id);
          return (
            <li key={keyOf(name.indexId, name.practitionerId, text)}>
              <p>
                <bdi>
                  <b>{text}</b>
                </bdi>{" "}
                <span>in {countText(name.rows, "row")}</span>
              </p>
              {name.chosen === null ? (
                <CandidateList
                  candidates={name.choices}
                  label={`Whom “${text}” may mean`}
                  chosenFor={`“${text}”`}
                  isChoosing={isChoosing}
                  onChoose={(record) => onChoose(name, record)}
                />
              ) : (
                <p>
                  means <bdi>{one?.name ?? name.chosen.id}</bdi> <code>{name.chosen.id}</code>{" "}
                  {may("stage") ? (
                    <Button
                      size="xs"
                      variant="subtle"
                      loading={isChoosing}
                      aria-label={`Choose again whom “${text}” means`}
                      onClick={() => onChoose(name, null)}
                    >
                      Choose again
                    </Button>
                  ) : null}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <p className="fine">A choice is kept for this directory: later sheets and rosters find the same one.</p>
    </section>
  );
}
