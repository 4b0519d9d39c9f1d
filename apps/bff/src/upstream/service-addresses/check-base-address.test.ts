import { expect, it } from "vitest";
import { type AllowedAddresses, parseAllowedAddresses } from "./allowed-addresses.ts";
import { checkBaseAddress } from "./check-base-address.ts";

const LIST =
  "https://api.example.org, https://*.clinics.example, http://10.1.2.3:8080,https://[2001:db8::5],10.1.0.0/16";
const ENVIRONMENT = "http://Service_of-Ours:8080/base";

function allowedBy(list: string, environment = ENVIRONMENT): AllowedAddresses {
  const allowed = parseAllowedAddresses(list, environment);
  if ("problem" in allowed) throw new Error(allowed.problem);
  return allowed;
}

it.each([
  ["https://api.example.org", "https://api.example.org"],
  ["  https://API.example.org/ ", "https://api.example.org"],
  ["HTTPS://api.example.org:443/v1//", "https://api.example.org/v1"],
  ["https://api.example.org/v1/our.clinic_(2)", "https://api.example.org/v1/our.clinic_(2)"],
  ["https://north.clinics.example/v2", "https://north.clinics.example/v2"],
  ["http://10.1.2.3:8080", "http://10.1.2.3:8080"],
  ["https://[2001:DB8:0::5]", "https://[2001:db8::5]"],
  ["http://service_of-ours:8080/other", "http://service_of-ours:8080/other"],
])("%s is taken as %s", (text, baseUrl) => {
  expect(checkBaseAddress(text, allowedBy(LIST))).toEqual({ baseUrl });
});

it.each([
  ["http://api.example.org", /^must be at an address that the operator allows: http:\/\/service_of-ours:8080, https:/],
  ["https://api.example.org:8443", /operator allows/],
  ["https://api.example.org.evil.example", /operator allows/],
  ["https://evilapi.example.org", /operator allows/],
  ["https://clinics.example", /operator allows/],
  ["https://a.b.clinics.example", /operator allows/],
  ["https://evilclinics.example", /operator allows/],
  ["http://north.clinics.example", /operator allows/],
  ["https://north.clinics.example:444", /operator allows/],
  ["http://10.1.2.3", /operator allows/],
  ["http://10.1.2.4:8080", /operator allows/],
  ["https://*.clinics.example", /without a wildcard/],
  ["", /must begin with https/],
  ["api.example.org", /must begin with https/],
  ["//api.example.org", /must begin with https/],
  ["https:/api.example.org", /must begin with https/],
  ["https:api.example.org", /must begin with https/],
  ["ftp://api.example.org", /must begin with https/],
  ["javascript://api.example.org", /must begin with https/],
  ["https:///api.example.org", /must name a host/],
  ["https://:443", /must name a host/],
  ["https://user@api.example.org", /user name/],
  ["https://@api.example.org", /user name/],
  ["https://api.example.org?x", /query/],
  ["https://api.example.org#x", /fragment/],
  ["https:\\\\api.example.org", /backslashes/],
  ["https://api.example.org\\v1", /backslashes/],
  ["https://api.exam ple.org", /spaces/],
  ["https://api.exa\nmple.org", /spaces/],
  ["https://api。example.org", /ASCII/],
  ["https://äpi.example.org", /xn--/],
  ["https://api.example.org.", /dot at its end/],
  ["https://api%2eexample.org", /letters, digits and hyphens/],
  ["https://-api.example.org", /letters, digits and hyphens/],
  ["https://api..example.org", /letters, digits and hyphens/],
  [`https://${"a".repeat(64)}.example.org`, /letters, digits and hyphens/],
  ["https://api.example.org:0", /port from 1/],
  ["https://api.example.org:", /port from 1/],
  ["https://api.example.org:65536", /port from 1/],
  ["https://api.example.org:00443", /port from 1/],
  ["https://api.example.org:443:443", /port from 1/],
  ["https://10.1.2", /four decimal numbers/],
  ["https://10.1.2.0x3", /four decimal numbers/],
  ["https://10.1.2.03", /four decimal numbers/],
  ["https://10.1.2.256", /four decimal numbers/],
  ["https://::1", /port from 1/],
  ["https://[::1", /port from 1/],
  ["https://[fe80::1%25lo]", /without a zone/],
  ["https://api.example.org/v1/../admin", /plain path/],
  ["https://api.example.org/%2e%2e", /plain path/],
  ["https://api.example.org//v1", /plain path/],
  ["https://api.example.org/<v1>", /plain path/],
])("%j is refused", (text, problem) => {
  expect(checkBaseAddress(text, allowedBy(LIST))).toEqual({ problem: expect.stringMatching(problem) });
});

it("what is too long is refused", () => {
  const problem = "must have at most 2000 characters";
  expect(checkBaseAddress(`https://api.example.org/${"v".repeat(2_000)}`, allowedBy(LIST))).toEqual({ problem });
});

it("of a long list the first origins are named", () => {
  const list = Array.from({ length: 9 }, (_one, at) => `https://api-${at}.example.org`).join(",");
  expect(checkBaseAddress("https://elsewhere.example", allowedBy(list))).toEqual({
    problem: expect.stringMatching(/https:\/\/api-3\.example\.org and 5 more$/),
  });
});

it("without a list only the environment's own origin is allowed", () => {
  const allowed = allowedBy("", "http://127.0.0.1:4700");
  expect(checkBaseAddress("http://127.0.0.1:4700/v2", allowed)).toEqual({ baseUrl: "http://127.0.0.1:4700/v2" });
  expect(checkBaseAddress("http://127.0.0.1:4600", allowed)).toEqual({
    problem: "must be at an address that the operator allows: http://127.0.0.1:4700",
  });
});

it.each([
  ["htps://x.example", "htps://x.example must begin with https:// or http://"],
  ["https://api.example.org,example.org", "example.org must be an origin, such as"],
  ["https://api.example.org/v1", "https://api.example.org/v1 must have no path"],
  ["https://*", "https://* must have a wildcard as its first label only, with two labels or more after it"],
  ["https://*.org", "https://*.org must have a wildcard as its first label only"],
  ["https://api.*.example.org", "https://api.*.example.org must have a wildcard as its first label only"],
  ["https://api-*.example.org", "https://api-*.example.org must have a wildcard as its first label only"],
  ["https://*.0.0.1", "https://*.0.0.1 must have an IPv4 address as four decimal numbers"],
  ["https://user@api.example.org", "https://user@api.example.org must not have a user name"],
  ["10.0.0.0/33", "10.0.0.0/33 must be an origin"],
  ["10.0.0.0/8/8", "10.0.0.0/8/8 must be an origin"],
  ["fe80::1%lo", "fe80::1%lo must be an origin"],
  ["0.0.0.0/0", "0.0.0.0/0 must be a smaller network, of /8 or more bits, or /7 of IPv6"],
  ["::/0", "::/0 must be a smaller network"],
])("an entry is refused and named: %s", (list, problem) => {
  expect(parseAllowedAddresses(list, ENVIRONMENT)).toEqual({ problem: expect.stringContaining(problem) });
});
