import { connectionInUse } from "#/api/connection-in-use.ts";

type ParamOf<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? ParamOf<First> | ParamOf<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

type Params<Path extends string> = { readonly [name in ParamOf<Path>]: string };

/** The query parameters of an address; null and undefined values are left out. */
export interface Query {
  readonly [name: string]: string | null | undefined;
}

type HrefArguments<Path extends string> =
  ParamOf<Path> extends never ? [query?: Query] : [params: Params<Path>, query?: Query];

function page<const Path extends string>(path: Path) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return {
    /** The pattern that the router matches. */
    path,
    /** The address of one page, with every part URL-encoded. */
    href: (...args: HrefArguments<Path>): string => {
      const [params, query]: readonly (Query | undefined)[] = names.length === 0 ? [undefined, ...args] : args;
      const made = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query ?? {})) if (value != null) search.set(name, value);
      return search.size === 0 ? made : `${made}?${search}`;
    },
  };
}

const connectionRoot = "/c/:connection";

/** A page that belongs to a connection: its address names the one in use. */
function pageOfConnection<const Path extends string>(path: Path) {
  const below = page(path);
  return {
    path: `${connectionRoot}${path}` as const,
    href: (...args: HrefArguments<Path>): string => {
      const root = connectionRoot.replace(":connection", encodeURIComponent(connectionInUse()));
      return `${root}${below.href(...args)}`;
    },
  };
}

/** Every page of the console. Addresses are built only here, so that a renamed page cannot leave dead links. */
export const paths = {
  home: page("/"),
  signIn: page("/sign-in"),
  signInCallback: page("/sign-in/callback"),
  setUp: page("/set-up"),
  join: page("/join"),
  connection: page(connectionRoot),
  overview: pageOfConnection("/overview"),
  indexVersions: pageOfConnection("/index-versions"),
  newIndexVersion: pageOfConnection("/index-versions/new"),
  directory: pageOfConnection("/index-versions/:indexId"),
  directoryOverrides: pageOfConnection("/index-versions/:indexId/overrides"),
  directoryUndecided: pageOfConnection("/index-versions/:indexId/to-decide"),
  directoryChangeSets: pageOfConnection("/index-versions/:indexId/change-sets"),
  directoryImport: pageOfConnection("/index-versions/:indexId/import"),
  directoryHistory: pageOfConnection("/index-versions/:indexId/history"),
  directoryBrief: pageOfConnection("/index-versions/:indexId/brief"),
  directorySettings: pageOfConnection("/index-versions/:indexId/settings"),
  practitioner: pageOfConnection("/index-versions/:indexId/practitioners/:practitionerId"),
  comparison: pageOfConnection("/index-versions/:indexId/practitioners/:practitionerId/compare"),
  matrix: pageOfConnection("/matrix"),
  practitionerMatrix: pageOfConnection("/matrix/:practitionerId"),
  statements: pageOfConnection("/statements"),
  changeSets: pageOfConnection("/change-sets"),
  changeSet: pageOfConnection("/change-sets/:changeSetId"),
  bookingCheck: pageOfConnection("/booking-check"),
  plans: pageOfConnection("/plans"),
  verifications: pageOfConnection("/verifications"),
  referrers: pageOfConnection("/referrers"),
  people: pageOfConnection("/people"),
  connections: pageOfConnection("/connections"),
  newConnection: pageOfConnection("/connections/new"),
  account: pageOfConnection("/account"),
  activity: pageOfConnection("/activity"),
  inbox: pageOfConnection("/inbox"),
  developer: pageOfConnection("/developer"),
  developerProfile: pageOfConnection("/developer/profile"),
  developerGateway: pageOfConnection("/developer/gateway"),
};

/** The OpenAPI document, which the server serves beside the console. */
export const apiDescription = "/api/v1/openapi.json";
