import { fetchTransport, type Transport } from "@dc/api-client";
import { createTestApp, type TestApp } from "./app.ts";
import { listen } from "./listen.ts";

interface Sent {
  method: string;
  url: string;
  body: string;
}

/** An app before a service of its own, over HTTP, that keeps the bodies of records as the texts that they are. */
export interface TextServiceStack extends AsyncDisposable {
  app: TestApp;
  /** Puts the text of a record in an index; its path is as the service spells it. */
  put(index: string, path: string, text: string): void;
  /** What was written to the service. */
  writes: Sent[];
  /** The way to the service. */
  transport: Transport;
}

/** A service of the default interface whose records are texts, and an app that reads it by a profile. */
export async function createTextServiceStack(profile: object): Promise<TextServiceStack> {
  const records = new Map<string, string>();
  const writes: Sent[] = [];
  const server = await listen((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(text);
    const index = String(request.headers["service-index-version"] ?? "idx_standard");
    const { method = "", url = "" } = request;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const npi = /^\/practitioners\?npi=(.*)$/.exec(url)?.[1];
      if (npi !== undefined) {
        const found = [...records].filter(
          ([at, text]) => at.startsWith(`${index}/`) && text.includes(`"npi":"${npi}"`),
        );
        return answer(200, `[${found.map(([, text]) => text).join(",")}]`);
      }
      if (method !== "GET") {
        writes.push({ method, url, body });
        records.set(`${index}${url}`, body);
      }
      const text = records.get(`${index}${url}`);
      return text === undefined ? answer(404, `{"error":{"code":"not_found"}}`) : answer(200, text);
    });
  });
  const transport = fetchTransport((url, init) => fetch(url.replace("http://sandbox.invalid", server.origin), init));
  const app = await createTestApp({
    profile: "of the sandbox",
    extendProfile: () => JSON.stringify(profile),
    service: { transport },
  });
  return {
    app,
    put: (index, path, text) => void records.set(`${index}${path}`, text),
    writes,
    transport,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
