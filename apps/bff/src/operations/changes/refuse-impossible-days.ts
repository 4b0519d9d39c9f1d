import type { Evidence, FieldError } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { operationError } from "#/runtime/errors.ts";

type Days = Pick<Evidence, "verifiedOn" | "reviewBy" | "from" | "until">;

const hourMs = 3_600_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Days of evidence that are not possible, and why: verified in the future, due for review in the past, or with an end that has passed
 * or comes before its beginning. The end is a day of the connection; the others are of the person who writes, and count while it is
 * that day anywhere on earth.
 */
export function impossibleDays(
  { verifiedOn, reviewBy, from, until }: Days,
  deps: Pick<Deps, "clock" | "service">,
): { day: keyof Days; why: string }[] {
  const now = deps.clock.now();
  const { today } = todayOf(deps);
  const found: { day: keyof Days; why: string }[] = [];
  if (verifiedOn !== null && verifiedOn > dayOf(now.getTime() + 14 * hourMs))
    found.push({ day: "verifiedOn", why: "must be today or earlier" });
  if (reviewBy !== null && reviewBy < dayOf(now.getTime() - 12 * hourMs))
    found.push({ day: "reviewBy", why: "must be today or later" });
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
  const errors = given.flatMap(({ evidence, pointer }): FieldError[] =>
    evidence == null
      ? []
      : impossibleDays(evidence, deps).map(({ day, why }) => ({ pointer: `${pointer}/${day}`, detail: why })),
  );
  if (errors.length > 0) throw operationError("invalid_request", "evidence-date", { errors });
}
