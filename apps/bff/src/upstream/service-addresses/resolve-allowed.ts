import { lookup } from "node:dns/promises";
import { listsAddress } from "#/runtime/networks.ts";
import { type AllowedAddresses, isListed } from "./allowed-addresses.ts";
import { parseAddress, type Problem } from "./parse-address.ts";
import { specialKind } from "./special-networks.ts";

/** Finds all addresses of a host name, as the machine does. */
export type LookUpHost = (host: string) => Promise<string[]>;

export const lookUpHost: LookUpHost = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The addresses of a URL that may be connected to, or why there are none. What the operator wrote as an address, or as the
 * environment's connection, may lead anywhere; any other name to public addresses and the networks of the list alone.
 * Rejects if the host cannot be looked up.
 */
export async function resolveAllowed(
  url: string,
  allowed: AllowedAddresses,
  find: LookUpHost = lookUpHost,
): Promise<{ addresses: string[] } | Problem> {
  const { origin, hostname } = URL.parse(url) ?? { origin: url, hostname: "" };
  const host = hostname.replace(/^\[|\]$/g, "");
  if (origin === allowed.environmentOrigin) return { addresses: await find(host) };
  const address = parseAddress(origin);
  if ("problem" in address) return address;
  if (!isListed(address, allowed)) return { problem: "must be at an address that the operator allows" };
  if (address.isLiteral) return { addresses: [host] };
  const resolved = await find(host);
  const isAllowed = (address: string) => specialKind(address) === undefined || listsAddress(allowed.networks, address);
  const addresses = resolved.filter(isAllowed);
  if (addresses.length > 0) return { addresses };
  const kinds = resolved.map((address) => `${address} (${specialKind(address) ?? "public"})`);
  return { problem: `must lead to a public address or a network that the operator allows, not to ${kinds.join(", ")}` };
}
