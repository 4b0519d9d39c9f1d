import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "#/testing/listen.ts";

/** What stands between the server and its service, and can keep one write back. */
export interface SlowNetwork extends AsyncDisposable {
  url: string;
  /** Keeps the next write, whose sender has no answer; resolves with the way to deliver it once it is there. */
  keepNextWrite(): Promise<() => Promise<number>>;
}

export async function startSlowNetwork(service: { url: string }): Promise<SlowNetwork> {
  let waiting: PromiseWithResolvers<() => Promise<number>> | undefined;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const { method = "GET", url = "/" } = request;
    const body = await buffer(request);
    const deliver = async () =>
      await fetch(service.url + url, {
        method,
        headers: headers as Record<string, string>,
        ...(method === "GET" ? {} : { body }),
      });
    if (method === "POST" && waiting !== undefined) {
      waiting.resolve(async () => (await deliver()).status);
      waiting = undefined;
      return;
    }
    const answer = await deliver();
    const { "content-encoding": _encoding, "content-length": _size, ...told } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, told).end(new Uint8Array(await answer.arrayBuffer()));
  };
  const listening = await listen((request, response) => void serve(request, response));
  return {
    url: listening.origin,
    async keepNextWrite() {
      waiting = Promise.withResolvers();
      return await waiting.promise;
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
