import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot, repositoryText } from "./repository.ts";

const operating = repositoryText("docs/operating.md");
const threats = repositoryText("docs/threats.md");

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];
}

test("operating names commands and files that exist", () => {
  const { scripts } = JSON.parse(repositoryText("package.json")) as { scripts: { [name: string]: string } };
  const tasks = found(operating, /pnpm(?:@[\d.]+)?(?: --silent)? ([a-z][\w:]*)/g);
  expect(tasks).toContain("server:files");
  expect(tasks.filter((task) => task !== "install" && !(task in scripts))).toEqual([]);
  const commands = found(operating, /\bdist\/([\w-]+)\.js/g);
  const sources = (name: string) => [`apps/bff/src/${name}.ts`, `apps/bff/src/cli/${name}.ts`];
  const isSource = (path: string) => existsSync(join(repositoryRoot, path));
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((name) => !sources(name).some(isSource))).toEqual([]);
  const bundle = repositoryText("packages/tooling/src/start/server-build.ts");
  expect(commands.filter((name) => !bundle.includes(`${name}.ts"`))).toEqual([]);
});

test("operating tells every setting, and it and the files of deploy name settings that exist", () => {
  const sources = ["settings", "identity-provider-settings"].map((name) => `apps/bff/src/server/${name}.ts`);
  const ofServer = found(sources.map((path) => repositoryText(path)).join("\n"), /^ {2}([A-Z][A-Z_]+):/gm);
  const ofSandbox = found(repositoryText("apps/sandbox/src/settings/settings.ts"), /"(SANDBOX_[A-Z_]+)"/g);
  const settings = [...ofServer, ...ofSandbox];
  const files = ["nginx.conf", "directory-console.service", "directory-console@.service"].map((name) =>
    repositoryText(`apps/bff/deploy/${name}`),
  );
  // Upper case alone is a signal, a word of SQL or a variable of the shell.
  const named = found([operating, ...files].join("\n"), /\b([A-Z]+_[A-Z_]+)\b/g);
  // `npm start` and the tests set these two for themselves.
  const told = settings.filter((name) => !["SANDBOX_SAMPLES_DIR", "TEST_WAIT_MS"].includes(name));
  expect(told.filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
  expect(named.filter((name) => name !== "NODE_ENV" && !name.startsWith("AF_") && !settings.includes(name))).toEqual(
    [],
  );
});

test("operating says of every metric when to alert", () => {
  const source = repositoryText("apps/bff/src/metrics/metrics.ts");
  const metrics = [...found(source, /\$\{NAME\}_(\w+)`/g), ...found(source, /gauge(?:OfEach)?\(\s*"(\w+)"/g)];
  expect(metrics.length).toBeGreaterThan(8);
  expect(found(operating, /directory_console_(\w+)/g).toSorted()).toEqual([...new Set(metrics)].toSorted());
});

test("every threat names a test, and every test that is named exists", () => {
  const rows = threats.split("\n").filter((line) => /^\| (?!Threat|---)/.test(line));
  const tests = (row: string) => found(row, /`((?:apps|packages)\/[^`]+)`/g);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => tests(row).length === 0)).toEqual([]);
  const missing = rows
    .flatMap(tests)
    .filter((path) => !path.endsWith(".test.ts") || !existsSync(join(repositoryRoot, path)));
  expect(missing).toEqual([]);
});
