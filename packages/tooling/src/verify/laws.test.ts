import { expect, test } from "vitest";
import { repositoryFiles, repositoryText } from "./repository.ts";

test("every law of the domain is named by a test, and a test names no law that there is not", () => {
  const laws = [...repositoryText("packages/directory/SPEC.md").matchAll(/^- \[([A-Z]\d+)\]/gm)].map(
    ([, id = ""]) => id,
  );
  expect(new Set(laws).size).toBe(laws.length);
  const titles = repositoryFiles()
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => repositoryText(path))
    .join("\n");
  const named = new Set(
    [...titles.matchAll(/["'`(] ?\[([A-Z]\d+(?:[,\]] ?\[?[A-Z]\d+)*)\]/g)].flatMap(
      ([, ids = ""]) => ids.match(/[A-Z]\d+/g) ?? [],
    ),
  );
  expect(laws.filter((id) => !named.has(id))).toEqual([]);
  expect([...named].filter((id) => !laws.includes(id))).toEqual([]);
});
