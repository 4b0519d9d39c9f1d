import { expect, test } from "vitest";
import { readText, textOf } from "./profile-text.ts";

test("a profile that is edited keeps the digits of its numbers", () => {
  const read = readText('{"operations":{"createIndexVersion":{"body":{"tenant":9007199254740993}}}}');
  if ("problem" in read) throw new Error(read.problem);
  expect(JSON.stringify(read.profile)).toContain('"tenant":9007199254740993}');
  expect(textOf(read.profile)).toContain("9007199254740993");
});
