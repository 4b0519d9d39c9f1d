import { AlarmList, type Change, ChangeSet } from "@dc/contract";
import { type ApprovalRules, changesOn, CONNECTION, createHistory, type History, isSame } from "./history.ts";
import { createInvariantChecker, type InvariantChecker } from "./invariants.ts";
import { settleAlarm } from "./actions/alarms.ts";
import type { ActionName } from "./actions/action-names.ts";
import { performRandomAction } from "./random-action.ts";
import { waitsForSomebody } from "./oracle.ts";
import { createRandom } from "#system-tests/random.ts";

/** The steps of a failed history, readable in order. */
class HistoryFailure extends Error {
  override readonly name = "HistoryFailure";
}

/**
 * Runs one random history and checks it after every step. The seed determines people, steps, faults and kills. Even
 * seeds run with the write endpoints, odd ones with the stub; half of each ask for approvals, most for two, some also of those
 * who staged; three in seven read before each apply what was decided on; every third one has no outside changes, and in every
 * fourth one writes often go astray.
 */
export async function checkRandomHistory(
  seed: number,
  steps: number,
  {
    indexVersions = "copy",
    aims = [],
  }: { indexVersions?: "copy" | "overlay-by-record"; aims?: readonly ActionName[] } = {},
): Promise<{
  steps: number;
  changes: number;
  written: number;
  alarms: number;
  resets: number;
  checks: number;
  late: number;
  /** Which actions did something, and at which step first. */
  done: ReadonlyMap<ActionName, number>;
  states: string[];
}> {
  const random = createRandom(seed);
  await using history = await createHistory({
    writes: seed % 2 === 0,
    approvals: rulesOf(seed),
    checks: seed % 7 < 3,
    indexVersions,
    aims,
  });
  const invariants = createInvariantChecker(history);
  const options = { faults: seed % 5 !== 0, outside: seed % 3 !== 0, astray: seed % 4 === 0 };
  try {
    for (let step = 0; step < steps; step += 1) {
      const requestsBefore = history.stack.app.sandbox.counters.total;
      await performRandomAction(history, invariants, random, options, step);
      await invariants.afterStep(requestsBefore);
    }
    await comeToRest();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new HistoryFailure(
      `Seed ${seed}, after ${history.steps.length} steps: ${said}\n${history.steps.map((step) => `  ${step}`).join("\n")}`,
      { cause: error },
    );
  }
  const states = [...history.changes.values()].map(({ change }) => change.state);
  return {
    steps: history.steps.length,
    changes: history.changes.size,
    written: history.serviceStates.catchUp().length,
    alarms: history.settledAlarms.size,
    resets: history.resets.size,
    checks: history.steps.filter((step) => step.endsWith("pauses its check")).length,
    late: history.strays.late.size,
    done: history.done,
    states,
  };

  /** Without faults every applied change ends; none stays open. */
  async function comeToRest(): Promise<void> {
    history.steps.push("faults end, what is paused is resumed, and time goes on");
    if (history.paused.delete(CONNECTION)) await history.stack.call(0, "POST", "/resume", {});
    // A withdrawal pauses its set, too.
    for (const id of history.sets.keys()) {
      const { body } = await history.stack.call(0, "GET", `/change-sets/${id}`);
      const { version, paused } = ChangeSet.parse(body);
      if (paused !== null) await history.stack.call(0, "POST", `/change-sets/${id}/resume`, { version });
    }
    await history.stack.app.deps.background.idle();
    history.checking.clear();
    history.paused.clear();
    await settleAlarms(history);
    if (history.strays.late.size > 0) await acceptAll(history, invariants);
    for (let round = 0; round < 5; round += 1) {
      const requestsBefore = history.stack.app.sandbox.counters.total;
      history.stack.app.clock.advance(20_000);
      await history.send();
      await invariants.afterStep(requestsBefore);
    }
    history.isAtRest = true;
    await invariants.afterStep(history.stack.app.sandbox.counters.total);
    const all = [...history.changes.values()].map(({ change }) => change);
    const isBehind = (change: Change) =>
      (change.state === "deferred" || change.state === "unknown") &&
      all.some((one) => one.indexId === change.indexId && isSame(one.record, change.record) && waitsForSomebody(one));
    for (const change of all) {
      const isAtRest =
        !["queued", "sending", "deferred", "unknown"].includes(change.state) ||
        waitsForSomebody(change) ||
        isBehind(change);
      if (!isAtRest) throw new Error(`${change.id} never ended: ${change.state}, ${change.because}.`);
    }
  }
}

/** What is open of alarms is settled, and sending resumed. */
async function settleAlarms(history: History): Promise<void> {
  const { items } = AlarmList.parse((await history.stack.call(0, "GET", "/alarms")).body);
  for (const { id, settled } of items) {
    if (settled !== null) continue;
    history.settledAlarms.add(id);
    await settleAlarm(history, 0, id, "kept");
  }
  if (!history.isStopped) return;
  await history.stack.call(0, "POST", "/sending/resume");
  history.isStopped = false;
}

/** What came from outside, or late, is accepted, so that nothing waits for that. */
async function acceptAll(history: History, invariants: InvariantChecker): Promise<void> {
  for (const indexId of history.indices)
    for (const field of history.fields) {
      const { record, field: name } = field;
      const decision = { record, field: name, decision: "accept" };
      const { status } = await history.stack.call(0, "POST", `/index-versions/${indexId}/decisions`, decision);
      if (status !== 200) continue;
      invariants.known(indexId, field).move(history.serviceStates.elements(indexId, field), null);
      invariants.grounds.see(
        changesOn(history, indexId, field).filter(({ state }) => ["queued", "held", "deferred"].includes(state)),
      );
    }
}

function rulesOf(seed: number): ApprovalRules {
  if (seed % 4 <= 1) return { required: 0, ownCounts: false };
  return { required: seed % 3 === 0 ? 1 : 2, ownCounts: seed % 5 === 0 };
}
