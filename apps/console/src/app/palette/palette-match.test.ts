import { expect, test } from "vitest";
import { isShortOfPhone, matching, splitMatch } from "./palette-match.ts";

test("commands are found, and underlined, by the keys of a keyboard", () => {
  const commands = ["Siobhán O’Brien", "Karl Strauß", "Anna"].map((label) => ({
    id: label,
    label,
    section: "",
    mark: null,
    run: () => {},
  }));
  expect(matching(commands, "o'brien SIOBHAN").map(({ label }) => label)).toEqual(["Siobhán O’Brien"]);
  const underlined = (label: string, query: string) =>
    splitMatch(label, query).map(({ text, hit }) => (hit ? `[${text}]` : text));
  expect(underlined("Siobhán O’Brien", "obri")).toEqual(["Siobhán ", "[O’Bri]", "en"]);
  expect(underlined("Karl Strauß", "strauss")).toEqual(["Karl ", "[Strauß]"]);
  expect(underlined("Karl Strauß", "x")).toEqual(["Karl Strauß"]);
});

test("a text of fewer digits than a phone is found by is known", () => {
  const short = ["415", "(4", "00 41", "+1"];
  const others = ["4155", "(415) 5", "415 Main", "pr_415", "", "-"];
  expect([...short, ...others].filter(isShortOfPhone)).toEqual(short);
});
