/** What has nothing to do is drawn again, so that what rarely has may weigh more. */
export const weights = {
  stage: 45,
  apply: 45,
  send: 30,
  "send and be killed": 6,
  undo: 8,
  "pause a check": 0,
  withdraw: 3,
  "withdraw a set": 2,
  "withdraw but for held": 2,
  pause: 4,
  resume: 8,
  "pause all": 2,
  "resume all": 4,
  retry: 8,
  discard: 2,
  decide: 12,
  drift: 6,
  outside: 5,
  "send again": 5,
  settle: 8,
  review: 3,
  answer: 10,
  split: 5,
  "settle moved": 6,
  "settle at rest": 10,
  "confirm or drop": 0,
  "give a role": 0,
  revert: 5,
  "send and be refused": 2,
  "send and lose a write": 6,
  "a lost write lands": 15,
  "send and leak": 2,
  "send and leak into others": 1,
  "settle an alarm": 0,
  "resume after alarms": 0,
} as const;

export type ActionName = keyof typeof weights;

/** What `weights` names. */
export const actionNames = Object.keys(weights) as ActionName[];
