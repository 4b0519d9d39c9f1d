import { type AllowedAddresses, isListed } from "./allowed-addresses.ts";
import { parseAddress, type Problem } from "./parse-address.ts";

const MOST_NAMED = 5;

/**
 * The base URL that somebody typed in one spelling, if the operator allows it; else the reason in words for a form field,
 * such as `must begin with https:// or http://`. Looks nothing up: `resolveAllowed` does.
 */
export function checkBaseAddress(text: string, allowed: AllowedAddresses): { baseUrl: string } | Problem {
  const address = parseAddress(text);
  if ("problem" in address) return address;
  if (isListed(address, allowed)) return { baseUrl: `${address.origin}${address.path}` };
  const origins = [...new Set([allowed.environmentOrigin, ...allowed.listed.map(({ origin }) => origin)])];
  const more = origins.length > MOST_NAMED ? ` and ${origins.length - MOST_NAMED} more` : "";
  return {
    problem: `must be at an address that the operator allows: ${origins.slice(0, MOST_NAMED).join(", ")}${more}`,
  };
}
