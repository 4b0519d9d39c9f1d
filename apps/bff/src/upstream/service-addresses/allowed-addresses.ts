import { BlockList } from "node:net";
import { addNetwork } from "#/runtime/networks.ts";
import { parseAddress, type ParsedAddress, type Problem } from "./parse-address.ts";

/** Where services may be, by the operator's settings. */
export interface AllowedAddresses {
  /** The origin of the environment's connection, which is taken as the operator wrote it, wherever it leads. */
  environmentOrigin: string;
  /** Origins, some with `*` as the first label. */
  listed: ParsedAddress[];
  /** Where names may lead although no public service can be there. */
  networks: BlockList;
}

/** The environment's connection alone. */
function environmentAlone(baseUrl: string): AllowedAddresses {
  return { environmentOrigin: new URL(baseUrl).origin, listed: [], networks: new BlockList() };
}

/** As wide as the widest private networks: what is wider lets in this machine, or all of them. */
const WIDEST_IPV4 = 8;
const WIDEST_IPV6 = 7;

/** Reads the operator's list: origins and networks, separated by commas. A problem names its entry. */
export function parseAllowedAddresses(text: string, environmentBaseUrl: string): AllowedAddresses | Problem {
  const allowed = environmentAlone(environmentBaseUrl);
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const problem = entry.includes("://") ? addOrigin(allowed, entry) : addPrivateNetwork(allowed, entry);
    if (problem !== undefined) return { problem: `${entry} ${problem}` };
  }
  return allowed;
}

function addOrigin({ listed }: AllowedAddresses, entry: string): string | undefined {
  const parsed = parseAddress(entry, { wildcard: true });
  if ("problem" in parsed) return parsed.problem;
  if (parsed.path !== "") return "must have no path: an origin allows all paths below it";
  listed.push(parsed);
  return undefined;
}

function addPrivateNetwork({ networks }: AllowedAddresses, entry: string): string | undefined {
  const [address = "", bits] = entry.split("/");
  if (bits !== undefined && Number(bits) < (address.includes(":") ? WIDEST_IPV6 : WIDEST_IPV4))
    return `must be a smaller network, of /${WIDEST_IPV4} or more bits, or /${WIDEST_IPV6} of IPv6`;
  return addNetwork(networks, entry)
    ? undefined
    : "must be an origin, such as https://api.example.org, or a network, such as 10.1.0.0/16";
}

/** Whether an address is on the list or the environment's own. */
export function isListed(address: ParsedAddress, allowed: AllowedAddresses): boolean {
  return address.origin === allowed.environmentOrigin || allowed.listed.some((entry) => matches(address, entry));
}

function matches(address: ParsedAddress, entry: ParsedAddress): boolean {
  if (address.origin === entry.origin) return true;
  if (!entry.host.startsWith("*.") || address.isLiteral) return false;
  const afterFirstLabel = address.host.slice(address.host.indexOf("."));
  return address.scheme === entry.scheme && address.port === entry.port && afterFirstLabel === entry.host.slice(1);
}
