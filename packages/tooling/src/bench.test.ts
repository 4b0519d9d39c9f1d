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
  const figures = stdout.split("\n").slice(1);
  for (const goal of ["G1 ", "G3 ", "G4 ", "G5 ", "G6 ", "G7 ", "G10 ", "G12 ", "G13 ", "F21 ", "F34 ", "F39 "])
    expect(
      figures.some((line) => line.startsWith(goal)),
      stdout,
    ).toBe(true);
  expect(stdout).not.toContain("NaN");
});
