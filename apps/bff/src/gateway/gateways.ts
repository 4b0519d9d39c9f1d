import type { IncomingMessage, ServerResponse } from "node:http";
import type { Transport } from "@dc/api-client";
import type { Deps, ServerDeps } from "#/context/deps.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { selectTokenBySecretHash } from "#/store/tables/people/tokens.ts";
import { readCredential } from "./authorise.ts";
import { createGateway, type Gateway } from "./gateway.ts";

interface OpenGateway {
  /** What it was made for: another profile, address or key makes another client, and needs another gateway. */
  client: Deps["service"]["client"];
  transport: Transport;
  answer: Gateway;
}

export interface Gateways {
  answer: Gateway;
  close(): Promise<void>;
}

/** The gateways of all connections at one address: the token of a request says to which connection it belongs. */
export function createGateways(server: ServerDeps, first: Deps): Gateways {
  const open = new Map<string, OpenGateway>();

  function gatewayOf(deps: Deps): Gateway {
    const { id } = deps.connection;
    const known = open.get(id);
    if (known?.client === deps.service.client) return known.answer;
    const transport = known?.transport ?? deps.service.openTransport();
    const answer = createGateway({ deps, apiKey: deps.service.apiKey, transport });
    open.set(id, { client: deps.service.client, transport, answer });
    return answer;
  }

  const connectionOf = (id: string | undefined) => (id === undefined ? undefined : server.connections.of(id)) ?? first;

  return {
    answer(request: IncomingMessage, response: ServerResponse) {
      const secret = readCredential(request.headers.authorization);
      // Whoever has no token is answered in the words of the first connection.
      if (secret === undefined || server.connections.all().length === 1) return gatewayOf(first)(request, response);
      const token = server.tokens.find(secret);
      if (token !== undefined || server.store.kind === "embedded")
        return gatewayOf(connectionOf(token?.connectionId))(request, response);
      // Another process may have made it.
      selectTokenBySecretHash(server.store.db, { secretHash: hashSecret(secret), now: server.clock.now() })
        .catch((error: unknown) => {
          server.log.warn({ err: error }, "the connection of a token could not be read");
          return undefined;
        })
        .then((row) => gatewayOf(connectionOf(row?.connection_id))(request, response))
        .catch((error: unknown) => {
          server.log.error({ err: error }, "a gateway request could not be answered");
          response.destroy();
        });
    },
    async close() {
      await Promise.all([...open.values()].map(({ transport }) => transport.close()));
    },
  };
}
