/** One line of the table: what was measured against whom, and whether that is what we hold ourselves to. */
export interface Goal {
  /** The number of the goal, and what is measured. */
  what: string;
  /** Ours and the peer's, in the unit named. */
  ours: number;
  peer: number;
  peerName: string;
  unit: string;
  /** Whether a smaller number is the better one; the ratio always grows with how good we are. */
  smallerIsBetter: boolean;
  /** The ratio that must be reached. */
  atLeast: number;
}

/** How many times better than the peer we are; 1 is as good. */
export function ratioOf(goal: Goal): number {
  return goal.smallerIsBetter ? goal.peer / goal.ours : goal.ours / goal.peer;
}

/** The goals as a table of text, a line each. */
export function goalTable(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => [
    goal.what,
    `${figure(goal.ours)} ${goal.unit}`,
    `${goal.peerName} ${figure(goal.peer)} ${goal.unit}`,
    `${ratioOf(goal).toFixed(2)}×`,
    `≥ ${goal.atLeast}×`,
    ratioOf(goal) >= goal.atLeast ? "met" : "not met",
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

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
