import { expect, it } from "vitest";
import { createProfile } from "./profile.ts";

it("asks no longer at creation for a meaning that the file has moved to another record or taken away", () => {
  const meanings = { timeZone: null, name: { via: ["practitioner"], meaning: "displayName" } };
  const moved = createProfile({ extends: "default", records: { schedule: { meanings } } });
  expect(moved.creationRules("schedule")).toEqual({ required: ["practitioner"], defaults: {} });
  const profile = createProfile({ extends: "default", records: { schedule: { create: { required: ["/status"] } } } });
  expect(profile.creationRules("schedule").required).toEqual(["/status"]);
  expect(createProfile({ extends: "default" }).creationRules("schedule").required).toEqual([
    "practitioner",
    "name",
    "timeZone",
  ]);
});

it("takes over what was documented of a record type, but not of ids that it replaces", () => {
  const read = { collection: "rosters", meanings: {} };
  const profile = createProfile({ extends: "default", records: { schedule: { ...read, id: "/key", idPrefix: "r_" } } });
  expect([profile.data.records["schedule"]?.status, profile.data.records["practitioner"]?.status]).toEqual([
    "assumed",
    "documented",
  ]);
  const named = createProfile({
    extends: "default",
    records: { schedule: { ...read, status: "documented", id: "/key" } },
  });
  expect(named.data.records["schedule"]?.status).toBe("documented");
  const same = createProfile({ extends: "default", records: { schedule: read } });
  expect(same.data.records["schedule"]?.status).toBe("documented");
});
