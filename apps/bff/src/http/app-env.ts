import type { TokenScope } from "@dc/contract";
import type { Logger } from "pino";
import type { RequestContext } from "#/context/deps.ts";
import type { ShareLinkRow } from "#/context/share-links.ts";

/** Who sent a request, as authentication found it. */
export interface Caller {
  /** Not limited yet: that depends on what is asked. */
  context: RequestContext;
  /** What the token may do; null for a person. */
  scopes: readonly TokenScope[] | null;
  /** The share link that it was made with. */
  link?: ShareLinkRow;
  /** The roles as of now, for what goes on after a request was let in; undefined where it would be refused. */
  rolesNow: () => Promise<RequestContext["roles"] | undefined>;
}

/** The variables that middleware sets for a request. `context` is set only where the route lets the caller in. */
export interface AppEnv {
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
  Variables: {
    requestId: string;
    log: Logger;
    caller: Caller;
    context: RequestContext;
    nonce: string;
  };
}
