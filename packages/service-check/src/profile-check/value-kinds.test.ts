import type { Json } from "@dc/api-client";
import { expect, it } from "vitest";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";

const { right, check } = startCheckedService("seed:13");
const practitioner = "/records/practitioner/meanings";
const walkIns = "/records/schedule/meanings/walkIns";
const female: Json = { value: "F0", words: "female" };

it("a profile with values of every kind fits", async () => {
  const { code, output } = await check(JSON.stringify(right));
  expect([code, output]).toEqual([0, output]);
});

it.each<[string, string, Json | undefined, string, string]>([
  [
    "a day that is read as seconds",
    `${practitioner}/boardCertifiedSince/as`,
    "seconds",
    `${practitioner}/boardCertifiedSince`,
    'write "as": "day"',
  ],
  ["a value of yes and no", `${walkIns}/yes`, 2, walkIns, '"yes" and "no" as the service spells them; this is 1'],
  ["a choice with more values", `${practitioner}/gender/values`, [female], `${practitioner}/gender/values`, 'lacks "'],
  [
    "a number that is greater",
    `${practitioner}/yearsInPractice/max`,
    10,
    `${practitioner}/yearsInPractice/max`,
    "which the service has",
  ],
  [
    "yes and no that are one of several",
    `${practitioner}/gender`,
    { kind: "boolean", at: "/Gender" },
    `${practitioner}/gender`,
    'a value with more than two spellings is "kind": "choice"',
  ],
  [
    "a word that is a list",
    `${practitioner}/degree`,
    { kind: "word", at: "/Spoken" },
    `${practitioner}/degree`,
    '"kind": "set", since it is a list',
  ],
])("finds %s", async (_what, changed, value, pointer, says) => {
  const { code, output } = await check(JSON.stringify(edited(right, changed, value)));
  expect([code, lineAt(output, pointer)]).toEqual([2, expect.stringContaining(says)]);
});

it("finds seconds that are read as milliseconds", async () => {
  const inSeconds = startCheckedService("every-kind");
  const since = `${practitioner}/boardCertifiedSince/as`;
  const { code, output } = await inSeconds.check(JSON.stringify(edited(inSeconds.right, since, "milliseconds")));
  expect([code, lineAt(output, since)]).toEqual([2, expect.stringContaining("in January 1970")]);
});
