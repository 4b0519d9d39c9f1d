import { expect, test } from "vitest";
import { equalReadings } from "#/compare/equal-readings.ts";
import { region } from "#/testing/arbitraries.ts";
import { settleUnknown } from "./settle-unknown-write.ts";

test("[O5] [S6] a read-back is judged by meaning: as wanted, as before, or a third value", () => {
  const wanted = { value: ["ins_a", "ins_b"] };
  const before = { value: ["ins_a"] };
  expect(equalReadings("set", { value: ["ins_b", "ins_a"] }, wanted, region)).toBe(true);
  expect(settleUnknown("set", { value: ["ins_b", "ins_a"] }, wanted, before, region)).toBe("as wanted");
  expect(settleUnknown("set", before, wanted, before, region)).toBe("as before");
  expect(settleUnknown("set", { value: [] }, wanted, before, region)).toBe("third value");
});
