import { BlockList, isIP } from "node:net";

/** The address at which people reach the console, and what follows from it for cookies and origins. */
export interface Site {
  /** True if people reach it over TLS, which may end at a proxy. */
  isSecure: boolean;
  /** The origin of the public address; undefined where people reach the console at the address that it listens on. */
  publicOrigin: string | undefined;
  isOwnOrigin(origin: string, requestHost: string): boolean;
  /** The proxies whose word on the caller's address is taken. */
  trustedProxies: BlockList;
}

export interface SiteSettings {
  publicUrl: string | undefined;
  host: string;
  trustedProxies?: BlockList;
}

/**
 * Without a public address, an origin is ours only if it equals the requested host and that host is not a foreign
 * name: with DNS rebinding an attacker's name would have equal origin and host. A page over TLS is of another server.
 */
export function siteOf({ publicUrl, host, trustedProxies = new BlockList() }: SiteSettings): Site {
  return {
    trustedProxies,
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    isSecure: publicUrl?.startsWith("https://") ?? false,
    isOwnOrigin(origin, requestHost) {
      if (origin === publicUrl) return true;
      if (!URL.canParse(origin)) return false;
      const asked = new URL(origin);
      const name = asked.hostname.replace(/^\[|\]$/g, "");
      return (
        asked.protocol === "http:" &&
        asked.host === requestHost &&
        (name === "localhost" || name === host || isIP(name) !== 0)
      );
    },
  };
}
