import { describe, expect, it } from "vitest";
import respelled from "#/samples/respelled-profile.json" with { type: "json" };
import { createGatewayFace } from "./gateway-face.ts";
import { createProfile, shippedProfile } from "./profile.ts";

const face = createGatewayFace(shippedProfile());
const other = createGatewayFace(createProfile(respelled));

describe("the gateway's face", () => {
  it("knows the records' paths and no others", () => {
    expect(face.matchPath("/schedules/sch_1")).toEqual({ type: "schedule", id: "sch_1" });
    expect(other.matchPath("/v3/sites/s%201")).toEqual(null);
    expect(other.matchPath("/v3/sites/s1")).toEqual({ type: "place", id: "s1" });
    for (const path of [
      "/patients",
      "/schedules/x",
      "/schedules/sch_1/",
      "/schedules/sch_1/availability",
      "/schedules/%2e%2e",
      "/schedules/sch_%2F",
      "/schedules/%",
      "//schedules/sch_1",
    ])
      expect(face.matchPath(path)).toBeNull();
  });

  it("changes a record inside its envelope and leaves the rest", () => {
    const body = new TextEncoder().encode('{"meta":{"n":1.50},"data":{"ref":"s1"}}');
    const opened = other.openBody("place", body);
    expect([opened?.raw, opened?.close({ ref: "s1", x: null })]).toEqual([
      { ref: "s1" },
      '{"meta":{"n":1.5},"data":{"ref":"s1","x":null}}',
    ]);
    expect(face.openBody("schedule", new TextEncoder().encode("[1]"))).toBeNull();
  });

  it("spells an error as the service does, where the profile says how", () => {
    const error = { status: 404, code: "not_found", words: "There is none.", requestId: "r1" };
    expect(face.errorBody(error)).toBe('{"error":{"code":"not_found","message":"There is none."},"request_id":"r1"}');
    expect(other.errorBody(error)).toBeNull();
  });
});
