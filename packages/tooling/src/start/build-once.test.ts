import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Build, buildOnce } from "./build-once.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-once-"));
  writeFileSync(join(root, "source.txt"), "one");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const build: Build = { inputs: ["source.txt"], except: /\.md$/, output: "made.txt", stamp: "cache/stamp" };

test("of two that build at once one waits for the other, and finds it built", async () => {
  let running = 0;
  let runs = 0;
  const run = async () => {
    runs += 1;
    running += 1;
    expect(running, "builds at once").toBe(1);
    await wait(100);
    writeFileSync(join(root, "made.txt"), readFileSync(join(root, "source.txt")));
    running -= 1;
  };
  expect((await Promise.all([buildOnce(root, build, run), buildOnce(root, build, run)])).toSorted()).toEqual([
    "built",
    "unchanged",
  ]);
  expect(runs).toBe(1);
  writeFileSync(join(root, "source.txt"), "two");
  expect(await buildOnce(root, build, run)).toBe("built");
  expect(readFileSync(join(root, "made.txt"), "utf8")).toBe("two");
});

test("a build that failed leaves the lock to the next one", async () => {
  const fail = async () => await Promise.reject(new Error("no such file"));
  await expect(buildOnce(root, build, fail)).rejects.toThrow("no such file");
  expect(
    await buildOnce(root, build, async () => await Promise.resolve(writeFileSync(join(root, "made.txt"), ""))),
  ).toBe("built");
});
