import { expect, it } from "vitest";
import { ApiCircuitOpenError } from "#/errors/api-errors.ts";
import { manualClock } from "#/testing/manual-clock.ts";
import { createCircuit } from "./circuit.ts";

it("lets one trial through after each pause, whatever becomes of calls that began before", async () => {
  const clock = manualClock();
  const circuit = createCircuit(clock, { failures: 2 });
  const before = Array.from({ length: 4 }, () => circuit.enter());
  for (const isTrial of before.splice(0, 2)) circuit.leave("failed", isTrial);
  await clock.advance(2_000);
  const trial = circuit.enter();
  for (const outcome of ["unknown", "failed"] as const) {
    circuit.leave(outcome, before.shift() ?? false);
    expect(circuit.state).toBe("trial");
    expect(() => circuit.enter()).toThrow(ApiCircuitOpenError);
  }
  circuit.leave("failed", trial);
  await clock.advance(3_999);
  expect(circuit.state).toBe("open");
  await clock.advance(1);
  circuit.leave("answered", circuit.enter());
  expect(circuit.state).toBe("closed");
});
