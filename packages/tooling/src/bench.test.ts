import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "#/verify/repository.ts";

function bench(...flags: string[]) {
  const script = join(repositoryRoot, "packages/tooling/src/bench.ts");
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
