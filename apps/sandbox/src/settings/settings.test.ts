import { expect, test } from "vitest";
import { createSandbox } from "#/app.ts";
import { readSettings } from "./settings.ts";

test("an empty environment gives the documented defaults", () => {
  expect(readSettings({ SANDBOX_SEED: " " })).toEqual({
    host: "127.0.0.1",
    port: 4700,
    controlPort: undefined,
    writes: false,
    spelling: "default",
    latencyMs: 0,
    practitioners: 5000,
    seed: "1",
    dataDir: ".data",
  });
});

test.each([
  ["0", 0],
  ["200", 200],
  ["50-300", [50, 300]],
])("a latency of %s is read", (value, latencyMs) => {
  expect(readSettings({ SANDBOX_LATENCY_MS: value }).latencyMs).toEqual(latencyMs);
});

test.each([
  ["SANDBOX_PORT", "x"],
  ["SANDBOX_CONTROL_PORT", "70000"],
  ["SANDBOX_WRITES", "yes"],
  ["SANDBOX_LATENCY_MS", "300-50"],
  ["SANDBOX_PRACTITIONERS", "0"],
  ["SANDBOX_INDEX_VERSIONS", "overlay"],
])("%s=%s is refused with an error that names the setting", (setting, value) => {
  const error = expect.objectContaining({ name: "SettingError", setting });
  expect(() => readSettings({ [setting]: value })).toThrow(error);
});

test.each([
  [{ HOST: "0.0.0.0" }, "is for this machine alone"],
  [{ SERVICE_MODE: "live" }, "is not for the settings of a live connection"],
])("the control API is refused with %o", (beside, reason) => {
  expect(() => readSettings({ SANDBOX_CONTROL_PORT: "0", ...beside })).toThrow(
    expect.objectContaining({ setting: "SANDBOX_CONTROL_PORT", message: expect.stringContaining(reason) }),
  );
  expect(readSettings(beside).controlPort).toBeUndefined();
});

test("an unknown spelling is refused with an error that names the setting", () => {
  const error = expect.objectContaining({ name: "SettingError", setting: "SANDBOX_SPELLING" });
  expect(() => createSandbox({ spelling: "seed:x" })).toThrow(error);
});
