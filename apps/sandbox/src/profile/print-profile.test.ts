import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseJson } from "#/json/json.ts";
import { findDialect, shippedSpellings } from "#/spelling/dialects/find-dialect.ts";
import { profileOf } from "./profile.ts";

function print(...args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, "print-profile.ts"), ...args], { encoding: "utf8" });
}

test("a profile is printed as JSON, with write operations on request", () => {
  expect(parseJson(print("respelled", "--writes").stdout)).toEqual(
    profileOf(findDialect("respelled"), { writes: true }),
  );
});

// The profile of the default spelling ships with the console.
const withFiles = shippedSpellings.filter((spelling) => spelling !== "default");

test.each(withFiles)("the files of %s are its profile, without write operations and with them", (spelling) => {
  for (const writes of [false, true]) {
    const file = join(import.meta.dirname, "../../profiles", `${spelling}${writes ? "-with-writes" : ""}.json`);
    expect(parseJson(readFileSync(file, "utf8"))).toEqual(profileOf(findDialect(spelling), { writes }));
  }
});

test.each([[], ["klingon"], ["default", "--loud"]])("the arguments %j exit with code 1 and one line", (...args) => {
  const { status, stdout, stderr } = print(...args.flat());
  expect([status, stdout, stderr.trim().split("\n").length]).toEqual([1, "", 1]);
});
