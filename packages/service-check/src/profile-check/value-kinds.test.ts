import type { Json } from "@dc/api-client";
import { expect, it } from "vitest";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";

const { right, check } = startCheckedService("seed:13");
const practitioner = "/records/practitioner/meanings";
const walkIns = "/records/schedule/meanings/walkIns";
const female: Json = { value: "F0", words: "female" };

it("a profile with values of every kind fits", async () => {
  const { code, said } = await check(JSON.stringify(right));
  expect([code, said]).toEqual([0, said]);
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
])("finds %s", async (_what, at, value, pointer, says) => {
  const { code, said } = await check(JSON.stringify(edited(right, at, value)));
  expect([code, lineAt(said, pointer)]).toEqual([2, expect.stringContaining(says)]);
});

it("finds seconds that are read as milliseconds", async () => {
  const inSeconds = startCheckedService("every-kind");
  const since = `${practitioner}/boardCertifiedSince/as`;
  const { code, said } = await inSeconds.check(JSON.stringify(edited(inSeconds.right, since, "milliseconds")));
  expect([code, lineAt(said, since)]).toEqual([2, expect.stringContaining("in January 1970")]);
});
