import { ApiConnectionError, type OriginConnector, type Transport, undiciTransport } from "@dc/api-client";
import { type AllowedAddresses, isListed } from "./allowed-addresses.ts";
import { parseAddress } from "./parse-address.ts";
import { type LookUpHost, lookUpHost, resolveAllowed } from "./resolve-allowed.ts";

/** The code of an ApiConnectionError for a call that was not sent, since the operator does not allow where it leads. */
export const ADDRESS_NOT_ALLOWED = "ADDRESS_NOT_ALLOWED";

export interface ServiceTransportOptions {
  allowed: AllowedAddresses;
  lookUp?: LookUpHost;
  /** Milliseconds of any clock that is never set back. */
  now?: () => number;
}

/** How long new sockets go where the last ones went, before the name is looked up again. */
const PIN_MS = 300_000;

/**
 * Sends to the operator's addresses alone: whatever a stored base URL, a profile or the name server says, no socket is
 * opened to another one. Redirects are not followed, and TLS goes by the host's name. All of it is checked when a socket
 * is opened, nothing at a request.
 */
export function serviceTransport({
  allowed,
  lookUp = lookUpHost,
  now = () => performance.now(),
}: ServiceTransportOptions): Transport {
  return undiciTransport({
    connectorOf(origin) {
      if (origin === allowed.environmentOrigin) return {};
      const address = parseAddress(origin);
      if ("problem" in address || !isListed(address, allowed)) throw notAllowed();
      return pinnedConnector(async () => await allowedAddresses(origin, allowed, lookUp), now);
    },
  });
}

/** Keeps the addresses as long as sockets can be opened to them. */
function pinnedConnector(find: () => Promise<string[]>, now: () => number): OriginConnector {
  let pin: { addresses: Promise<string[]>; until: number } | undefined;
  return {
    async lookUp() {
      if (pin === undefined || now() >= pin.until) pin = { addresses: find(), until: now() + PIN_MS };
      return await pin.addresses;
    },
    onConnectFailed() {
      pin = undefined;
    },
  };
}

async function allowedAddresses(origin: string, allowed: AllowedAddresses, lookUp: LookUpHost): Promise<string[]> {
  const resolved = await resolveAllowed(origin, allowed, lookUp);
  if ("problem" in resolved) throw notAllowed();
  return resolved.addresses;
}

/** Nothing was sent, and nothing is until the operator allows it or the name leads elsewhere. */
function notAllowed(): ApiConnectionError {
  return new ApiConnectionError({ mayHaveArrived: false, code: ADDRESS_NOT_ALLOWED });
}
