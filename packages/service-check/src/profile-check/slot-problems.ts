import { formatPointer, valueAt, type Json, type ProfileProblem } from "@dc/api-client";
import { listIn, type CheckSession } from "#/service/check-session.ts";
import { excerpt } from "#/service/describe-answer.ts";
import { bookableProblem, closedText } from "#/suggestions/bookable-problem.ts";
import { listProblems } from "./operation-problems.ts";
import { pagingProblems } from "./paging-problems.ts";

/** Problems of how open slots are requested and read. */
export async function slotProblems(
  session: CheckSession,
  notTested: string[],
  index: string | null,
): Promise<readonly ProfileProblem[]> {
  const slots = await session.openSlots(index);
  if (slots === null) {
    notTested.push(
      session.hasOperation("listOpenSlots")
        ? "No open slots were listed: no schedule was read."
        : "No open slots: the profile has no operation listOpenSlots.",
    );
    return [];
  }
  const problems = listProblems(session.profile, "listOpenSlots", slots);
  const [first] = listIn(slots) ?? [];
  if (problems.length > 0 || slots.undecided !== null) return problems;
  if (first === undefined) {
    const closed = await closedText(session);
    notTested.push(`The parts of an open slot: the schedule has no open slot in the two weeks from tomorrow${closed}.`);
    return [];
  }
  const { answers, units } = session.profile.data;
  const { startAt, duration } = answers.openSlot;
  const begin = valueAt(first, startAt.at);
  const length = valueAt(first, duration.at);
  const isTime = typeof begin === "string" && !Number.isNaN(Date.parse(begin));
  const isNumber = length !== null && length !== "" && Number.isFinite(Number(length ?? "x"));
  const misplaced = (name: string, pointer: string, value: Json | undefined, wanted: string): ProfileProblem => ({
    pointer: formatPointer(["answers", "openSlot", name, "at"]),
    message: `is "${pointer}", which holds ${excerpt(value)}, not ${wanted}; a slot is ${excerpt(first, 160)}`,
  });
  const closed = await bookableProblem(session, index);
  return [
    ...(closed === null ? [] : [closed]),
    ...(isTime ? [] : [misplaced("startAt", startAt.at, begin, "a timestamp")]),
    ...(isNumber
      ? unitProblems(units.slotDuration, Number(length))
      : [misplaced("duration", duration.at, length, "a number")]),
    ...(await pagingProblems(session, { operation: "listOpenSlots", values: session.slotValues(), index })),
  ];
}

const minutesIn = { seconds: 1 / 60, minutes: 1, hours: 60 } as const;

function unitProblems(unit: keyof typeof minutesIn, length: number): readonly ProfileProblem[] {
  const isLikely = (candidate: keyof typeof minutesIn) =>
    length * minutesIn[candidate] >= 5 && length * minutesIn[candidate] <= 480;
  const others = (["seconds", "minutes", "hours"] as const).filter(isLikely);
  if (isLikely(unit) || others.length === 0) return [];
  const message = `is "${unit}", so a slot of ${String(length)} would last ${String(length * minutesIn[unit])} minutes; it may be ${others.map((candidate) => `"${candidate}"`).join(" or ")}`;
  return [{ pointer: "/units/slotDuration", message }];
}
