import { expect, it } from "vitest";
import { countText, numberText } from "./count.tsx";

it.each([0, 7, 999, 1_000, 12_345, 100_000, 1_234_567, -1, -999, -1_000, -123_456])(
  "%s is written as the formats of English write it",
  (value) => {
    expect(numberText(value)).toBe(value.toLocaleString("en"));
    expect(countText(value, "line")).toBe(`${value.toLocaleString("en")} line${value === 1 ? "" : "s"}`);
  },
);
