import type { SignInAttempt } from "#/store/tables/sign-in-attempts.ts";

const SECOND_MS = 1000;
export const ATTEMPTS_COUNT_FOR_MS = 15 * 60 * SECOND_MS;

/** Attempts on one account from one address, or from one known device of its owner. */
const OF_ONE_CALLER = { free: 5, atMost: 10 };
/** Attempts from one address on whatever accounts: an office shares one, and so does who tries one password on many people. */
const FROM_ONE_ADDRESS = 50;
/** Attempts on one account from all addresses together; its owner's known devices are not among them and go on. */
const ON_ONE_ACCOUNT = 100;

/**
 * How long to wait before the next attempt, in ms; 0 if it may be made now. After five failures of one caller the wait doubles
 * from one second; at ten, or beyond the limit of an address or an account, it lasts until the oldest is 15 minutes old.
 * Nobody can make the owner wait who comes from elsewhere, or from a device that signed in before.
 */
export function signInWait(recent: readonly SignInAttempt[], next: Omit<SignInAttempt, "id">): number {
  const fromStrangers = recent.filter(({ device }) => device === null);
  const limited =
    next.device === null
      ? [
          ownWait(
            fromStrangers.filter((one) => one.account === next.account && one.address === next.address),
            next.at,
          ),
          countWait(
            fromStrangers.filter(({ address }) => address === next.address),
            FROM_ONE_ADDRESS,
            next.at,
          ),
          countWait(
            fromStrangers.filter(({ account }) => account === next.account),
            ON_ONE_ACCOUNT,
            next.at,
          ),
        ]
      : [
          ownWait(
            recent.filter((one) => one.account === next.account && one.device === next.device),
            next.at,
          ),
        ];
  return Math.max(0, ...limited);
}

function ownWait(own: readonly SignInAttempt[], now: Date): number {
  const last = own.at(-1);
  if (last === undefined || own.length < OF_ONE_CALLER.free) return 0;
  const delayed = last.at.getTime() + SECOND_MS * 2 ** (own.length - OF_ONE_CALLER.free) - now.getTime();
  return Math.max(delayed, countWait(own, OF_ONE_CALLER.atMost, now));
}

/** Until fewer than `atMost` of the attempts count. */
function countWait(attempts: readonly SignInAttempt[], atMost: number, now: Date): number {
  const firstToLeave = attempts.at(-atMost);
  return firstToLeave === undefined ? 0 : firstToLeave.at.getTime() + ATTEMPTS_COUNT_FOR_MS - now.getTime();
}
