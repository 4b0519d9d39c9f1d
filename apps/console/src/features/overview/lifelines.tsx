import type { Overview } from "@dc/contract";
import { Link } from "react-router";
import { State } from "#/marks/state.tsx";
import { Verdict, verdictHue, type VerdictName } from "#/marks/verdict.tsx";
import { paths } from "#/paths.ts";
import { Count, countText, numberText } from "#/ui/display/count.tsx";
import { formatDay, formatDistance, formatDuration } from "#/ui/display/format-time.ts";
import styles from "./overview.module.css";
import { type TimeAxis, timeAxis } from "./time-axis.ts";

type Unsettled = Overview["unsettled"][number];

const lines = [
  { verdict: "conflict", of: "conflict" },
  { verdict: "outside", of: "outside" },
  { verdict: "base moved", of: "baseMoved" },
] as const satisfies readonly { verdict: VerdictName; of: keyof Unsettled }[];

/** One line for each thing that waits in a directory, from when it moved until now, so that its length is how long it waits. */
export function Lifelines({
  overview,
  weeks,
  now,
}: {
  overview: Pick<Overview, "reached" | "unsettled">;
  weeks: number;
  now: Date;
}) {
  const axis = timeAxis(now, weeks);
  const reached = overview.reached
    .map((reach) => ({ ...reach, from: Date.parse(reach.day) }))
    .filter(({ from }) => !axis.isBefore(from));
  const widest = reached.toSorted((a, b) => b.directories - a.directories)[0];
  const columns = reached.map(({ day, from }) => (
    <i
      key={day}
      data-reached=""
      style={{ insetInlineStart: `${axis.at(from)}%`, inlineSize: `${100 / (weeks * 7)}%` }}
    />
  ));
  return (
    <table className={styles["lines"]}>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">Directory</span>
          </th>
          <th scope="col">
            {widest === undefined ? (
              <span className="unseen">Since when</span>
            ) : (
              <span
                className={styles["reach"]}
                style={{ insetInlineEnd: `max(8px, calc(${100 - axis.at(widest.from)}% - 140px))` }}
              >
                <Link to={paths.indexVersions.href({ reached: widest.day })}>{reachWords(widest, now)}</Link>
              </span>
            )}
          </th>
          {lines.map(({ verdict }) => (
            <th key={verdict} scope="col" data-tip={verdict}>
              <Verdict verdict={verdict} show="mark" />
            </th>
          ))}
          <th scope="col" data-tip="held">
            <State state="held" show="mark" />
          </th>
          <th scope="col" data-tip="overrides">
            <Verdict verdict="ours" show="mark" label="overrides" />
          </th>
          <th scope="col">verify</th>
        </tr>
      </thead>
      <tbody>
        {overview.unsettled.map((directory, place) => (
          <tr key={directory.index.id}>
            <th scope="row">
              <Link to={paths.directory.href({ indexId: directory.index.id })}>
                <bdi data-tip={directory.index.name} data-tip-when="cut">
                  {directory.index.name}
                </bdi>
              </Link>
              <small>{oldestWords(directory, now)}</small>
            </th>
            <td>
              <span className="unseen">{linesInWords(directory, now)}</span>
              <div className={styles["chart"]} aria-hidden="true">
                {columns}
                {axis.ticks.map(({ at, label }) => (
                  <i key={label} data-tick="" style={{ insetInlineStart: `${at}%` }} />
                ))}
                <Lines directory={directory} axis={axis} />
                {place === overview.unsettled.length - 1 ? (
                  <div className={styles["axis"]}>
                    {axis.ticks.map(({ at, label }) => (
                      <span key={label} style={{ insetInlineStart: `${at}%` }}>
                        {label}
                      </span>
                    ))}
                    <b>today, {formatDay(now, now)}</b>
                  </div>
                ) : null}
              </div>
            </td>
            {lines.map(({ verdict, of }) => (
              <td key={verdict} data-hue={verdictHue(verdict)}>
                <CountOf
                  value={directory[of]?.fields ?? 0}
                  words={verdict}
                  to={paths.directoryUndecided.href({ indexId: directory.index.id }, { only: verdict })}
                />
              </td>
            ))}
            <td data-hue="held">
              <CountOf
                value={directory.held}
                words="held"
                to={paths.directoryOverrides.href({ indexId: directory.index.id }, { state: "held" })}
              />
            </td>
            <td>
              <CountOf
                value={directory.overrides}
                words={directory.overrides === 1 ? "override" : "overrides"}
                to={paths.directoryOverrides.href({ indexId: directory.index.id })}
              />
            </td>
            <td data-hue={directory.overdue > 0 ? "outside" : undefined}>
              {directory.dueOn === null ? (
                <Count value={0} />
              ) : (
                <Link
                  className="quiet-link"
                  to={paths.verifications.href({
                    indexId: directory.index.id,
                    due: directory.overdue > 0 ? "overdue" : "all",
                  })}
                >
                  {dueWords(directory.dueOn, now)}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A count that leads to the list of what it counts. */
function CountOf({ value, words, to }: { value: number; words: string; to: string }) {
  return value === 0 ? (
    <Count value={0} />
  ) : (
    <Link className="quiet-link" to={to} aria-label={`${numberText(value)} ${words}`}>
      <Count value={value} />
    </Link>
  );
}

function Lines({ directory, axis }: { directory: Unsettled; axis: TimeAxis }) {
  const open = lines.flatMap(({ verdict, of }, place) => {
    const unsettled = directory[of];
    return unsettled === null ? [] : [{ verdict, place, since: Date.parse(unsettled.since) }];
  });
  return (
    <>
      {open.map(({ verdict, place, since }) => (
        <i
          key={verdict}
          data-line=""
          data-hue={verdictHue(verdict)}
          style={{ insetInlineStart: `${axis.at(since)}%`, insetBlockStart: `calc(50% + ${(place - 1) * 4 - 1}px)` }}
        />
      ))}
      {directory.applied
        .map((day) => Date.parse(day) + 43_200_000)
        .filter((day) => !axis.isBefore(day))
        .map((day) => (
          <i key={day} data-applied="" style={{ insetInlineStart: `${axis.at(day)}%` }} />
        ))}
      {open.toReversed().map(({ verdict, since }) => (
        <span key={verdict} style={{ insetInlineStart: `${axis.at(since)}%` }}>
          <Verdict verdict={verdict} show="mark" size={12} />
        </span>
      ))}
    </>
  );
}

/** The directories in which nothing moved that is not settled, a square each; counted where there are many. */
export function SettledDirectories({ overview: { directories, settled } }: { overview: Overview }) {
  return (
    <div className={styles["settled"]}>
      <p>
        <b>{numberText(directories.settled)} settled</b>
        <small>nothing moved</small>
      </p>
      {settled.length === 0 ? (
        directories.settled > 0 && (
          <p>
            <Verdict verdict="ours" label={`${numberText(directories.overridden)} with overrides`} />
            <Verdict verdict="same" label={`${numberText(directories.settled - directories.overridden)} without`} />
          </p>
        )
      ) : (
        <ul aria-label="Directories in which nothing moved">
          {settled.map(({ id, name, overrides }) => (
            <li key={id}>
              <Link to={paths.directory.href({ indexId: id })} data-tip={name} aria-label={name}>
                <Verdict verdict={overrides ? "ours" : "same"} show="mark" size={12} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link to={paths.indexVersions.href()}>Show all {numberText(directories.total)}</Link>
    </div>
  );
}

const legend = [
  ["conflict", "both moved"],
  ["outside", "not by us"],
  ["base moved", "standard changed"],
  ["ours", "has overrides"],
  ["same", "has none"],
] as const satisfies readonly (readonly [VerdictName, string])[];

export function Legend() {
  return (
    <p className={styles["legend"]}>
      {legend.map(([verdict, words]) => (
        <span key={verdict}>
          <Verdict verdict={verdict} /> {words}
        </span>
      ))}
      <span>
        <i data-applied="" /> changes became live
      </span>
    </p>
  );
}

const reachWords = ({ day, directories, records }: Overview["reached"][number], now: Date) =>
  `${formatDay(new Date(`${day}T12:00:00`), now)}: ${records === 1 ? "one change" : `changes of ${numberText(records)} records`} of the standard reached ${countText(directories, "directory").replace(/ys$/u, "ies")}`;

const sinceOf = (directory: Unsettled) => lines.flatMap(({ of }) => directory[of]?.since ?? []);

function oldestWords(directory: Unsettled, now: Date): string {
  const [oldest] = sinceOf(directory).toSorted();
  return oldest === undefined ? "" : `waits ${formatDuration(now.getTime() - Date.parse(oldest))}`;
}

function linesInWords(directory: Unsettled, now: Date): string {
  return lines
    .flatMap(({ verdict, of }) => {
      const unsettled = directory[of];
      return unsettled === null ? [] : [`${verdict} since ${formatDay(new Date(unsettled.since), now)}`];
    })
    .join(", ");
}

function dueWords(day: string, now: Date): string {
  const words = formatDistance(day, now);
  return words.endsWith(" ago") ? `${words.slice(0, -" ago".length)} over` : words;
}
