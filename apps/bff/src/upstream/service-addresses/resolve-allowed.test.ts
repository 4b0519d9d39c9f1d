import { expect, it } from "vitest";
import { parseAllowedAddresses } from "./allowed-addresses.ts";
import { resolveAllowed } from "./resolve-allowed.ts";

const LIST =
  "https://api.example.org,https://*.clinics.example,https://192.168.5.5,https://[fd00::5],10.1.0.0/16,fd00:1::/32";

/** What a name leads to by a name server that answers these addresses, whatever it is asked. */
async function resolved(url: string, ...answers: string[]) {
  const allowed = parseAllowedAddresses(LIST, "http://service.internal:8080/v1");
  if ("problem" in allowed) throw new Error(allowed.problem);
  const asked: string[] = [];
  const result = await resolveAllowed(url, allowed, (host) => {
    asked.push(host);
    return Promise.resolve(answers);
  });
  return { asked, leadsTo: "problem" in result ? result.problem : result.addresses };
}

it("a name leads to public addresses and to the networks of the list", async () => {
  expect(await resolved("https://api.example.org/v1", "93.184.216.34", "2606:4700::1111")).toEqual({
    asked: ["api.example.org"],
    leadsTo: ["93.184.216.34", "2606:4700::1111"],
  });
  const inside = await resolved("https://north.clinics.example", "10.1.255.1", "fd00:1::7");
  expect(inside.leadsTo).toEqual(["10.1.255.1", "fd00:1::7"]);
});

it("of several addresses only those that are allowed are left", async () => {
  const mixed = await resolved(
    "https://api.example.org",
    "127.0.0.1",
    "93.184.216.34",
    "64:ff9b::5db8:d822",
    "10.2.0.1",
  );
  expect(mixed.leadsTo).toEqual(["93.184.216.34"]);
});

it("where none is left it is said where the name leads", async () => {
  const refused = await resolved("https://api.example.org", "127.0.0.1", "10.2.0.1", "fe80::1%lo");
  expect(refused.leadsTo).toBe(
    "must lead to a public address or a network that the operator allows, not to 127.0.0.1 (this machine), 10.2.0.1 (private), fe80::1%lo (not a plain address)",
  );
});

it("an address of the list is not looked up; it allows no name to lead there", async () => {
  expect(await resolved("https://192.168.5.5/v1")).toEqual({ asked: [], leadsTo: ["192.168.5.5"] });
  expect(await resolved("https://[fd00:0::5]")).toEqual({ asked: [], leadsTo: ["fd00::5"] });
  expect((await resolved("https://api.example.org", "192.168.5.5")).leadsTo).toMatch(/^must lead to a public address/);
});

it("the environment's connection leads wherever its name does, with its port and scheme alone", async () => {
  expect((await resolved("http://service.internal:8080", "127.0.0.1")).leadsTo).toEqual(["127.0.0.1"]);
  expect(await resolved("http://service.internal:8081", "127.0.0.1")).toEqual({
    asked: [],
    leadsTo: "must be at an address that the operator allows",
  });
});

it.each(["https://other.example", "https://10.1.0.7", "https://127.1", "https://api.example.org@10.1.0.7", "nonsense"])(
  "what is not listed is not looked up: %s",
  async (url) => {
    expect((await resolved(url, "93.184.216.34")).asked).toEqual([]);
  },
);
