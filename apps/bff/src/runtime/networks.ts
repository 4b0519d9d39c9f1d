import { type BlockList, isIP } from "node:net";

/** Adds an address or a network, such as `10.0.0.5` or `fd00::/8`, to a list. False if the text is neither. */
export function addNetwork(list: BlockList, text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = familyOf(address);
  const widest = family === "ipv4" ? 32 : 128;
  if (family === undefined || more.length > 0) return false;
  if (bits === undefined) list.addAddress(address, family);
  else if (/^\d{1,3}$/.test(bits) && Number(bits) <= widest) list.addSubnet(address, Number(bits), family);
  else return false;
  return true;
}

/** Whether an address is on a list; what is no address is on none. */
export function listsAddress(list: BlockList, address: string): boolean {
  const family = familyOf(address);
  return family !== undefined && list.check(address, family);
}

/** An address with a zone, which only means something on this machine, has none. */
function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  if (address.includes("%")) return undefined;
  return ({ 4: "ipv4", 6: "ipv6" } as const)[isIP(address) as 4 | 6];
}
