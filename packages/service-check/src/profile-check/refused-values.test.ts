import type { Json } from "@dc/api-client";
import { describe, expect, it } from "vitest";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";

const services = {
  default: startCheckedService("default"),
  respelled: startCheckedService("respelled"),
};

const slots = "/operations/listOpenSlots/query";

describe("a value that the service refuses is told with the service's own words, at the value's place", () => {
  it.each<[string, keyof typeof services, string, Json, string, string]>([
    [
      "an instant written as a day",
      "default",
      `${slots}/from`,
      "{from:date}",
      `${slots}/from`,
      'is "{from:date}", sent as "2026-11-21", which the service refused: 400 bad_request: Must be an ISO 8601 timestamp',
    ],
    [
      "a day written as an instant, in a list of details",
      "respelled",
      `${slots}/ending`,
      "{to}",
      `${slots}/ending`,
      "Must be a date in the format YYYY-MM-DD",
    ],
    [
      "too long a page",
      "respelled",
      "/operations/listPractitioners/paging/size",
      1000,
      "/operations/listPractitioners/paging/size",
      'gives "take" the value "1000", which the service refused: 422 malformed',
    ],
  ])("%s", async (_what, spelling, pointer, value, reportedAt, words) => {
    const { right, check } = services[spelling];
    const { code, output } = await check(JSON.stringify(edited(right, pointer, value)));
    expect([code, lineAt(output, reportedAt)]).toEqual([2, expect.stringContaining(words)]);
    expect(output).not.toMatch(/Are the (names|query)/);
  });

  it("and without what was sent of a patient who was looked for", async () => {
    const { right, check } = services.default;
    const wrong = edited(right, "/operations/findPatients/query/dob", "{name}");
    const patient = ["--patient-name", "Somebody Sought", "--patient-dob", "1970-01-02"];
    const { code, output } = await check(JSON.stringify(wrong), patient);
    expect([code, lineAt(output, "/operations/findPatients/query/dob")]).toEqual([
      2,
      expect.stringContaining('is "{name}", which the service refused: 400 bad_request'),
    ]);
    expect(output).not.toMatch(/Sought|1970/);
  });
});
