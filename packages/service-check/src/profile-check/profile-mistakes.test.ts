import { describe, expect, it } from "vitest";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";
import { casesOf, fileMistakes } from "#/testing/file-mistakes.fixture.ts";
import { formerlyAcceptedMistakes } from "#/testing/formerly-accepted-mistakes.fixture.ts";
import { serviceMistakes } from "#/testing/service-mistakes.fixture.ts";

/** A spelling that nothing else is tried with, so that no message is made for it. */
const { right, check } = startCheckedService("seed:289");

describe("a check of a profile reports the place and what would be right", () => {
  it("and the right one is right", async () => {
    const { code, output } = await check(JSON.stringify(right));
    expect([code, output.includes("Nothing to change.")]).toEqual([0, true]);
  });

  it.each(casesOf([...fileMistakes, ...formerlyAcceptedMistakes, ...serviceMistakes]))(
    "for $what",
    async ({ pointer, value, words, reportedAt }) => {
      // A type named like the insurances is a mistake only where the profile has no insurances.
      const from = pointer.endsWith("/insurances")
        ? edited(right, `/records/schedule/meanings/acceptedInsurances`, undefined)
        : right;
      const { code, output } = await check(JSON.stringify(edited(from, pointer, value)));
      expect(code).toBe(2);
      expect(lineAt(output, reportedAt)).toContain(reportedAt);
      expect(lineAt(output, reportedAt)).toContain(words);
    },
  );

  it.each([
    ["a comma after the last entry", '{\n "name": "x",\n}', 2, "line 3, column 1"],
    ["a file that stops", '{\n "name": "x', 2, "line 2"],
    ["other quotes", "{ 'name': 'x' }", 2, "line 1, column 3"],
    [
      "a section that stands twice",
      '{ "extends": "default",\n "records": {},\n "records": {} }',
      2,
      "/records  appears twice, on lines 2 and 3",
    ],
  ])("for %s", async (_what, text, expected, words) => {
    const { code, output } = await check(text);
    expect([code, output]).toEqual([expected, expect.stringContaining(words)]);
  });
});
