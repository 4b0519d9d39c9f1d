import { expect, test } from "vitest";
import { numberAfterTyping, unformattedNumber } from "./number-format.ts";

const typedInto = (start: string, letters: string, region = "US") =>
  letters
    .split("")
    .reduce((number, letter) => numberAfterTyping(number, number.text + letter, region), unformattedNumber(start)).text;

test("digits one after the other are formatted as the region would", () => {
  expect(typedInto("", "4155550142")).toBe("(415) 555-0142");
  expect(typedInto("", "+842855500117")).toBe("+84 28 5550 0117");
  expect(typedInto("", "4155550142 x7")).toBe("(415) 555-0142 x7");
});

test.each([
  "415 555 0142",
  "(415) 555-0142",
  "020 7946 0018",
  "415.555.0142 x7",
  "+84 28-5550 0117",
  "555-01 ext. 4",
  "1 2  3",
  "123",
])("%j stays as it is typed", (letters) => {
  expect(typedInto("", letters)).toBe(letters);
});

test("what stood there keeps its spelling: pasted, there before, or typed before the formatter came", () => {
  expect(typedInto("41555", "50142")).toBe("4155550142");
  expect(typedInto("555-0199", " x7")).toBe("555-0199 x7");
  expect(numberAfterTyping(unformattedNumber(""), "4155550142", "US").text).toBe("4155550142");
  expect(numberAfterTyping({ text: "(415) 555-0142", digits: "4155550142" }, "(415) 555-014", "US").text).toBe(
    "(415) 555-014",
  );
});
