import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseJson } from "#/json/json.ts";
import { findDialect } from "#/spelling/dialects/find-dialect.ts";
import { profileOf } from "./profile.ts";

function print(args: string[], env = process.env) {
  return spawnSync(process.execPath, [join(import.meta.dirname, "print-profile.ts"), ...args], {
    encoding: "utf8",
    env,
  });
}

test("a profile is printed as JSON, with write operations on request", () => {
  expect(parseJson(print(["respelled", "--writes"]).stdout)).toEqual(
    profileOf(findDialect("respelled"), { writes: true }),
  );
});

test("a profile says what index versions are in the settings", () => {
  const env = { ...process.env, SANDBOX_INDEX_VERSIONS: "overlay-by-field" };
  expect(parseJson(print(["respelled"], env).stdout)).toEqual(
    profileOf(findDialect("respelled", "overlay-by-field"), { writes: false }),
  );
});

test.each([[], ["klingon"], ["default", "--loud"]])("the arguments %j exit with code 1 and one line", (...args) => {
  const { status, stdout, stderr } = print(args.flat());
  expect([status, stdout, stderr.trim().split("\n").length]).toEqual([1, "", 1]);
});
