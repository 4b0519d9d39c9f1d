import type { Logger } from "pino";
import type { RequestContext } from "#/context/deps.ts";

/** What middleware puts beside a request. `context` is there behind the session check only. */
export interface AppEnv {
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
  Variables: {
    requestId: string;
    log: Logger;
    context: RequestContext;
    nonce: string;
  };
}
