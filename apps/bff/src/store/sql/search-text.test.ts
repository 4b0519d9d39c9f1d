import { expect, it } from "vitest";
import { beginsPattern, containsPattern, searchText } from "./search-text.ts";

it("text is searched without accents, case and double spaces, in every script, and sorts by its numbers", () => {
  expect(searchText("  José\tÁLVAREZ ", null, "", undefined, "sch_1A")).toBe("jose alvarez sch_\x111a");
  expect(searchText("Ｗａｎｇ 王", "Ивано́в")).toBe("wang 王 иванов");
});

it("of a text that no index could take its beginning is kept, with what follows it and no half character", () => {
  const text = searchText("王".repeat(5_000), "sch_1A");
  expect(text).toBe(`${"王".repeat(200)} sch_\x111a`);
  expect(searchText("👩‍⚕️".repeat(500))).not.toContain("\ufffd");
  expect(containsPattern("王".repeat(300))).toBe(`%${"王".repeat(200)}%`);
});

it("what LIKE takes as special is taken as it is spelled, and a number may go on", () => {
  expect(containsPattern("50%_\\X")).toBe("%50\\%\\_\\\\x%");
  expect(containsPattern("_x 10")).toBe("%\\_x _10%");
  expect(beginsPattern("50 plans")).toBe("_50 plans%");
  expect(containsPattern("Suite 0")).toBe("%suite _%0%");
  expect(containsPattern("Suite 007 b 2")).toBe("%suite _%007 b _2%");
});
