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
  type Found,
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
  found: readonly Found[];
  letterOf: ReadonlyMap<string, string>;
  choices: Choices;
  current: FactPlace | null;
  onCurrent: (place: FactPlace) => void;
  onTick: (found: readonly Found[], ticked: boolean) => void;
}

/** Rows are practitioners, columns directories with a track for each fact: what is ticked is staged. */
export function StatementGrid(props: StatementGridProps) {
  const { label, practitioners, directories, facts, found, letterOf, choices, current, onCurrent, onTick } = props;
  const at = cellsOf(found);
  const first = found[0];
  const focusable = current ?? {
    practitionerId: practitioners[0]?.id ?? "",
    indexId: first?.place.index.id ?? "",
    fact: 0,
  };
  const changesOf = (of: readonly Found[]) => of.filter((one) => chosenChange(one, choices) !== null).length;
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
          const own = found.filter(({ place }) => place.practitioner.id === practitioner.id);
          const possible = own.filter(({ finding }) => finding.change !== null);
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
                  {standardText(own, fact, facts, letterOf)}
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
                          found={at.get(keyOf(place)) ?? []}
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
              {changesOf(found.filter(({ place }) => place.index.id === index.id))}
            </td>
          ))}
          <td className={styles["sum"]}>
            <b>{changesOf(found)}</b>
          </td>
        </tr>
      </tfoot>
    </CellGrid>
  );
}

const keyOf = ({ practitionerId, indexId, fact }: FactPlace) => `${practitionerId} ${indexId} ${fact}`;

/** The findings of each cell. */
function cellsOf(found: readonly Found[]): Map<string, Found[]> {
  return Map.groupBy(found, ({ place, finding }) =>
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
  own: readonly Found[],
  fact: number,
  facts: readonly FactKind[],
  letterOf: ReadonlyMap<string, string>,
) {
  const readings = own.flatMap(({ finding }) =>
    finding.fact === fact && finding.standard !== null ? [finding.standard] : [],
  );
  const isMember = isMembership(facts[fact]);
  // Of several schedules, one that accepts the plan tells that there is something to take out.
  const reading = readings.find((one) => isMember && "value" in one && one.value === true) ?? readings[0];
  return reading === undefined ? <span className="unseen">not read</span> : sayingOf(reading, isMember, letterOf);
}

function sayingOf(
  reading: NonNullable<Found["finding"]["standard"]>,
  isMember: boolean,
  letterOf: ReadonlyMap<string, string>,
): string {
  if (isMember) return "value" in reading && reading.value === true ? "✓" : "–";
  const text = textOf(reading);
  return text === null ? "–" : (letterOf.get(text) ?? "");
}

interface CellProps {
  place: FactPlace;
  found: readonly Found[];
  name: string;
  isFirst: boolean;
  facts: readonly FactKind[];
  letterOf: ReadonlyMap<string, string>;
  choices: Choices;
  isCurrent: boolean;
  onCurrent: () => void;
  onTick: StatementGridProps["onTick"];
}

function Cell({ place, found, name, isFirst, facts, letterOf, choices, isCurrent, onCurrent, onTick }: CellProps) {
  const isMember = isMembership(facts[place.fact]);
  const possible = found.filter(({ finding }) => finding.change !== null);
  const ticked = possible.filter((one) => chosenChange(one, choices) !== null);
  const worst = found.find((one) => one.finding.leftOut !== null && !needsNothing(one)) ?? possible[0] ?? found[0];
  const verdict = worst === undefined ? null : shownVerdict(worst.finding);
  const says = worst?.finding.now ?? null;
  const isUnknown = worst?.finding.leftOut === "not read" || worst?.finding.leftOut === "no schedule known";
  const isQuiet = worst === undefined || found.every(needsNothing);
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
