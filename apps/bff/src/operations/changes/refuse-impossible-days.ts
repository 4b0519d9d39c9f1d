import type { Evidence, FieldError } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { operationError } from "#/runtime/errors.ts";

type Days = Pick<Evidence, "verifiedOn" | "reviewBy" | "from" | "until">;

const hourMs = 3_600_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The day of the connection, and the latest and the earliest that it is anywhere on earth. */
function daysNow(deps: Pick<Deps, "clock" | "service">) {
  const now = deps.clock.now().getTime();
  return { today: todayOf(deps).today, latest: dayOf(now + 14 * hourMs), earliest: dayOf(now - 12 * hourMs) };
}

/**
 * Days of evidence that are not possible, and why: verified in the future, due for review in the past, or with an end that has passed
 * or comes before its beginning. The end is a day of the connection; the others are of the person who writes, and count while it is
 * that day anywhere on earth.
 */
export function impossibleDays(
  { verifiedOn, reviewBy, from, until }: Days,
  deps: Pick<Deps, "clock" | "service">,
  { today, latest, earliest } = daysNow(deps),
): { day: keyof Days; why: string }[] {
  const found: { day: keyof Days; why: string }[] = [];
  if (verifiedOn !== null && verifiedOn > latest) found.push({ day: "verifiedOn", why: "must be today or earlier" });
  if (reviewBy !== null && reviewBy < earliest) found.push({ day: "reviewBy", why: "must be today or later" });
  if (until !== null && until < today) found.push({ day: "until", why: "must be today or later" });
  else if (until !== null && from !== null && until < from)
    found.push({ day: "until", why: "must not be before from" });
  return found;
}

/** Refuses evidence with an impossible day. */
export function refuseImpossibleDays(
  given: readonly { evidence: Days | null | undefined; pointer: string }[],
  deps: Pick<Deps, "clock" | "service">,
): void {
  const now = daysNow(deps);
  const errors = given.flatMap(({ evidence, pointer }): FieldError[] =>
    evidence == null
      ? []
      : impossibleDays(evidence, deps, now).map(({ day, why }) => ({ pointer: `${pointer}/${day}`, detail: why })),
  );
  if (errors.length > 0) throw operationError("invalid_request", "evidence-date", { errors });
}
