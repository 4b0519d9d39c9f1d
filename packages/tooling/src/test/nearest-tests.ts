import { dirname } from "node:path/posix";
import type { Importers } from "#/test/import-graph.ts";

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/**
 * The test files that import one of the changed files, directly or not, the nearest first; among equals, the one that
 * shares more words of its path. For a file that nothing imports, the tests of its folder.
 */
export function nearestTests(changed: readonly string[], importers: Importers, files: readonly string[]): string[] {
  const steps = new Map<string, number>(changed.map((file) => [file, 0]));
  const queue = [...changed];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const importer of importers.get(file) ?? []) {
      if (steps.has(importer)) continue;
      steps.set(importer, (steps.get(file) ?? 0) + 1);
      queue.push(importer);
    }
  }
  const folders = new Set(changed.filter((file) => !importers.has(file)).map((file) => dirname(file)));
  for (const file of files) if (!steps.has(file) && folders.has(dirname(file))) steps.set(file, 1);

  const known = new Set(files);
  const words = new Set(changed.flatMap(wordsOf));
  const shared = (file: string): number => new Set(wordsOf(file).filter((word) => words.has(word))).size;
  return [...steps.keys()]
    .filter((file) => isTest(file) && known.has(file))
    .toSorted((a, b) => (steps.get(a) ?? 0) - (steps.get(b) ?? 0) || shared(b) - shared(a) || (a < b ? -1 : 1));
}

/** `apps/bff/src/routes/changes/change-sets.ts` → apps, bff, src, routes, change, sets, ts. */
function wordsOf(file: string): string[] {
  return file.split(/[^a-z0-9]+/i);
}
