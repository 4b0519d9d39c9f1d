import { expect, test } from "vitest";
import { createTestApp } from "#/testing/app.ts";
import { INDEX } from "#/testing/gateway-stack.ts";
import { refuseMoved } from "./refuse-moved.ts";

test("a member that went since it was seen is told, also where its author names it decomposed", async () => {
  await using app = await createTestApp();
  const [composed, decomposed] = ["fran\u00e7ais", "franc\u0327ais"];
  for (const element of [composed, decomposed]) {
    const look: Omit<Parameters<typeof refuseMoved>[1], "now"> = {
      of: "The index",
      at: { indexId: INDEX, type: "schedule" },
      field: "acceptedInsurances",
      kind: "set",
      element,
      seen: { value: [decomposed, "deutsch"] },
      pointer: "/seen/index",
    };
    await expect(refuseMoved(app.deps, { ...look, now: { value: ["deutsch"] } })).rejects.toMatchObject({
      code: "moved_since_seen",
    });
    await expect(refuseMoved(app.deps, { ...look, now: { value: [composed] } })).resolves.toBeUndefined();
  }
});
