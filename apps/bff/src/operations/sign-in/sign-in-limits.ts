import type { SignInAttempt } from "#/store/tables/account/sign-in-attempts.ts";

const SECOND_MS = 1000;
export const ATTEMPTS_COUNT_FOR_MS = 15 * 60 * SECOND_MS;

/** Attempts on one account from one address, or from one known device of its owner. */
const OF_ONE_CALLER = { free: 5, atMost: 10 };
/** Attempts from one address on whatever accounts: an office shares one, and so does who tries one password on many people. */
const FROM_ONE_ADDRESS = 50;
/** Attempts on one account from all addresses together that its owner is not known at; beyond `free` they take turns. */
const FROM_UNKNOWN_ADDRESSES = { free: 10, turnMs: 10 * SECOND_MS };

/**
 * How long to wait before the next attempt, in ms; 0 if it may be made now. After five failures of one caller the wait doubles
 * from one second; at ten, or beyond the limit of an address, it lasts until the oldest is 15 minutes old. Attempts of others
 * never make the owner wait on a device that signed in before, nor at an address where the owner is signed in. From all other
 * addresses together one attempt in ten seconds is made once there were ten: whoever has many addresses can take the turns.
 */
export function signInWait(
  recent: readonly SignInAttempt[],
  next: Omit<SignInAttempt, "id">,
  { isKnownAddress }: { isKnownAddress: boolean },
): number {
  const fromStrangers = recent.filter(({ device }) => device === null);
  const limited =
    next.device === null
      ? [
          ownWait(
            fromStrangers.filter((attempt) => attempt.account === next.account && attempt.address === next.address),
            next.at,
          ),
          countWait(
            fromStrangers.filter(({ address }) => address === next.address),
            FROM_ONE_ADDRESS,
            next.at,
          ),
          isKnownAddress
            ? 0
            : turnWait(
                fromStrangers.filter(({ account }) => account === next.account),
                next.at,
              ),
        ]
      : [
          ownWait(
            recent.filter((attempt) => attempt.account === next.account && attempt.device === next.device),
            next.at,
          ),
        ];
  return Math.max(0, ...limited);
}

function ownWait(attempts: readonly SignInAttempt[], now: Date): number {
  const last = attempts.at(-1);
  if (last === undefined || attempts.length < OF_ONE_CALLER.free) return 0;
  const delayed = last.at.getTime() + SECOND_MS * 2 ** (attempts.length - OF_ONE_CALLER.free) - now.getTime();
  return Math.max(delayed, countWait(attempts, OF_ONE_CALLER.atMost, now));
}

/** Until the last attempt of anybody on the account is ten seconds old, where there are too many. */
function turnWait(onAccount: readonly SignInAttempt[], now: Date): number {
  const { free, turnMs } = FROM_UNKNOWN_ADDRESSES;
  const last = onAccount.at(-1);
  return last === undefined || onAccount.length < free ? 0 : last.at.getTime() + turnMs - now.getTime();
}

/** Until fewer than `atMost` of the attempts count. */
function countWait(attempts: readonly SignInAttempt[], atMost: number, now: Date): number {
  const firstToLeave = attempts.at(-atMost);
  return firstToLeave === undefined ? 0 : firstToLeave.at.getTime() + ATTEMPTS_COUNT_FOR_MS - now.getTime();
}
