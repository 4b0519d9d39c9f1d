import { expect, it } from "vitest";
import { containsPattern, searchText } from "./search-text.ts";

it("text is searched without accents, case and double spaces, in every script", () => {
  expect(searchText("  José\tÁLVAREZ ", null, "", undefined, "sch_1A")).toBe("jose alvarez sch_1a");
  expect(searchText("Ｗａｎｇ 王", "Ивано́в")).toBe("wang 王 иванов");
});

it("what LIKE takes as special is taken as it is spelled", () => {
  expect(containsPattern("50%_\\X")).toBe("%50\\%\\_\\\\x%");
});
