import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseJson } from "#/json/json.ts";
import { respelledDialect } from "#/spelling/dialects/respelled-dialect.ts";
import { profileOf } from "./profile.ts";

function print(...args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, "print-profile.ts"), ...args], { encoding: "utf8" });
}

test("a profile is printed as JSON, with write operations on request", () => {
  expect(parseJson(print("respelled", "--writes").stdout)).toEqual(profileOf(respelledDialect, { writes: true }));
});

test.each([
  ["respelled.json", false],
  ["respelled-with-writes.json", true],
])("the file %s is the profile of the respelled service", (file, writes) => {
  const kept = readFileSync(join(import.meta.dirname, "../../profiles", file), "utf8");
  expect(parseJson(kept)).toEqual(profileOf(respelledDialect, { writes }));
});

test.each([[], ["klingon"], ["default", "--loud"]])("the arguments %j exit with code 1 and one line", (...args) => {
  const { status, stdout, stderr } = print(...args.flat());
  expect([status, stdout, stderr.trim().split("\n").length]).toEqual([1, "", 1]);
});
