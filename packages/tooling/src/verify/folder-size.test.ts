import { dirname } from "node:path";
import { expect, test } from "vitest";
import { repositoryFiles } from "./repository.ts";

const MOST_SOURCE_FILES = 20;
const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.(?:test|test-d|d)\.tsx?$/.test(path);
/** Migrations are frozen where they are, and each is a file of its own. */
const isMigration = (path: string) => path.includes("/store/migrations/");

test(`no folder holds more than ${MOST_SOURCE_FILES} source files beside their tests`, () => {
  const sources = repositoryFiles().filter((path) => isSource(path) && !isMigration(path));
  const folders = Map.groupBy(sources, (path) => dirname(path));
  expect(folders.size).toBeGreaterThan(100);
  const crowded = [...folders].filter(([, files]) => files.length > MOST_SOURCE_FILES);
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});
