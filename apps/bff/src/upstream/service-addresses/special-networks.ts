import { BlockList, isIP } from "node:net";
import { addNetwork, listsAddress } from "#/runtime/networks.ts";

// Of IPv6 only 2000::/3 is given out to the public: what lies outside of it needs no line of its own. IPv4 addresses that
// are written as IPv6 (::ffff:0:0/96) must have none, since a BlockList would find every IPv4 address in it.
const PUBLIC_IPV6 = networks(["2000::/3"]);

/** Networks in which no public service can be, by what they are for (the registries of IANA, and clouds' own services). */
const special: readonly (readonly [kind: string, list: BlockList])[] = [
  ["the metadata of a cloud", networks(["169.254.169.254", "168.63.129.16", "100.100.100.200", "fd00:ec2::254"])],
  ["unspecified", networks(["0.0.0.0/8", "::/128"])],
  ["this machine", networks(["127.0.0.0/8", "::1/128"])],
  ["link-local", networks(["169.254.0.0/16", "fe80::/10"])],
  ["multicast", networks(["224.0.0.0/4", "ff00::/8"])],
  ["private", networks(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"])],
  ["shared by a provider's customers", networks(["100.64.0.0/10"])],
  ["an IPv4 address in another form", networks(["::/96", "64:ff9b::/96", "64:ff9b:1::/48"])],
  ["a tunnel", networks(["192.88.99.0/24", "2001::/32", "2002::/16"])],
  ["for documentation", networks(["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"])],
  ["reserved", networks(["192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", "2001::/23"])],
];

/** What an address is for if nothing on the public network can have it; undefined for a public one. */
export function specialKind(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return "not a plain address";
  const network = special.find(([, list]) => listsAddress(list, address));
  if (network !== undefined) return network[0];
  return family === 6 && !listsAddress(PUBLIC_IPV6, address) ? "reserved" : undefined;
}

function networks(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) addNetwork(list, text);
  return list;
}
