import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Provider from "oidc-provider";

/** Somebody whom the provider knows. */
export interface ProviderPerson {
  name?: string;
  email?: string;
  email_verified?: boolean | string;
  groups?: readonly string[];
}

/** A real OpenID Connect provider on loopback, with one page on which somebody says who they are. */
export interface TestIdentityProvider extends AsyncDisposable {
  issuer: string;
  client: { clientId: string; clientSecret: string };
  /** By subject; what is set here counts from the next sign-in. */
  people: Map<string, ProviderPerson>;
  /** Signs in at the provider as a browser would; answers what it sends back in the address. */
  signIn(authorizationUrl: string, subject: string): Promise<{ [name: string]: string }>;
  /** Changes the claims of each id token from now on, signed by the provider's key or another one; undefined for none. */
  changeIdToken(change: ((claims: object) => object) | undefined, signedBy?: "provider" | "another key"): void;
}

const CLIENT = { clientId: "directory-console", clientSecret: randomBytes(24).toString("base64url") };

export async function startIdentityProvider({ redirectUri }: { redirectUri: string }): Promise<TestIdentityProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // Another site than that of the console, as everywhere.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, ProviderPerson>();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let change: ((claims: object) => object) | undefined;
  let signingKey = privateKey;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "test", alg: "RS256", use: "sig" }] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"], groups: ["groups"] },
    scopes: ["openid", "profile", "email", "groups"],
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, subject) => {
      const person = people.get(subject);
      return person && { accountId: subject, claims: () => ({ ...person, sub: subject }) };
    },
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: CLIENT.clientId,
        ...(context.oidc.session?.accountId === undefined ? {} : { accountId: context.oidc.session.accountId }),
      });
      grant.addOIDCScope("openid profile email groups");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (change === undefined || !isTokens(body)) return;
    const [head = "", claims = ""] = body.id_token.split(".");
    const changed = Buffer.from(JSON.stringify(change(decoded(claims)))).toString("base64url");
    const signature = sign("sha256", Buffer.from(`${head}.${changed}`), signingKey).toString("base64url");
    context.body = { ...body, id_token: `${head}.${changed}.${signature}` };
  });

  const answer = provider.callback();
  async function answerInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "POST") {
      const subject = new URLSearchParams(await text(request)).get("subject") ?? "";
      await provider.interactionFinished(request, response, { login: { accountId: subject } });
      return;
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Provider</title><form method="post">
      <label>Subject <input name="subject"></label><button>Continue</button></form></html>`);
  }
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") === true) void answerInteraction(request, response);
    else void answer(request, response);
  });

  return {
    issuer,
    client: CLIENT,
    people,
    async signIn(authorizationUrl, subject) {
      const cookies = new Map<string, string>();
      let address = new URL(authorizationUrl);
      let init: RequestInit = {};
      for (let steps = 0; steps < 10; steps += 1) {
        const response = await fetch(address, {
          ...init,
          redirect: "manual",
          headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get("Location");
        if (location === null && response.status !== 200)
          throw new Error(`The provider answers ${response.status}: ${await response.text()}`);
        init = location === null ? { method: "POST", body: new URLSearchParams({ subject }) } : {};
        if (location === null) continue;
        address = new URL(location, address);
        if (address.href.startsWith(redirectUri)) return Object.fromEntries(address.searchParams);
      }
      throw new Error("The provider sends nobody back.");
    },
    changeIdToken(next, signedBy = "provider") {
      change = next;
      signingKey =
        signedBy === "provider" ? privateKey : generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function decoded(part: string): object {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as object;
}

function isTokens(body: unknown): body is { id_token: string } {
  return typeof body === "object" && body !== null && "id_token" in body && typeof body.id_token === "string";
}
