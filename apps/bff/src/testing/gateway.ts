import { fetchTransport, type JsonObject, type Transport } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { getRequestListener } from "@hono/node-server";
import { createGateway, GATEWAY_PREFIX, isForGateway } from "#/gateway/gateway.ts";
import { createToken } from "#/operations/tokens/create.ts";
import type { TestApp } from "./app.ts";
import { listen } from "./listen.ts";

export interface ServedGateway extends AsyncDisposable {
  origin: string;
  secret: string;
  tokenId: string;
  /** Asks with the token and the version of the service, unless the headers say otherwise. */
  ask: (
    path: string,
    init?: { method?: string; headers?: { [name: string]: string }; body?: string },
  ) => Promise<Response>;
}

/** An app on a real socket: its gateway, in front of the sandbox or of what the transport leads to, and its API. */
export async function serveGateway(
  { app, context, deps, sandbox }: TestApp,
  transport: Transport = fetchTransport((url, init) => sandbox.app.request(url, init)),
): Promise<ServedGateway> {
  const open = () => ({
    by: deps.service.profile,
    answer: createGateway({ deps, apiKey: builtInKey, transport }),
  });
  let gateway = open();
  const others = getRequestListener(app.fetch);
  const server = await listen((request, response) => {
    if (!isForGateway(request)) return void others(request, response);
    if (gateway.by !== deps.service.profile) gateway = open();
    gateway.answer(request, response);
  });
  const { secret, token } = await createToken(context, { name: "app", scopes: ["gateway"], expiresInDays: 90 });
  return {
    origin: server.origin,
    secret,
    tokenId: token.id,
    ask: (path, init) =>
      fetch(`${server.origin}${GATEWAY_PREFIX}${path}`, {
        ...init,
        headers: {
          [deps.service.profile.data.headers.apiVersion.name]: deps.connection.apiVersion,
          Authorization: `Bearer ${secret}`,
          ...init?.headers,
        },
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The records of this service are objects. */
export async function recordIn(response: Response): Promise<JsonObject> {
  return (await response.json()) as JsonObject;
}
