import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADMIN, createTestApp, type TestApp } from "#/testing/app.ts";

// Proves (F21): of 1,000 guesses at one account from one address at most ten are looked at in 15 minutes, whatever headers
// they carry and however often the server is started again; of one guess each at 1,000 accounts at most fifty; and the owner
// comes in from elsewhere all the while. That a refusal takes as long for an account that does not exist is measured by
// `pnpm bench`, since no test may fail on a time.

const GUESSES = 1_000;
const WINDOW_MS = 15 * 60 * 1000;
const GUESSER = "203.0.113.66";
const OWNER = "198.51.100.7";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ trustedProxies: "127.0.0.1" });
});
afterAll(() => app[Symbol.asyncDispose]());
// So that each test begins without attempts.
beforeEach(() => app.clock.advance(WINDOW_MS));

interface Guess {
  email: string;
  password: string;
  address: string;
  /** What the caller claims in front of the address that the proxy saw. */
  claims?: string;
}

async function statusOf(at: TestApp, { email, password, address, claims }: Guess): Promise<number> {
  const hops = [...(claims === undefined ? [] : [claims]), address].join(", ");
  const headers = { "X-Forwarded-For": hops, "X-Real-IP": claims ?? address, Forwarded: `for=${claims ?? address}` };
  return (await at.request("POST", "/api/v1/session", { email, password }, headers)).status;
}

const counted = (statuses: readonly number[]) => ({
  lookedAt: statuses.filter((status) => status === 401).length,
  refused: statuses.filter((status) => status === 429).length,
});

test("1,000 guesses at one account, each with other headers: at most ten are looked at, and the owner comes in", async () => {
  const statuses: number[] = [];
  for (let number = 0; number < GUESSES; number += 1) {
    const guess = { email: ADMIN.email, password: `guess number ${number}`, address: GUESSER };
    statuses.push(await statusOf(app, { ...guess, claims: `10.${number >> 8}.${number & 255}.1` }));
    app.clock.advance((WINDOW_MS - 1000) / GUESSES);
    if (number === GUESSES / 2) expect(await statusOf(app, { ...ADMIN, address: OWNER })).toBe(200);
  }
  const { lookedAt, refused } = counted(statuses);
  expect(lookedAt).toBeLessThanOrEqual(10);
  expect(lookedAt + refused).toBe(GUESSES);
  expect(await statusOf(app, { ...ADMIN, address: GUESSER })).toBe(429);
});

test("the count goes on in a server that was started again", async () => {
  const guess = { email: ADMIN.email, password: "another guess", address: GUESSER };
  const before: number[] = [];
  for (let number = 0; number < 8; number += 1) before.push(await statusOf(app, guess));
  expect(counted(before)).toEqual({ lookedAt: 5, refused: 3 });
  const { wholeStore } = app.deps;
  await using again = await createTestApp({
    trustedProxies: "127.0.0.1",
    administrator: false,
    store: { ...wholeStore, close: async () => {} },
  });
  again.clock.advance(app.clock.now().getTime() - again.clock.now().getTime());
  expect(await statusOf(again, guess)).toBe(429);
  expect(await statusOf(again, { ...ADMIN, address: OWNER })).toBe(200);
});

test("one guess each at 1,000 accounts from one address: at most fifty are looked at", async () => {
  const statuses: number[] = [];
  for (let number = 0; number < GUESSES; number += 1)
    statuses.push(
      await statusOf(app, {
        email: `person${number}@example.org`,
        password: "one password for all",
        address: GUESSER,
        claims: `10.${number >> 8}.${number & 255}.2`,
      }),
    );
  const { lookedAt, refused } = counted(statuses);
  expect(lookedAt).toBeLessThanOrEqual(50);
  expect(lookedAt + refused).toBe(GUESSES);
  expect(await statusOf(app, { ...ADMIN, address: OWNER })).toBe(200);
});
