/** What our test provider uses of the library, whose own types bring those of a whole web framework. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Context {
    body: unknown;
    oidc: { provider: Provider; session?: { accountId?: string } };
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Configuration extends Readonly<Record<string, unknown>> {
    interactions: { url: (context: Context, interaction: { uid: string }) => string };
    findAccount: (
      context: Context,
      subject: string,
    ) => { accountId: string; claims: () => { sub: string } } | undefined;
    loadExistingGrant: (context: Context) => Promise<Grant>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    Grant: new (of: { clientId: string; accountId?: string }) => Grant;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } },
    ): Promise<void>;
  }
}
