import { formatDay } from "#/ui/display/format-time.ts";

const DAY_MS = 86_400_000;

export interface TimeAxis {
  /** How far from the left a moment is, in per cent; what was before is at the left edge. */
  at: (time: number) => number;
  isBefore: (time: number) => boolean;
  ticks: readonly { at: number; label: string }[];
}

/** So many weeks until now, with a tick each week, or each fourth week where there are many. */
export function timeAxis(now: Date, weeks: number): TimeAxis {
  const length = weeks * 7 * DAY_MS;
  const start = now.getTime() - length;
  const at = (time: number) => Math.min(100, Math.max(0, ((time - start) / length) * 100));
  const step = weeks > 12 ? 4 : 1;
  const ticks = Array.from({ length: Math.ceil(weeks / step) - 1 }, (_, place) => (place + 1) * step * 7 * DAY_MS)
    .map((before) => new Date(now.getTime() - before))
    .toReversed();
  return {
    at,
    isBefore: (time) => time < start,
    ticks: ticks.map((tick) => ({ at: at(tick.getTime()), label: formatDay(tick, now) })),
  };
}
