import type { Logger } from "pino";
import type { RequestContext } from "#/context/deps.ts";

/** The variables that middleware sets for a request. `context` is set only behind the session check. */
export interface AppEnv {
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
  Variables: {
    requestId: string;
    log: Logger;
    context: RequestContext;
    nonce: string;
  };
}
