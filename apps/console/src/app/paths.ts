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

/** Every page of the console. Addresses are built only here, so that a renamed page cannot leave dead links. */
export const paths = {
  home: page("/"),
  signIn: page("/sign-in"),
  setUp: page("/set-up"),
  indexVersions: page("/index-versions"),
  newIndexVersion: page("/index-versions/new"),
  directory: page("/index-versions/:indexId"),
  directoryOverrides: page("/index-versions/:indexId/overrides"),
  directoryChangeSets: page("/index-versions/:indexId/change-sets"),
  directoryHistory: page("/index-versions/:indexId/history"),
  directorySettings: page("/index-versions/:indexId/settings"),
  practitioner: page("/index-versions/:indexId/practitioners/:practitionerId"),
  comparison: page("/index-versions/:indexId/practitioners/:practitionerId/compare"),
  changeSets: page("/change-sets"),
  changeSet: page("/change-sets/:changeSetId"),
  bookingCheck: page("/booking-check"),
  plans: page("/plans"),
  activity: page("/activity"),
  developer: page("/developer"),
  developerProfile: page("/developer/profile"),
  developerGateway: page("/developer/gateway"),
};

/** The OpenAPI document, which the server serves beside the console. */
export const apiDescription = "/api/v1/openapi.json";
