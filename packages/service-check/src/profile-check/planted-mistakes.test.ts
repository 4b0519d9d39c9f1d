import { isJsonArray, isJsonObject, type Json, valueAt } from "@dc/api-client";
import { describe, expect, it } from "vitest";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";

const missing = "/records/schedule/meanings/bookable/missing";
const closable = startCheckedService("seed:8");
const detailed = startCheckedService("seed:10");

/** The profile with this member of every entry for an unknown index version, and the place of the first. */
function withReason(profile: Json, member: string, value: Json): { profile: Json; pointer: string } {
  const entries = valueAt(profile, "/errors/reasons");
  const places = (isJsonArray(entries) ? entries : []).flatMap((entry, position) =>
    isJsonObject(entry) && entry["reason"] === "unknown-index" ? [`/errors/reasons/${String(position)}/${member}`] : [],
  );
  return {
    profile: places.reduce((next, place) => edited(next, place, value), profile),
    pointer: places[0] ?? "",
  };
}

describe("a mistake that was silent, or blamed on another entry, is told at its own", () => {
  it("and the right profiles have none", async () => {
    for (const { check, right } of [closable, detailed])
      expect((await check(JSON.stringify(right))).output).toContain("Nothing to change.");
  });

  it("details that are left out", async () => {
    const { check, right } = detailed;
    const at = JSON.stringify(valueAt(right, "/errors/details/at"));
    const { code, output } = await check(JSON.stringify(edited(right, "/errors/details", undefined)));
    expect([code, lineAt(output, "/errors/details")]).toEqual([2, expect.stringContaining(`"at": ${at}`)]);
  });

  it.each([
    ["status", 410, "write 404"],
    ["code", "not-here", 'write "index_not_found"'],
  ] as const)("a wrong %s of a reason, and no advice to add what is there", async (member, value, words) => {
    const { check, right } = startCheckedService("default");
    const { profile, pointer } = withReason(right, member, value);
    const { code, output } = await check(JSON.stringify(profile));
    expect([code, lineAt(output, pointer)]).toEqual([2, expect.stringContaining(words)]);
    expect(output).not.toContain("put this before");
  });

  it("a sentence taken for the code", async () => {
    const { check, right } = startCheckedService("default");
    const { code, output } = await check(JSON.stringify(edited(right, "/errors/code", "/error/message")));
    expect([code, lineAt(output, "/errors/code")]).toEqual([2, expect.stringContaining('"/error/code"')]);
  });

  it("what nothing means where it is said whether a record can be booked", async () => {
    const { check, right, schedules } = closable;
    const wrong = JSON.stringify(edited(right, missing, undefined));
    const told: string[] = [];
    for (let from = 0; from < schedules.length; from += 5) {
      const { output } = await check(wrong, ["--schedule", schedules.slice(from, from + 5).join(",")]);
      if (output.includes(missing)) told.push(lineAt(output, missing));
    }
    expect(told[0]).toMatch(/have nothing at .*: write "no" if they cannot be booked/);
  });
});
