import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { SettingError } from "#/runtime/errors.ts";
import { callableProfile } from "#/upstream/settings-profile.ts";
import { readSettings, type Settings } from "./settings.ts";

const KEY = "test_canary_9hT4kQ2wZx";
const KEY_OF_STORE = Buffer.alloc(32, 7).toString("base64");
const admin = { ADMIN_EMAIL: "ada@example.org", ADMIN_PASSWORD: "correct-horse-battery" };
const notJson = fileURLToPath(new URL("./settings.ts", import.meta.url));

/** The settings after the checks that run before the start creates or opens anything. */
function check(settings: { [name: string]: string }): Settings {
  const console = mkdtempDisposableSync(join(tmpdir(), "console-"));
  writeFileSync(join(console.path, "index.html"), "");
  try {
    const environment = { SERVICE_BASE_URL: "http://127.0.0.1:9", SERVICE_API_KEY: KEY, CONSOLE_DIR: console.path };
    const read = readSettings({ ...environment, ...settings });
    callableProfile(read.service);
    return read;
  } finally {
    console.remove();
  }
}

function refusal(settings: { [name: string]: string }): string {
  try {
    check(settings);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

it.each([
  {},
  admin,
  { PORT: "0", HOST: "0.0.0.0", PUBLIC_URL: "https://example.org", SECRET_KEY: KEY_OF_STORE },
  { SECRET_KEY: KEY_OF_STORE, SECRET_KEY_PREVIOUS: KEY_OF_STORE },
  { HOST: "::1" },
  { DATABASE_URL: "postgres://127.0.0.1:9/x", SECRET_KEY: KEY_OF_STORE },
  { TEST_WAIT_MS: "0", SERVICE_MODE: "test" },
  { METRICS_PORT: "9100", METRICS_TOKEN: "a-token-for-the-metrics" },
  { STALE_AFTER_HOURS: "168" },
  { TRUSTED_PROXIES: "10.0.0.5, 10.1.0.0/16,fd00::/8" },
])("are taken: %o", (settings) => {
  expect(() => check(settings)).not.toThrow();
});

it("readings are old after a day unless the settings say otherwise", () => {
  expect(check({}).staleAfterMs).toBe(86_400_000);
  expect(check({ STALE_AFTER_HOURS: "168" }).staleAfterMs).toBe(604_800_000);
});

it.each([
  [{ PORT: "70000" }, /^PORT: /],
  [{ HOST: "not a host" }, /^HOST: /],
  [{ HOST: "0.0.0.0", PUBLIC_URL: "https://example.org" }, /^SECRET_KEY: is required to listen on 0\.0\.0\.0/],
  [{ HOST: "::", SECRET_KEY: KEY_OF_STORE }, /^PUBLIC_URL: must be an https address to listen on ::/],
  [{ HOST: "10.0.0.1", SECRET_KEY: KEY_OF_STORE, PUBLIC_URL: "http://example.org" }, /^PUBLIC_URL: must be an https/],
  [{ SECRET_KEY_PREVIOUS: "x" }, /^SECRET_KEY_PREVIOUS: must be 32 bytes in base64/],
  [{ PUBLIC_URL: "foo" }, /^PUBLIC_URL: must be an http or https address$/],
  [{ PUBLIC_URL: "https://example.org/below" }, /^PUBLIC_URL: must not have a path$/],
  [{ CONSOLE_DIR: "/nope" }, /^CONSOLE_DIR: must be a folder with a built console \(index\.html\)$/],
  [{ TRUSTED_PROXIES: "proxy.example" }, /^TRUSTED_PROXIES: must be addresses or networks/],
  [{ TRUSTED_PROXIES: "10.0.0.0/33" }, /^TRUSTED_PROXIES: must be/],
  [{ METRICS_TOKEN: "short" }, /^METRICS_TOKEN: must have at least 20/],
  [{ STALE_AFTER_HOURS: "0" }, /^STALE_AFTER_HOURS: must be a whole number of hours from 1 to 9999$/],
  [{ LOG_LEVEL: "foo" }, /^LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent$/],
  [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL: /],
  [{ DATABASE_URL: "postgres://127.0.0.1:9/x" }, /^SECRET_KEY: is required with DATABASE_URL/],
  [{ SECRET_KEY: "c2hvcnQ=" }, /^SECRET_KEY: must be 32 bytes in base64/],
  [{ SERVICE_API_KEY: "" }, /^SERVICE_API_KEY: is required with SERVICE_BASE_URL/],
  [{ SERVICE_BASE_URL: "ftp://x" }, /^SERVICE_BASE_URL: /],
  [{ SERVICE_BASE_URL: "http://127.0.0.1:9?region=1" }, /^SERVICE_BASE_URL: must not have a query/],
  [{ SERVICE_API_VERSION: "yesterday" }, /^SERVICE_API_VERSION: /],
  [{ SERVICE_PROFILE: "/nowhere/profile.json" }, /^SERVICE_PROFILE: .* cannot be read/],
  [{ SERVICE_PROFILE: notJson }, /^SERVICE_PROFILE: .* is not JSON: /],
  [{ SERVICE_MODE: "maybe" }, /^SERVICE_MODE: /],
  [{ TEST_WAIT_MS: "0", SERVICE_MODE: "live" }, /^TEST_WAIT_MS: is only for automated tests/],
  [
    { TEST_WAIT_MS: "0", SERVICE_MODE: "test", SERVICE_BASE_URL: "https://service.example" },
    /^TEST_WAIT_MS: is only for automated tests/,
  ],
  [{ ADMIN_EMAIL: "ada@example.org" }, /^ADMIN_PASSWORD: /],
  [{ ADMIN_EMAIL: "ada@example.org", ADMIN_PASSWORD: "short" }, /^ADMIN_PASSWORD: /],
  [{ ...admin, ADMIN_PASSWORD: "x".repeat(129) }, /^ADMIN_PASSWORD: must have at most 128 characters$/],
])("one that is wrong is refused in one line that names it: %o", (settings, line) => {
  expect(refusal(settings)).toMatch(line);
  expect(refusal(settings)).not.toMatch(new RegExp(`\n|${KEY}`));
});

it.each([
  ['{"hello":1}', /^SERVICE_PROFILE: /],
  ['{"records":{},\n"records":{}}', /^SERVICE_PROFILE: .*json: \/records appears twice, on lines 1 and 2/],
  [
    '{"extends":"default","name":"n","credential":{"composition":"ready-made","prefix":"Schlüssel "}}',
    /^SERVICE_PROFILE: .*json: \/credential/,
  ],
])("a profile file that is JSON but no profile is refused by name: %s", (text, line) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "profile-"));
  const path = join(folder.path, "profile.json");
  writeFileSync(path, text);
  expect(refusal({ SERVICE_PROFILE: path })).toMatch(line);
  expect(refusal({ SERVICE_PROFILE: path })).not.toContain("\n");
});
