import type { StatementPlace } from "@dc/contract";
import { Fragment } from "react";
import { Verdict, verdictHue } from "#/marks/verdict.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { AbsentCell, CellGrid, GridCell } from "#/ui/table/cell-grid.tsx";
import {
  type Choices,
  chosenChange,
  type FactKind,
  type PlacedFinding,
  type GridPractitioner,
  isMembership,
  needsNothing,
  shownVerdict,
  textOf,
} from "./statement-places.ts";
import styles from "./statements.module.css";

export interface FactPlace {
  practitionerId: string;
  indexId: string;
  fact: number;
}

export interface StatementGridProps {
  label: string;
  practitioners: readonly GridPractitioner[];
  directories: readonly StatementPlace["index"][];
  facts: readonly FactKind[];
  findings: readonly PlacedFinding[];
  letterOf: ReadonlyMap<string, string>;
  choices: Choices;
  current: FactPlace | null;
  onCurrent: (place: FactPlace) => void;
  onTick: (findings: readonly PlacedFinding[], ticked: boolean) => void;
}

/** Rows are practitioners, columns directories with a track for each fact: what is ticked is staged. */
export function StatementGrid(props: StatementGridProps) {
  const { label, practitioners, directories, facts, findings, letterOf, choices, current, onCurrent, onTick } = props;
  const findingsByCell = cellsOf(findings);
  const first = findings[0];
  const focusable = current ?? {
    practitionerId: practitioners[0]?.id ?? "",
    indexId: first?.place.index.id ?? "",
    fact: 0,
  };
  const changesOf = (of: readonly PlacedFinding[]) =>
    of.filter((placed) => chosenChange(placed, choices) !== null).length;
  const tracks = facts.map((_, fact) => fact);
  return (
    <CellGrid label={label} className={styles["grid"]}>
      <thead>
        <tr>
          <th scope="col" className={styles["person"]} rowSpan={2}>
            {practitioners.length === 1 ? "1 practitioner" : `${practitioners.length} practitioners`}
          </th>
          <th scope="colgroup" colSpan={facts.length} className={styles["standard"]}>
            Standard
          </th>
          {directories.map((index) => (
            <th key={index.id} scope="colgroup" colSpan={facts.length} className={styles["directory"]}>
              <ColumnHead index={index} places={practitioners.flatMap(({ places }) => places.get(index.id) ?? [])} />
            </th>
          ))}
          <th scope="col" rowSpan={2} className={styles["sum"]}>
            Changes
          </th>
        </tr>
        <tr>
          {["standard", ...directories.map(({ id }) => id)].map((id) =>
            tracks.map((fact) => (
              <th key={`${id} ${fact}`} scope="col" className={styles["track"]}>
                {fact + 1}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {practitioners.map((practitioner) => {
          const ownFindings = findings.filter(({ place }) => place.practitioner.id === practitioner.id);
          const possible = ownFindings.filter(({ finding }) => finding.change !== null);
          const ticked = changesOf(possible);
          return (
            <tr key={practitioner.id}>
              <th scope="row" className={styles["person"]}>
                <span>
                  <Checkbox
                    label={`All changes of ${practitioner.name}`}
                    checked={ticked > 0 && ticked === possible.length}
                    indeterminate={ticked > 0 && ticked < possible.length}
                    disabled={possible.length === 0}
                    onChange={() => onTick(possible, ticked === 0)}
                  />
                  <bdi>{practitioner.name}</bdi>
                </span>
              </th>
              {tracks.map((fact) => (
                <td key={fact} className={styles["base"]}>
                  {standardText(ownFindings, fact, facts, letterOf)}
                </td>
              ))}
              {directories.map((index) => (
                <Fragment key={index.id}>
                  {practitioner.places.has(index.id) ? (
                    tracks.map((fact) => {
                      const place = { practitionerId: practitioner.id, indexId: index.id, fact };
                      return (
                        <Cell
                          key={fact}
                          place={place}
                          findings={findingsByCell.get(keyOf(place)) ?? []}
                          name={`${practitioner.name} in ${index.name}`}
                          isFirst={fact === 0}
                          facts={facts}
                          letterOf={letterOf}
                          choices={choices}
                          isCurrent={keyOf(focusable) === keyOf(place)}
                          onCurrent={() => onCurrent(place)}
                          onTick={onTick}
                        />
                      );
                    })
                  ) : (
                    <AbsentCell says="not on the roster" colSpan={facts.length} />
                  )}
                </Fragment>
              ))}
              <td className={styles["sum"]}>{ticked}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={1 + facts.length} className={styles["sumHead"]}>
            Changes by directory
          </th>
          {directories.map((index) => (
            <td key={index.id} colSpan={facts.length} className={styles["columnSum"]}>
              {changesOf(findings.filter(({ place }) => place.index.id === index.id))}
            </td>
          ))}
          <td className={styles["sum"]}>
            <b>{changesOf(findings)}</b>
          </td>
        </tr>
      </tfoot>
    </CellGrid>
  );
}

const keyOf = ({ practitionerId, indexId, fact }: FactPlace) => `${practitionerId} ${indexId} ${fact}`;

/** The findings of each cell. */
function cellsOf(findings: readonly PlacedFinding[]): Map<string, PlacedFinding[]> {
  return Map.groupBy(findings, ({ place, finding }) =>
    keyOf({ practitionerId: place.practitioner.id, indexId: place.index.id, fact: finding.fact }),
  );
}

function ColumnHead({ index, places }: { index: StatementPlace["index"]; places: readonly StatementPlace[] }) {
  const oldest = places
    .flatMap(({ stale, fetchedAt }) => (stale && fetchedAt !== null ? [fetchedAt] : []))
    .toSorted()[0];
  return (
    <span
      data-tip={
        index.referrer === null || index.referrer === index.name ? index.name : `${index.name}, ${index.referrer}`
      }
    >
      {oldest === undefined ? null : (
        <small data-hue="outside">
          <Age at={oldest} after="old" />
        </small>
      )}
      <bdi>{index.name}</bdi>
    </span>
  );
}

function standardText(
  ownFindings: readonly PlacedFinding[],
  fact: number,
  facts: readonly FactKind[],
  letterOf: ReadonlyMap<string, string>,
) {
  const readings = ownFindings.flatMap(({ finding }) =>
    finding.fact === fact && finding.standard !== null ? [finding.standard] : [],
  );
  const isMember = isMembership(facts[fact]);
  // Of several schedules, one that accepts the plan tells that there is something to take out.
  const reading =
    readings.find((candidate) => isMember && "value" in candidate && candidate.value === true) ?? readings[0];
  return reading === undefined ? <span className="unseen">not read</span> : sayingOf(reading, isMember, letterOf);
}

function sayingOf(
  reading: NonNullable<PlacedFinding["finding"]["standard"]>,
  isMember: boolean,
  letterOf: ReadonlyMap<string, string>,
): string {
  if (isMember) return "value" in reading && reading.value === true ? "✓" : "–";
  const text = textOf(reading);
  return text === null ? "–" : (letterOf.get(text) ?? "");
}

interface CellProps {
  place: FactPlace;
  findings: readonly PlacedFinding[];
  name: string;
  isFirst: boolean;
  facts: readonly FactKind[];
  letterOf: ReadonlyMap<string, string>;
  choices: Choices;
  isCurrent: boolean;
  onCurrent: () => void;
  onTick: StatementGridProps["onTick"];
}

function Cell({ place, findings, name, isFirst, facts, letterOf, choices, isCurrent, onCurrent, onTick }: CellProps) {
  const isMember = isMembership(facts[place.fact]);
  const possible = findings.filter(({ finding }) => finding.change !== null);
  const ticked = possible.filter((placed) => chosenChange(placed, choices) !== null);
  const worst =
    findings.find((placed) => placed.finding.leftOut !== null && !needsNothing(placed)) ?? possible[0] ?? findings[0];
  const verdict = worst === undefined ? null : shownVerdict(worst.finding);
  const says = worst?.finding.now ?? null;
  const isUnknown = worst?.finding.leftOut === "not read" || worst?.finding.leftOut === "no schedule known";
  const isQuiet = worst === undefined || findings.every(needsNothing);
  const isPlain = !isQuiet && !isUnknown && (verdict === null || verdict === "same");
  const isTicked = possible.length > 0 && ticked.length === possible.length;
  const words = [
    says === null
      ? (worst?.finding.leftOut ?? "nothing")
      : isMember
        ? sayingOf(says, true, letterOf) === "✓"
          ? "in"
          : "not in"
        : (textOf(says) ?? "not there"),
    ...(isQuiet || isUnknown ? ["nothing to change"] : verdict === null ? [] : [verdict]),
    ...(ticked.length > 0 ? ["ticked"] : possible.length > 0 ? ["left out"] : []),
  ].join(", ");
  return (
    <GridCell
      place={{ row: place.practitionerId, column: `${place.indexId} ${place.fact}` }}
      isCurrent={isCurrent}
      isPressed={isTicked}
      disabled={possible.length === 0}
      label={`${place.fact + 1}, ${name}: ${words}`}
      tip={words}
      data={{
        "data-first": isFirst || undefined,
        "data-ticked": ticked.length > 0 || undefined,
        "data-hue": isQuiet || isPlain ? undefined : isUnknown || verdict === null ? "outside" : verdictHue(verdict),
      }}
      onFocus={onCurrent}
      onPress={() => onTick(possible, !isTicked)}
    >
      {isUnknown ? (
        "?"
      ) : isQuiet ? (
        <span className={styles["quiet"]} />
      ) : isPlain ? (
        <span className={ticked.length > 0 ? styles["dot"] : styles["open"]} />
      ) : (
        <>
          {verdict === null ? null : <Verdict verdict={verdict} show="mark" size={10} />}
          {says === null ? "" : sayingOf(says, isMember, letterOf)}
        </>
      )}
    </GridCell>
  );
}
