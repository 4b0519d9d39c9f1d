import type { Json } from "#/json/json.ts";
import type { Dialect } from "#/spelling/dialect.ts";
import type { Route } from "#/spelling/spelling.ts";
import type { ExampleRequest, ExampleResponse } from "./example-exchange.ts";
import { code } from "./markdown.ts";

/** What every chapter is written from. */
export interface PageContext {
  readonly dialect: Dialect;
  readonly baseUrl: string;
  readonly writes: boolean;
  readonly now: () => number;
  /** The endpoints that the page describes. */
  readonly routes: readonly Route[];
  readonly send: (example: ExampleRequest) => Promise<ExampleResponse>;
}

/** The section about one endpoint, with an example; throws when the service does not accept the example. */
export async function endpointSection(
  context: PageContext,
  route: Route,
  { title, paragraphs, example }: { title: string; paragraphs: readonly string[]; example: ExampleRequest },
): Promise<{ section: string; body: Json }> {
  const { body, status, render } = await context.send(example);
  if (status !== route.status)
    throw new Error(`the example of ${route.method} ${route.path} was answered ${status}: ${JSON.stringify(body)}`);
  const empty = status === 204 ? ", without a body" : "";
  const parts = [
    `### ${title}`,
    code(`${route.method} ${route.path}`),
    `Status on success: ${code(String(status))}${empty}. ${indexSentence(context.dialect, route)}`,
    ...paragraphs,
    render(),
  ];
  return { section: parts.join("\n\n"), body };
}

function indexSentence({ headers, errors: { statuses } }: Dialect, route: Route): string {
  const name = code(headers.index);
  switch (route.index) {
    case "accepted":
      return `Accepts ${name}; without it, the standard index version is used.`;
    case "refused":
      return `Does not accept ${name}: a request with this header is refused with ${code(String(statuses.bad_request))}.`;
    case "written":
      return `Requires ${name} with an index version of your own; the standard index version is refused with ${code(String(statuses.standard_index_read_only))}.`;
  }
}

/** The route of an operation, where the service has it. */
export function findRoute({ routes }: PageContext, name: Route["operation"]["name"], kind?: string): Route | undefined {
  return routes.find(
    ({ operation }) =>
      operation.name === name && (kind === undefined || ("kind" in operation && operation.kind === kind)),
  );
}

/** The route of an operation that every spelling has. */
export function requireRoute(context: PageContext, name: Route["operation"]["name"]): Route {
  const route = findRoute(context, name);
  if (!route) throw new TypeError(`there is no route for ${name}`);
  return route;
}
