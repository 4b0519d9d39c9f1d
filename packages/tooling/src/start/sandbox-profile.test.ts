import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withSandboxProfile } from "./sandbox-profile.ts";
import { startSettings } from "./start-settings.ts";

const profileFile = (env: Record<string, string>) =>
  withSandboxProfile(startSettings(env, "/repository")).bffEnv["SERVICE_PROFILE"];
const textOf = (file = "") => readFileSync(file, "utf8");

test("a sandbox with a spelling of its own is read by the profile that it prints", () => {
  expect(textOf(profileFile({ SANDBOX_SPELLING: "respelled" }))).toContain('"name": "respelled"');
  expect(textOf(profileFile({ SANDBOX_SPELLING: "seed:7", SANDBOX_WRITES: "on" }))).toContain(
    '"name": "seed:7 with writes"',
  );
});

test("a profile that is given is kept, and the default spelling and a real service need none", () => {
  expect(profileFile({ SANDBOX_SPELLING: "respelled", SERVICE_PROFILE: "/ours.json" })).toBe("/ours.json");
  expect(profileFile({ SANDBOX_WRITES: "on" })).toBeUndefined();
  expect(profileFile({ SANDBOX_SPELLING: "respelled", SERVICE_BASE_URL: "https://service.example" })).toBeUndefined();
});

test("a spelling that the sandbox does not know is refused in its words", () => {
  expect(() => profileFile({ SANDBOX_SPELLING: "klingon" })).toThrow(/^SANDBOX_SPELLING: must be .*, not "klingon"$/);
});
