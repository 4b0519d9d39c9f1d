import { mkdtempDisposableSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
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
  { DATABASE_URL: "postgres://console:p@/x?host=/run/postgresql", SECRET_KEY: KEY_OF_STORE },
  { TEST_WAIT_MS: "0", SERVICE_MODE: "test" },
  { METRICS_PORT: "9100", METRICS_TOKEN: "a-token-for-the-metrics" },
  { PORT: "0", METRICS_PORT: "0" },
  { SERVICE_BASE_URL: "", SERVICE_MODE: "test" },
  { STALE_AFTER_HOURS: "168" },
  { RECORDS_AT_ONCE: "16" },
  { KEEP_JOURNAL_DAYS: "30" },
  { TRUSTED_PROXIES: "10.0.0.5, 10.1.0.0/16,fd00::/8" },
  { SERVICE_ADDRESSES: "https://api.example.org:8443, https://*.example.org,http://10.1.2.3,10.1.0.0/16,fd00::/8" },
])("are taken: %o", (settings) => {
  expect(() => check(settings)).not.toThrow();
});

it.each([`postgres://console:${"pa#ss"}@db/console`, "postgres://console@db:99999/console"])(
  "a database address that cannot be read is refused, and not repeated: %s",
  (DATABASE_URL) => {
    const message = refusal({ DATABASE_URL, SECRET_KEY: KEY_OF_STORE });
    expect(message).toMatch(
      /^DATABASE_URL: must be an address such as postgres:\/\/user:password@host:5432\/database, /,
    );
    expect(message).not.toContain("console");
  },
);

it("a key that begins like one of the other mode is refused, and not repeated", () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "profile-"));
  const profile = join(folder.path, "profile.json");
  const credential = { composition: "key-as-user", keyPrefixes: { test: "sk_", live: "sk_live_" } };
  writeFileSync(profile, JSON.stringify({ extends: "default", name: "ours", credential }));
  const withKey = (SERVICE_API_KEY: string, SERVICE_MODE: string) => ({
    SERVICE_API_KEY,
    SERVICE_MODE,
    SERVICE_PROFILE: profile,
  });
  expect(refusal(withKey("sk_live_9hT4kQ2wZx", "test"))).toBe(
    "SERVICE_API_KEY: must be a key of test mode, which begins with sk_: this one begins with sk_live_; SERVICE_MODE is test.",
  );
  expect(refusal(withKey("sk_9hT4kQ2wZx", "live"))).toContain("must be a key of live mode, which begins with sk_live_");
  for (const [key, mode] of [
    ["sk_live_9hT4", "live"],
    ["sk_9hT4", "test"],
    ["other", "test"],
    ["other", "live"],
  ] as const)
    expect(() => check(withKey(key, mode))).not.toThrow();
});

const oidc = {
  PUBLIC_URL: "http://127.0.0.1:4600",
  OIDC_ISSUER: "https://login.example.org/realms/harbour",
  OIDC_CLIENT_ID: "directory-console",
  OIDC_CLIENT_SECRET: "canary-of-the-client",
};

function groupRoles(table: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "group-roles-")), "group-roles.json");
  writeFileSync(path, table);
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  return path;
}

it("the identity provider has defaults, and roles for its groups from a file", () => {
  expect(check({}).identityProvider).toBeUndefined();
  expect(check(oidc).identityProvider).toEqual({
    issuer: oidc.OIDC_ISSUER,
    clientId: oidc.OIDC_CLIENT_ID,
    clientSecret: oidc.OIDC_CLIENT_SECRET,
    redirectUri: "http://127.0.0.1:4600/sign-in/callback",
    label: "login.example.org",
    scope: "openid profile email",
    groupsClaim: "groups",
    groupRoles: [],
    unknownPeople: "refuse",
  });
  const table = groupRoles(
    '[{"group":"editors","role":"editor"},{"group":"office","role":"viewer","referrers":["ref_0000000000000001"]}]',
  );
  const given = { OIDC_LABEL: "Harbour login", OIDC_GROUP_ROLES: table, OIDC_UNKNOWN_PEOPLE: "create" };
  expect(check({ ...oidc, ...given }).identityProvider).toMatchObject({
    label: "Harbour login",
    unknownPeople: "create",
    groupRoles: [
      { group: "editors", role: "editor", connectionId: "con_environment00000", referrers: null },
      { group: "office", role: "viewer", referrers: ["ref_0000000000000001"] },
    ],
  });
});

it.each([
  [{ OIDC_ISSUER: "" }, /^OIDC_ISSUER: is required with OIDC_CLIENT_ID/],
  [{ OIDC_ISSUER: "http://login.example.org" }, /^OIDC_ISSUER: must be an https address, or on this machine/],
  [{ OIDC_ISSUER: "https://login.example.org/?x" }, /^OIDC_ISSUER: must not have a query/],
  [{ OIDC_CLIENT_ID: "" }, /^OIDC_CLIENT_ID: is required/],
  [{ OIDC_CLIENT_SECRET: "" }, /^OIDC_CLIENT_SECRET: is required/],
  [{ PUBLIC_URL: "" }, /^PUBLIC_URL: is required with OIDC_ISSUER/],
  [{ OIDC_SCOPE: "profile" }, /^OIDC_SCOPE: must contain openid/],
  [{ OIDC_UNKNOWN_PEOPLE: "maybe" }, /^OIDC_UNKNOWN_PEOPLE: must be refuse or create/],
  [{ OIDC_UNKNOWN_PEOPLE: "create" }, /^OIDC_GROUP_ROLES: is required with OIDC_UNKNOWN_PEOPLE=create/],
  [{ OIDC_GROUP_ROLES: "/nowhere.json" }, /^OIDC_GROUP_ROLES: \/nowhere\.json cannot be read/],
  [{ OIDC_GROUP_ROLES: notJson }, /^OIDC_GROUP_ROLES: .+settings\.ts: is not JSON/],
])("an identity provider is refused with %o", (settings, message) => {
  expect(refusal({ ...oidc, ...settings })).toMatch(message);
});

it.each(["OIDC_CLIENT_SECRET", "OIDC_LABEL", "OIDC_SCOPE", "OIDC_GROUPS_CLAIM", "OIDC_GROUP_ROLES"])(
  "%s without an identity provider is refused, and not ignored",
  (name) => {
    expect(refusal({ [name]: "openid" })).toBe(`OIDC_ISSUER: is required with ${name}.`);
    expect(() => check({ [name]: "" })).not.toThrow();
  },
);

it.each([
  ['{"editors":"editor"}', /group-roles\.json: must be a list/],
  ['[{"group":"x","role":"owner"}]', /\/0\/role /],
  ['[{"group":"","role":"editor"}]', /\/0\/group /],
  ['[{"group":"x","role":"admin","referrers":["ref_0000000000000001"]}]', /\/0\/referrers must be left out/],
  ['[{"group":"x","role":"editor","referrers":[]}]', /\/0\/referrers /],
  ['[{"group":"x","role":"editor","referrers":["Dr. Elm"]}]', /\/0\/referrers\/0 /],
  ['[{"group":"x","role":"editor","reach":"all"}]', /\/0 .*reach/],
])("a table of group roles is refused: %s", (table, message) => {
  expect(refusal({ ...oidc, OIDC_GROUP_ROLES: groupRoles(table) })).toMatch(message);
});

it("readings are old after a day unless the settings say otherwise", () => {
  expect(check({}).staleAfterMs).toBe(86_400_000);
  expect(check({ STALE_AFTER_HOURS: "168" }).staleAfterMs).toBe(604_800_000);
});

it("the journal is kept for ever unless the settings say otherwise", () => {
  expect(check({}).keepJournalDays).toBeUndefined();
  expect(check({ KEEP_JOURNAL_DAYS: "400" }).keepJournalDays).toBe(400);
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
  [
    { TRUSTED_PROXIES: "10.0.0.5, 0.0.0.0/0" },
    /^TRUSTED_PROXIES: must name the proxies; a network of \/0 is everybody$/,
  ],
  [{ TRUSTED_PROXIES: "::/0,10.0.0.5" }, /^TRUSTED_PROXIES: must name the proxies/],
  [{ METRICS_PORT: "4600" }, /^METRICS_PORT: 4600 is already the port of PORT; choose another one\.$/],
  [{ PORT: "9100", METRICS_PORT: "9100" }, /^METRICS_PORT: 9100 is already the port of PORT/],
  [{ METRICS_TOKEN: "short" }, /^METRICS_TOKEN: must have at least 20/],
  [{ RECORDS_AT_ONCE: "65" }, /^RECORDS_AT_ONCE: must be a whole number of records from 1 to 64$/],
  [{ STALE_AFTER_HOURS: "0" }, /^STALE_AFTER_HOURS: must be a whole number of hours from 1 to 9999$/],
  [{ KEEP_JOURNAL_DAYS: "29" }, /^KEEP_JOURNAL_DAYS: must be a whole number of days, at least 30$/],
  [{ KEEP_JOURNAL_DAYS: "-1" }, /^KEEP_JOURNAL_DAYS: must be a whole number of days, at least 30$/],
  [{ LOG_LEVEL: "foo" }, /^LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent$/],
  [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL: /],
  [{ DATABASE_URL: "postgres://127.0.0.1:9/x" }, /^SECRET_KEY: is required with DATABASE_URL/],
  [{ SECRET_KEY: "c2hvcnQ=" }, /^SECRET_KEY: must be 32 bytes in base64/],
  [{ SERVICE_API_KEY: "" }, /^SERVICE_API_KEY: is required with SERVICE_BASE_URL/],
  [{ SERVICE_BASE_URL: "ftp://x" }, /^SERVICE_BASE_URL: /],
  [{ SERVICE_BASE_URL: "http://127.0.0.1:9?region=1" }, /^SERVICE_BASE_URL: must not have a query/],
  [{ SERVICE_ADDRESSES: "https://api.example.org,example.org" }, /^SERVICE_ADDRESSES: example\.org must be an origin/],
  [
    { SERVICE_ADDRESSES: "https://api.example.org/v1" },
    /^SERVICE_ADDRESSES: https:\/\/api\.example\.org\/v1 must have no/,
  ],
  [{ SERVICE_API_VERSION: "yesterday" }, /^SERVICE_API_VERSION: /],
  [{ SERVICE_PROFILE: "/nowhere/profile.json" }, /^SERVICE_PROFILE: .* cannot be read/],
  [{ SERVICE_PROFILE: notJson }, /^SERVICE_PROFILE: .* is not JSON: /],
  [{ SERVICE_MODE: "maybe" }, /^SERVICE_MODE: /],
  [{ SERVICE_BASE_URL: "", SERVICE_MODE: "live" }, /^SERVICE_MODE: must be test without SERVICE_BASE_URL/],
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
