import { describe, expect, it } from "vitest";
import { newTimeCodeSecret, stepOfCode, timeCode } from "./time-code.ts";

/** "12345678901234567890" of RFC 6238, appendix B, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("codes by time", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at second %i is that of RFC 6238", (second, code) => {
    expect(timeCode(SECRET, new Date(second * 1000))).toBe(code);
  });

  it("is taken one step early and late, and no more", () => {
    const now = new Date(1_700_000_010_000);
    const at = (steps: number) => timeCode(SECRET, new Date(now.getTime() + steps * 30_000));
    const step = Math.floor(now.getTime() / 30_000);
    expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(SECRET, at(steps), now))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    expect(stepOfCode(SECRET, "", now)).toBeUndefined();
  });

  it("has secrets of 160 bits that apps can read", () => {
    expect(newTimeCodeSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTimeCodeSecret()).not.toBe(newTimeCodeSecret());
  });
});
