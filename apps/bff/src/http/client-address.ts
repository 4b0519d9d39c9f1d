import { BlockList, isIP } from "node:net";
import type { Context } from "hono";
import { addNetwork, listsAddress } from "#/runtime/networks.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * The address of whoever sent the request: the socket's, or, where the socket is a trusted proxy's, the last address in
 * X-Forwarded-For that is not one. What a caller writes there itself stands further left and is never taken.
 */
export function clientAddress(c: Context<AppEnv>, trustedProxies: BlockList): string | undefined {
  const remote = c.env?.incoming?.socket?.remoteAddress;
  if (remote === undefined) return undefined;
  let address = unmapped(remote);
  const forwarded = (c.req.header("X-Forwarded-For") ?? "").split(",").map((part) => unmapped(part.trim()));
  while (listsAddress(trustedProxies, address)) {
    const next = forwarded.pop();
    if (next === undefined || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** Addresses and networks, separated by commas: `10.0.0.5, 10.1.0.0/16, fd00::/8`. Undefined if one is neither. */
export function parseAddressList(text: string): BlockList | undefined {
  if (text.trim() === "") return new BlockList();
  const list = new BlockList();
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => addNetwork(list, part)) ? list : undefined;
}

/** A socket that takes both families reports an IPv4 address as `::ffff:10.0.0.5`. */
function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
