interface Measured {
  /** The number of the goal, and what is measured. */
  what: string;
  /** Our figure; like the peer's, in the unit given. */
  ours: number;
  peer: number;
  peerName: string;
  unit: string;
}

/** A goal to be at least so many times as good as the peer, whether a larger or a smaller figure is better. */
interface TimesAsGood extends Measured {
  smallerIsBetter: boolean;
  atLeast: number;
}

/** A goal to cost at most so many times what the peer or a limit costs; null if the ratio is only reported. */
interface TimesTheCost extends Measured {
  atMost: number | null;
}

/** One line of the table: a measurement, the peer it is compared with, and the goal. */
export type Goal = TimesAsGood | TimesTheCost;

/** The ratio that the goal is about. */
export function ratioOf(goal: Goal): number {
  if ("atMost" in goal) return goal.ours / goal.peer;
  return goal.smallerIsBetter ? goal.peer / goal.ours : goal.ours / goal.peer;
}

/** Whether the goal is met; null where none is set. */
export function isMet(goal: Goal): boolean | null {
  if ("atLeast" in goal) return ratioOf(goal) >= goal.atLeast;
  return goal.atMost === null ? null : ratioOf(goal) <= goal.atMost;
}

/** The goals as a plain-text table, one line each. */
export function goalTable(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => [
    goal.what,
    `${figure(goal.ours)} ${goal.unit}`,
    `${goal.peerName} ${figure(goal.peer)} ${goal.unit}`,
    `${ratioOf(goal).toFixed(2)}×`,
    boundOf(goal),
    verdictOf(goal),
  ]);
  const table = [["what", "ours", "peer", "ratio", "goal", ""], ...rows];
  const widths = table.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)), []);
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function boundOf(goal: Goal): string {
  if ("atLeast" in goal) return `≥ ${goal.atLeast}×`;
  return goal.atMost === null ? "" : `≤ ${goal.atMost}×`;
}

function verdictOf(goal: Goal): string {
  const met = isMet(goal);
  if (met === null) return "";
  return met ? "met" : "not met";
}

function figure(value: number): string {
  if (value >= 1_000) return value.toFixed(0);
  return value >= 100 ? value.toFixed(1) : value.toPrecision(3);
}
