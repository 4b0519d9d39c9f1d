import { expect, test } from "vitest";
import { repositoryFiles, repositoryText } from "./repository.ts";

const pages = repositoryFiles()
  .filter((path) => path.endsWith(".md") && path !== "docs/changelog.md")
  .map((path) => ({ path, text: repositoryText(path) }));

/** What a pattern finds in the pages and is not allowed, each with its page. */
function wrong(pattern: RegExp, isRight: (name: string) => boolean): string[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].flatMap(([, name = ""]) => (isRight(name) ? [] : [`${path}: ${name}`])),
  );
}

const { scripts } = JSON.parse(repositoryText("package.json")) as { scripts: { [name: string]: string } };

test("pages name tasks, benches and projects of tests that exist", () => {
  const task = /pnpm(?:@[\d.]+)?(?: --silent| -s| run)* ([a-z][\w:]*)/g;
  expect(wrong(task, (name) => name in scripts || ["install", "exec", "run"].includes(name))).toEqual([]);
  const bench = repositoryText("packages/tooling/src/bench.ts");
  expect(wrong(/pnpm bench ([a-z][\w-]*)/g, (name) => bench.includes(`/sections/${name}.ts"`))).toEqual([]);
  const vitest = repositoryText("packages/tooling/vitest.config.ts");
  expect(wrong(/--project ([\w|-]+)/g, (name) => vitest.includes(`project("${name}"`))).toEqual([]);
});

test("contributing and operating tell every task of the repository", () => {
  const told = pages.filter(({ path }) => /contributing|operating/.test(path)).map(({ text }) => text);
  const isOfOthers = (name: string) => name.startsWith("task:") || ["start", "test", "postinstall"].includes(name);
  const names = Object.keys(scripts).filter((name) => !isOfOthers(name));
  expect(names.filter((name) => !told.some((text) => new RegExp(`[\`/ ]${name}\\b`).test(text)))).toEqual([]);
});
