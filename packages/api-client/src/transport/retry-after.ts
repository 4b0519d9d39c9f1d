/** The longest wait that we take a service's word for. */
const longestRetryAfterMs = 5 * 60_000;

/** Reads a Retry-After header (seconds or an HTTP date) as a wait from now, capped; null when there is none to be read. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (text === "") return null;
  let waitMs: number;
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) waitMs = Number(text) * 1_000;
  else if (/^[A-Za-z]{3},? /.test(text)) waitMs = Date.parse(text) - nowMs;
  else return null;
  if (Number.isNaN(waitMs) || waitMs < 0) return null;
  return Math.min(longestRetryAfterMs, Math.ceil(waitMs));
}
