import { expect, test } from "vitest";
import { matching, splitMatch } from "./palette-match.ts";

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
