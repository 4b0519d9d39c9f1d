import type { StatementPlace } from "@dc/contract";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, Fragment, useRef, useState } from "react";
import { Verdict, verdictHue } from "#/marks/verdict.tsx";
import { Age } from "#/ui/display/age.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { usePrinting } from "#/ui/page/use-printing.ts";
import { AbsentCell, CellGrid, GridCell } from "#/ui/table/cell-grid.tsx";
import { FoundRecords } from "./found-records.tsx";
import {
  canTake,
  changesOf,
  type Choices,
  chosenChange,
  type FactKind,
  type PlacedFinding,
  type GridPractitioner,
  isMembership,
  isTaken,
  needsNothing,
  shownVerdict,
  textOf,
} from "./statement-places.ts";
import styles from "./statements.module.css";

/** A practitioner in one directory, and one fact about them. */
export interface FactPlace {
  practitionerId: string;
  indexId: string;
  fact: number;
}

/** The cell that keys act on, the cell that is opened, and which rows are shown. */
export function useGridView() {
  const [current, setCurrent] = useState<FactPlace | null>(null);
  const [opened, setOpened] = useState<FactPlace | null>(null);
  const [onlyStandingOut, setOnlyStandingOut] = useState(false);
  const leave = () => {
    setCurrent(null);
    setOpened(null);
  };
  return {
    current,
    setCurrent,
    opened,
    /** Opens the records of a cell; null closes them, and the focus goes back to their cell. */
    open: (place: FactPlace | null) => {
      setOpened(place);
      if (place !== null) return;
      document
        .querySelector<HTMLElement>(
          `[data-row="${CSS.escape(opened?.practitionerId ?? "")}"][data-column="${CSS.escape(`${opened?.indexId} ${opened?.fact}`)}"]`,
        )
        ?.focus();
    },
    leave,
    onlyStandingOut,
    setOnlyStandingOut: (on: boolean) => {
      setOnlyStandingOut(on);
      // Its row may be one of those that are not shown any more.
      leave();
    },
  };
}

export type GridView = ReturnType<typeof useGridView>;

export interface StatementGridProps {
  label: string;
  practitioners: readonly GridPractitioner[];
  directories: readonly StatementPlace["index"][];
  facts: readonly FactKind[];
  findings: readonly PlacedFinding[];
  letterOf: ReadonlyMap<string, string>;
  planName: (planId: string) => string;
  choices: Choices;
  current: FactPlace | null;
  onCurrent: (place: FactPlace) => void;
  /** The cell whose records are shown below its row. */
  opened: FactPlace | null;
  onOpen: (place: FactPlace | null) => void;
  onTick: (findings: readonly PlacedFinding[], ticked: boolean) => void;
}

/** So many rows are all drawn; of more, those in view. */
const MOST_DRAWN = 60;
const ROW_HEIGHT = 33;

/** Rows are practitioners, columns directories with a track for each fact: what is ticked is staged. */
export function StatementGrid(props: StatementGridProps) {
  const { label, practitioners, directories, facts, findings, choices, current } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const isLong = practitioners.length > MOST_DRAWN && !isPrinting;
  const virtualizer = useVirtualizer({
    count: practitioners.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    enabled: isLong,
    initialRect: { width: 1200, height: 800 },
  });
  const shown = isLong ? virtualizer.getVirtualItems() : null;
  const before = shown?.[0]?.start ?? 0;
  const after = shown === null ? 0 : virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const findingsByCell = cellsOf(findings);
  const findingsByRow = Map.groupBy(findings, ({ place }) => place.practitioner.id);
  const findingsByColumn = Map.groupBy(findings, ({ place }) => place.index.id);
  const [first] = practitioners;
  const focusable = current ?? {
    practitionerId: first?.id ?? "",
    indexId: directories.find(({ id }) => first?.places.has(id))?.id ?? "",
    fact: 0,
  };
  const countOf = (of: readonly PlacedFinding[] = []) => changesOf(of, choices).length;
  const tracks = facts.map((_, fact) => fact);
  const columns = 2 + facts.length * (1 + directories.length);
  const count: CSSProperties & { "--directories": number } = { "--directories": directories.length };
  return (
    <CellGrid label={label} className={`${styles["grid"]} ${isLong ? styles["long"] : ""}`} frame={frame}>
      <thead>
        <tr>
          <th scope="col" className={styles["person"]} rowSpan={2}>
            {countText(practitioners.length, "practitioner")}
          </th>
          <th scope="colgroup" colSpan={facts.length} className={styles["standard"]}>
            Standard
          </th>
          {directories.map((index) => (
            <th key={index.id} scope="colgroup" colSpan={facts.length} className={styles["directory"]} style={count}>
              <ColumnHead index={index} places={findingsByColumn.get(index.id) ?? []} />
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
        {before > 0 ? <Gap size={before} /> : null}
        {(shown === null ? practitioners : shown.flatMap(({ index }) => practitioners[index] ?? [])).map(
          (practitioner) => (
            <PractitionerRow
              {...props}
              key={practitioner.id}
              practitioner={practitioner}
              findings={findingsByRow.get(practitioner.id) ?? []}
              findingsByCell={findingsByCell}
              tracks={tracks}
              columns={columns}
              focusable={focusable}
            />
          ),
        )}
        {after > 0 ? <Gap size={after} /> : null}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={1 + facts.length} className={styles["sumHead"]}>
            Changes by directory
          </th>
          {directories.map((index) => (
            <td key={index.id} colSpan={facts.length} className={styles["columnSum"]}>
              {numberText(countOf(findingsByColumn.get(index.id)))}
            </td>
          ))}
          <td className={styles["sum"]}>
            <b>{numberText(countOf(findings))}</b>
          </td>
        </tr>
      </tfoot>
    </CellGrid>
  );
}

/** The rows that are not drawn. */
function Gap({ size }: { size: number }) {
  return <tr aria-hidden="true" style={{ blockSize: size }} />;
}

interface PractitionerRowProps extends StatementGridProps {
  practitioner: GridPractitioner;
  findingsByCell: ReadonlyMap<string, PlacedFinding[]>;
  tracks: readonly number[];
  columns: number;
  focusable: FactPlace;
}

function PractitionerRow({
  practitioner,
  findings,
  findingsByCell,
  tracks,
  columns,
  focusable,
  ...props
}: PractitionerRowProps) {
  const { directories, facts, letterOf, choices, opened, onCurrent, onOpen, onTick } = props;
  const possible = findings.filter(canTake);
  const ticked = possible.filter((placed) => isTaken(placed, choices)).length;
  const openedPlace = opened?.practitionerId === practitioner.id ? practitioner.places.get(opened.indexId) : undefined;
  return (
    <>
      <tr>
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
            {standardText(findings, fact, facts, letterOf)}
          </td>
        ))}
        {directories.map((index) => (
          <Fragment key={index.id}>
            {practitioner.places.has(index.id) ? (
              tracks.map((fact) => {
                const place = { practitionerId: practitioner.id, indexId: index.id, fact };
                const isOpened = opened !== null && keyOf(opened) === keyOf(place);
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
                    isOpened={isOpened}
                    onCurrent={() => onCurrent(place)}
                    onOpen={() => onOpen(isOpened ? null : place)}
                  />
                );
              })
            ) : (
              <AbsentCell says="not on the roster" colSpan={facts.length} />
            )}
          </Fragment>
        ))}
        <td className={styles["sum"]}>{possible.filter((placed) => chosenChange(placed, choices) !== null).length}</td>
      </tr>
      {openedPlace === undefined ? null : (
        <tr>
          <td colSpan={columns} className={styles["opened"]}>
            <OpenedPlace
              place={openedPlace}
              findings={findings.filter(({ place }) => place === openedPlace)}
              {...props}
            />
          </td>
        </tr>
      )}
    </>
  );
}

type OpenedPlaceProps = { place: StatementPlace } & Pick<
  StatementGridProps,
  "findings" | "choices" | "planName" | "onTick" | "onOpen"
>;

/** All that one practitioner has in one directory, record by record. */
function OpenedPlace({ place, findings, choices, planName, onTick, onOpen }: OpenedPlaceProps) {
  const records = new Set(findings.map(({ finding: { record } }) => `${record.type} ${record.id}`)).size;
  const ticked = findings.filter((placed) => chosenChange(placed, choices) !== null).length;
  const name = `${place.practitioner.name ?? place.practitioner.id} in ${place.index.name}`;
  return (
    <section className={styles["panel"]} aria-label={name}>
      <header>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span>
          {countText(records, "record")}, {countText(ticked, "change")}
        </span>
      </header>
      <FoundRecords findings={findings} choices={choices} planName={planName} onTick={onTick} />
      <Button variant="subtle" size="xs" rightSection={<Kbd keys="escape" hint />} onClick={() => onOpen(null)}>
        Close
      </Button>
    </section>
  );
}

const keyOf = ({ practitionerId, indexId, fact }: FactPlace) => `${practitionerId} ${indexId} ${fact}`;

/** The findings of each cell. */
function cellsOf(findings: readonly PlacedFinding[]): Map<string, PlacedFinding[]> {
  return Map.groupBy(findings, ({ place, finding }) =>
    keyOf({ practitionerId: place.practitioner.id, indexId: place.index.id, fact: finding.fact }),
  );
}

function ColumnHead({ index, places }: { index: StatementPlace["index"]; places: readonly PlacedFinding[] }) {
  const oldest = places
    .flatMap(({ place: { stale, fetchedAt } }) => (stale && fetchedAt !== null ? [fetchedAt] : []))
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
      <bdi>{withSoftHyphens(index.name)}</bdi>
    </span>
  );
}

/** Shows where a long word may be broken, which a browser does not know of a name. */
function withSoftHyphens(name: string): string {
  return name.replaceAll(
    /(?<=[\p{L}\p{M}]{3})(?=[\p{L}][\p{L}\p{M}]{2})(?=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])/gu,
    "\u{AD}",
  );
}

const isRightFact = (fact: FactKind | undefined) => fact?.kind === "right";

function standardText(
  ownFindings: readonly PlacedFinding[],
  fact: number,
  facts: readonly FactKind[],
  letterOf: ReadonlyMap<string, string>,
) {
  if (isRightFact(facts[fact])) return null;
  const ofFact = ownFindings.flatMap(({ finding }) => (finding.fact === fact ? [finding] : []));
  const readings = ofFact.flatMap(({ standard }) => standard ?? []);
  const isMember = isMembership(facts[fact]);
  // Of several schedules, one that accepts the plan tells that there is something to take out.
  const reading =
    readings.find((candidate) => isMember && "value" in candidate && candidate.value === true) ?? readings[0];
  if (reading !== undefined) return sayingOf(reading, isMember, letterOf);
  // Who has no such number has no finding that could say so.
  return ofFact.every(({ leftOut }) => leftOut === "not there") ? "–" : <span className="unseen">not read</span>;
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
  isOpened: boolean;
  onCurrent: () => void;
  onOpen: () => void;
}

function Cell(props: CellProps) {
  const { place, findings, name, isFirst, facts, letterOf, choices, isCurrent, isOpened, onCurrent, onOpen } = props;
  const isMember = isMembership(facts[place.fact]);
  const possible = findings.filter(canTake);
  const ticked = possible.filter((placed) => isTaken(placed, choices));
  const worst =
    findings.find((placed) => placed.finding.leftOut !== null && !needsNothing(placed)) ?? possible[0] ?? findings[0];
  const verdict = worst === undefined ? null : shownVerdict(worst.finding);
  const says = worst?.finding.now ?? null;
  const isUnknown = ["not read", "not read since", "no schedule known"].includes(worst?.finding.leftOut ?? "");
  const isDraft = worst?.finding.leftOut === "in your draft" || worst?.finding.leftOut === "in a draft";
  const isQuiet = worst === undefined || findings.every(needsNothing);
  const isPlain = !isQuiet && !isUnknown && (verdict === null || verdict === "same");
  const words = [
    says === null
      ? (worst?.finding.leftOut ?? (isRightFact(facts[place.fact]) ? "as it stands" : "nothing"))
      : isMember
        ? sayingOf(says, true, letterOf) === "✓"
          ? "in"
          : "not in"
        : (textOf(says) ?? "not there"),
    ...(isQuiet ? ["nothing to change"] : isDraft ? ["in a draft"] : isUnknown || verdict === null ? [] : [verdict]),
    ...(ticked.length === 0
      ? possible.length > 0
        ? ["left out"]
        : []
      : ticked.length < possible.length
        ? [`${numberText(ticked.length)} of ${numberText(possible.length)} ticked`]
        : ["ticked"]),
  ].join(", ");
  return (
    <GridCell
      place={{ row: place.practitionerId, column: `${place.indexId} ${place.fact}` }}
      isCurrent={isCurrent}
      isOpened={isOpened}
      label={`${place.fact + 1}, ${name}: ${words}`}
      tip={words}
      data={{
        "data-first": isFirst || undefined,
        "data-ticked": ticked.length > 0 || undefined,
        "data-hue":
          isQuiet || isPlain || isDraft ? undefined : isUnknown || verdict === null ? "outside" : verdictHue(verdict),
      }}
      onFocus={onCurrent}
      onPress={onOpen}
    >
      {isDraft ? (
        <StatusMark shape="dashed" hue="quiet" show="mark" word="in a draft" size={12} />
      ) : isUnknown ? (
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
