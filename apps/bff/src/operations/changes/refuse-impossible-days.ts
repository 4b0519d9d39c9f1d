import type { Evidence, FieldError } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { operationError } from "#/runtime/errors.ts";

type Days = Pick<Evidence, "verifiedOn" | "reviewBy" | "from" | "until">;

const hourMs = 3_600_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Refuses evidence verified in the future, due for review in the past, or with an end that has passed or comes before its
 * beginning. The end is a day of the connection; the others are of the person who writes, and count while it is that day
 * anywhere on earth.
 */
export function refuseImpossibleDays(
  given: readonly { evidence: Days | null | undefined; pointer: string }[],
  deps: Pick<Deps, "clock" | "service">,
): void {
  const now = deps.clock.now();
  const { today } = todayOf(deps);
  const latest = dayOf(now.getTime() + 14 * hourMs);
  const earliest = dayOf(now.getTime() - 12 * hourMs);
  const errors = given.flatMap(({ evidence, pointer }): FieldError[] => [
    ...((evidence?.verifiedOn ?? "") > latest
      ? [{ pointer: `${pointer}/verifiedOn`, detail: "must be today or earlier" }]
      : []),
    ...((evidence?.reviewBy ?? latest) < earliest
      ? [{ pointer: `${pointer}/reviewBy`, detail: "must be today or later" }]
      : []),
    ...untilProblems(evidence, today).map((detail) => ({ pointer: `${pointer}/until`, detail })),
  ]);
  if (errors.length > 0) throw operationError("invalid_request", "evidence-date", { errors });
}

function untilProblems(evidence: Days | null | undefined, today: string): string[] {
  const { from = null, until = null } = evidence ?? {};
  if (until === null) return [];
  if (until < today) return ["must be today or later"];
  return from !== null && until < from ? ["must not be before from"] : [];
}
