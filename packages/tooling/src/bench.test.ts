import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repositoryRoot } from "#/verify/repository.ts";

const script = join(repositoryRoot, "packages/tooling/src/bench.ts");
const runFile = promisify(execFile);

function bench(...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...flags], { encoding: "utf8" });
  return { status, stdout, stderr };
}

test("bench lists its sections and flags, and what is wrong with others, without a stack", () => {
  expect(bench("--help")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("gateway") });
  expect(bench("--nonsense")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^Unknown option '--nonsense'/),
  });
  const unknown = bench("nothing");
  expect(unknown).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Unknown bench: nothing\./) });
  expect(unknown.stderr).not.toMatch(/\n\s+at /);
});

test("every section of the bench still runs to its figures", async () => {
  const { stdout } = await runFile(process.execPath, [script, "--trial"], { timeout: 590_000 });
  const figures = stdout.trimEnd().split("\n").slice(1);
  const kinds = Object.groupBy(figures, (line) => /^[^ ,]+/.exec(line)?.[0] ?? line);
  expect(Object.fromEntries(Object.entries(kinds).map(([kind, lines]) => [kind, lines?.length])), stdout).toEqual({
    F21: 1,
    F34: 5,
    F39: 2,
    G1: 12,
    G10: 4,
    G11: 3,
    G12: 6,
    G13: 2,
    G14: 40,
    G3: 5,
    G4: 2,
    G5: 4,
    G6: 6,
    G7: 3,
    G8: 3,
    G9: 6,
    PostgreSQL: 40,
    approving: 3,
    asking: 1,
    copying: 1,
    embedded: 37,
    export: 4,
    preview: 3,
    reading: 2,
    rejecting: 1,
    releasing: 1,
    retrying: 1,
    reviewing: 2,
    splitting: 1,
    staging: 4,
    stopping: 1,
    undoing: 3,
    withdrawing: 3,
  });
  expect(stdout).not.toMatch(/NaN|Infinity|\b0 (?:directories|entries|GETs|lines|records|rows)\b/);
});
