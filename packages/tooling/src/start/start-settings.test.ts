import { expect, test } from "vitest";
import { startSettings } from "./start-settings.ts";

test("beside the built-in sandbox the mode is test, and no other is taken", () => {
  expect(startSettings({}, "/repository").bffEnv["SERVICE_MODE"]).toBe("test");
  for (const mode of ["foo", "live"])
    expect(() => startSettings({ SERVICE_MODE: mode }, "/repository")).toThrow(
      `SERVICE_MODE is "${mode}"; it must be test.`,
    );
});

test("the sandbox's control API never starts beside a real service", () => {
  const service = { SERVICE_BASE_URL: "https://service.example", SERVICE_API_KEY: "live_key", SERVICE_MODE: "live" };
  expect(startSettings(service, "/repository").sandbox).toBeUndefined();
  for (const port of ["0", "4701"])
    expect(() => startSettings({ ...service, SANDBOX_CONTROL_PORT: port }, "/repository")).toThrow(
      /^SANDBOX_CONTROL_PORT: leave it out beside SERVICE_BASE_URL/,
    );
});
