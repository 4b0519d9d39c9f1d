import { afterEach, expect, it } from "vitest";
import { sessionPhase } from "#/api/session-phase.ts";
import { followSession } from "./follow-session.ts";

const otherWindow = new BroadcastChannel("directory-console session");
afterEach(() => otherWindow.close());

it("a window that follows no longer reads on, where another one was signing out", async () => {
  const stop = followSession();
  const takenBack = Promise.withResolvers<void>();
  const reading = sessionPhase.read(async (signal) => {
    signal.addEventListener("abort", () => takenBack.resolve());
    await takenBack.promise;
    if (signal.aborted) throw signal.reason;
    return "again";
  });
  otherWindow.postMessage("signing-out");
  await takenBack.promise;
  stop();
  expect(await reading).toBe("again");
});
