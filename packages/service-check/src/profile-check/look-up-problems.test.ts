import type { Json } from "@dc/api-client";
import { describe, expect, it } from "vitest";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";

const { right, check } = startCheckedService("respelled");

const find = "/operations/findPractitionersByNpi";
const search = "/operations/findPractitionersByDisplayName";
const list = "/operations/listSchedules";
const byReference = "/operations/findSchedulesByPractitioner";
const findBy = "/records/practitioner/findBy";

describe("a check of look-ups reports the place and what would be right", () => {
  it("and the right ones are right", async () => {
    const { code, output } = await check(JSON.stringify(right));
    expect([code, output.includes("Nothing to change.")]).toEqual([0, true]);
  });

  it.each<[string, string, Json | undefined, string, string]>([
    ["a wrong path", `${find}/path`, "/v3/clinicians-by-licence", `${find}/path`, "Is the path right"],
    ["a wrong parameter", `${find}/query`, { number: "{value}" }, `${find}/query`, "are the parameters"],
    ["another place of the list", `${find}/resource`, "/nowhere", `${find}/resource`, "not a list"],
    ["pages of one record", `${findBy}/npi/gives`, "record", `${find}/paging`, "must be left out"],
    [
      "whole records for parts",
      `${findBy}/displayName/gives`,
      "records",
      `${findBy}/displayName/gives`,
      'write "parts"',
    ],
    ["a parameter of another look-up", `${search}/query`, { licence: "{value}" }, `${search}/query`, "not among the 0"],
    ["a look-up without its operation", search, undefined, search, "is required"],
    ["an operation without its look-up", `${findBy}/npi`, undefined, find, '"npi" to /records/practitioner/findBy'],
    ["a meaning that is not there", `${findBy}/licence`, { match: "exact" }, `${findBy}/licence`, "must be a meaning"],
    [
      "a meaning that is no text",
      "/records/schedule/findBy",
      { acceptedInsurances: { match: "exact" } },
      "/records/schedule/findBy/acceptedInsurances",
      "of kind text, word, number, reference",
    ],
    ["one of a list", "/records/schedule/findBy/practitioner/gives", "record", `${list}/paging`, "must be left out"],
    [
      "a list that is a look-up already",
      byReference,
      { method: "GET", path: "/v3/agendas", query: { clinician: "{value}" } },
      byReference,
      '"listSchedules" finds',
    ],
    [
      "another parameter of a list",
      `${list}/query`,
      { place: "{practitionerId}" },
      `${list}/query`,
      "Missing: clinician",
    ],
    [
      "repeated values in a path",
      `${list}`,
      { method: "GET", path: "/v3/clinicians/{practitionerId}/agendas" },
      "/records/schedule/findBy/practitioner/several",
      'must be "comma"',
    ],
    ["a look-up without the value", `${find}/query`, { view: "full" }, `${find}/path`, '"{value}"'],
    ["a look-up without the index", `${find}/takesIndex`, false, `${find}/takesIndex`, "must be true"],
    ["a look-up of patients", `${find}/private`, true, `${find}/private`, "never looked up"],
  ])("for %s", async (_what, pointer, value, reportedAt, words) => {
    const { code, output } = await check(JSON.stringify(edited(right, pointer, value)));
    expect([code, lineAt(output, reportedAt)]).toEqual([2, expect.stringContaining(words)]);
  });
});
