import { actAs, type Acting, type ActionOptions } from "./actions/acting.ts";
import { type ActionName, actionNames, weights } from "./actions/action-names.ts";
import { alarmsActions } from "./actions/alarms.ts";
import { applyingActions } from "./actions/applying.ts";
import { reviewingActions } from "./actions/reviewing.ts";
import { sendingActions } from "./actions/sending.ts";
import { serviceActions } from "./actions/service.ts";
import { stagingActions } from "./actions/staging.ts";
import type { History } from "./history.ts";
import type { InvariantChecker } from "./invariants.ts";
import type { Random } from "#system-tests/random.ts";

/** So many times likelier is what was not done in a history yet. */
const FIRST = 4;

/** How often a step tries what the history aims at. */
const AIMED = 0.75;

/** So many actions are drawn until one has something to do. */
const DRAWS = 20;

/** Performs one random action as one random person, adds it to `history.steps`, and takes over the response. */
export async function performRandomAction(
  history: History,
  invariants: InvariantChecker,
  random: Random,
  options: ActionOptions,
  step: number,
): Promise<void> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const [aim] = history.aims;
    const name = draw === 0 && aim !== undefined && random.chance(AIMED) ? aim : drawAction(history, random, options);
    const acting = actAs(name, { history, invariants, random, options });
    await actionsOf(acting)[name]();
    const outcome = acting.outcome();
    if (outcome === "skipped") continue;
    if (outcome === "missed") return;
    if (name === aim) history.aims.shift();
    if (!history.done.has(name)) history.done.set(name, step);
    return;
  }
}

function drawAction(history: History, random: Random, options: ActionOptions): ActionName {
  const { stack } = history;
  const { required } = history.approvals;
  const odds: Record<ActionName, number> = {
    ...weights,
    outside: options.outside ? weights.outside : 0,
    ...(stack.app.sandbox.dials.writes
      ? options.astray
        ? {
            "send and lose a write": 14,
            "a lost write lands": 20,
            "send and leak": 10,
            "send and leak into others": 10,
          }
        : {}
      : { "send and lose a write": 0, "a lost write lands": 0, "send and leak": 0, "send and leak into others": 0 }),
    ...(history.checks ? { "pause a check": 8 } : {}),
    ...(history.isStopped ? { "settle an alarm": 20, "resume after alarms": 20 } : {}),
    ...(required === 0
      ? {}
      : { review: required === 1 ? 60 : 90, "confirm or drop": required === 1 ? 0 : 15, "give a role": 3 }),
  };
  for (const action of actionNames) if (!history.done.has(action)) odds[action] *= FIRST;
  return random.weighted(odds);
}

function actionsOf(acting: Acting): { [Name in ActionName]: () => Promise<void> } {
  return {
    ...stagingActions(acting),
    ...applyingActions(acting),
    ...sendingActions(acting),
    ...reviewingActions(acting),
    ...alarmsActions(acting),
    ...serviceActions(acting),
  };
}
