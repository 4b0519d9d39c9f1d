import { expect, test } from "vitest";
import { readImporters } from "#/test/import-graph.ts";
import { nearestTests } from "#/test/nearest-tests.ts";

const texts: Readonly<Record<string, string>> = {
  "packages/domain/src/verdict.ts": "export const verdict = 1;",
  "packages/domain/src/verdict.test.ts": 'import { verdict } from "./verdict.ts";',
  "packages/domain/src/index.ts": 'export { verdict } from "./verdict.ts";',
  "packages/domain/src/phones.test.ts": 'import { phones } from "./phones.ts";',
  "apps/server/src/records/compare.ts": 'import { verdict } from "@dc/domain";',
  "apps/server/src/records/compare.test.ts": 'import { compare } from "#/records/compare.ts";',
  "apps/server/src/routes/verdict.test.ts": 'const { compare } = await import("#/records/compare.ts");',
  "apps/server/src/main.test.ts": 'import { readFileSync } from "node:fs";',
};
const files = [...Object.keys(texts), "packages/domain/src/sample.sql"];
const packages = [
  { folder: "packages/domain", name: "@dc/domain", imports: { "#/*": "./src/*" }, exports: { ".": "./src/index.ts" } },
  { folder: "apps/server", name: "@dc/server", imports: { "#/*": "./src/*" }, exports: {} },
];
const importers = readImporters(Object.keys(texts), (file) => texts[file] ?? "", packages);

test("every test that reaches a change through any number of files and packages is found, the nearest first", () => {
  expect(nearestTests(["packages/domain/src/verdict.ts"], importers, files)).toEqual([
    "packages/domain/src/verdict.test.ts",
    "apps/server/src/routes/verdict.test.ts",
    "apps/server/src/records/compare.test.ts",
  ]);
});

test("a test that is changed is run itself", () => {
  expect(nearestTests(["apps/server/src/main.test.ts"], importers, files)[0]).toBe("apps/server/src/main.test.ts");
});

test("a change that nothing imports runs the tests of its folder", () => {
  expect(nearestTests(["packages/domain/src/sample.sql"], importers, files)).toEqual([
    "packages/domain/src/phones.test.ts",
    "packages/domain/src/verdict.test.ts",
  ]);
});
