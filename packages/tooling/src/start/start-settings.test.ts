import { expect, test } from "vitest";
import { startSettings } from "./start-settings.ts";

test("beside the built-in sandbox the mode is test, and no other is taken", () => {
  expect(startSettings({}, "/repository").bffEnv["SERVICE_MODE"]).toBe("test");
  for (const mode of ["foo", "live"])
    expect(() => startSettings({ SERVICE_MODE: mode }, "/repository")).toThrow(
      `SERVICE_MODE is "${mode}"; it must be test.`,
    );
});
