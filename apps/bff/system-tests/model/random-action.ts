import { actAs, type ActionOptions } from "./actions/acting.ts";
import { alarmsActions } from "./actions/alarms.ts";
import { applyingActions } from "./actions/applying.ts";
import { reviewingActions } from "./actions/reviewing.ts";
import { sendingActions } from "./actions/sending.ts";
import { serviceActions } from "./actions/service.ts";
import { stagingActions } from "./actions/staging.ts";
import type { History } from "./history.ts";
import type { InvariantChecker } from "./invariants.ts";
import type { Random } from "#system-tests/random.ts";

const weights = {
  stage: 26,
  apply: 26,
  send: 20,
  "send and be killed": 6,
  undo: 4,
  "pause a check": 0,
  withdraw: 3,
  "withdraw a set": 2,
  "withdraw but for held": 2,
  pause: 4,
  resume: 5,
  "pause all": 2,
  "resume all": 4,
  retry: 3,
  discard: 2,
  decide: 10,
  drift: 6,
  outside: 5,
  "send again": 3,
  settle: 3,
  review: 3,
  answer: 2,
  split: 2,
  "settle moved": 4,
  "settle at rest": 4,
  "confirm or drop": 0,
  "give a role": 0,
  revert: 2,
  "send and lose a write": 3,
  "a lost write lands": 3,
  "send and leak": 2,
  "send and leak into others": 1,
  "settle an alarm": 0,
  "resume after alarms": 0,
} as const;

type ActionName = keyof typeof weights;

/** Performs one random action as one random person, adds it to `history.steps`, and takes over the response. */
export async function performRandomAction(
  history: History,
  invariants: InvariantChecker,
  random: Random,
  options: ActionOptions,
): Promise<void> {
  const { stack } = history;
  const { required } = history.approvals;
  const name = random.weighted({
    ...weights,
    outside: options.outside ? weights.outside : 0,
    ...(stack.app.sandbox.dials.writes
      ? options.astray
        ? {
            "send and lose a write": 14,
            "a lost write lands": 10,
            "send and leak": 10,
            "send and leak into others": 10,
          }
        : {}
      : { "send and lose a write": 0, "a lost write lands": 0, "send and leak": 0, "send and leak into others": 0 }),
    ...(history.checks ? { "pause a check": 8 } : {}),
    ...(history.isStopped ? { "settle an alarm": 20, "resume after alarms": 20 } : {}),
    ...(required === 0
      ? {}
      : { review: required === 1 ? 30 : 45, "confirm or drop": required === 1 ? 0 : 8, "give a role": 3 }),
  });
  const acting = actAs(name, { history, invariants, random, options });
  const steps: { [Name in ActionName]: () => Promise<void> } = {
    ...stagingActions(acting),
    ...applyingActions(acting),
    ...sendingActions(acting),
    ...reviewingActions(acting),
    ...alarmsActions(acting),
    ...serviceActions(acting),
  };
  await steps[name]();
}
