import assert from "node:assert/strict";
import { CONNECTION_API } from "#/testing/app.ts";
import type { SpelledStack } from "./spelled-stack.ts";

/** Switches writes of the service on or off, and saves the matching profile. */
export async function takeWrites({ app }: SpelledStack, writes: boolean): Promise<void> {
  if (app.sandbox.dials.writes === writes) return;
  app.sandbox.dials.writes = writes;
  const inForce = (await (await app.signedIn("GET", `${CONNECTION_API}/profile`)).json()) as { revision: number };
  const profile = app.sandbox.profile({ writes });
  const saved = await app.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision: inForce.revision });
  assert.equal(saved.status, 200);
}
