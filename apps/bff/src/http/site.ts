import { isIP } from "node:net";

/** Where people reach the console, and what follows for cookies and foreign pages. */
export interface Site {
  /** True when people reach it over TLS, which a proxy in front of it ends. */
  isSecure: boolean;
  isOwnOrigin(origin: string, requestHost: string): boolean;
}

/**
 * Without a public address, an origin is ours when it is the host that was asked and that host cannot be somebody else's
 * name: a name that an attacker's DNS points at this machine would have the same origin and host.
 */
export function siteOf({ publicUrl, host }: { publicUrl: string | undefined; host: string }): Site {
  return {
    isSecure: publicUrl?.startsWith("https://") ?? false,
    isOwnOrigin(origin, requestHost) {
      if (origin === publicUrl) return true;
      if (!URL.canParse(origin)) return false;
      const asked = new URL(origin);
      const name = asked.hostname.replace(/^\[|\]$/g, "");
      return asked.host === requestHost && (name === "localhost" || name === host || isIP(name) !== 0);
    },
  };
}
