import type { Random } from "#/seed/random.ts";

/** Phrases for each role. No two roles share a phrase, so that two members never get the same name. */
const phrases = {
  root: ["service", "public", "open", "rest"],
  resource: ["payload", "item", "body", "content"],
  rows: ["entries", "elements", "hits", "members"],
  request: ["input", "document", "submission"],
  extra: ["debug info", "annotations", "trailer", "remarks"],
  id: ["uid", "key", "handle", "oid", "slug"],
  system: ["sys", "internals", "bookkeeping"],
  changedAt: ["modified on", "revised at", "stamp", "edited"],
  names: ["naming", "called by", "identity"],
  contact: ["reach", "getting in touch", "communication"],
  terms: ["conditions", "coverage terms", "billing rules"],
  span: ["window", "interval", "time frame"],
  about: ["description", "summary", "profile"],
  practitioners: ["doctors", "providers", "clinicians", "physicians"],
  practitioner: ["doctor", "provider", "clinician", "physician"],
  schedules: ["calendars", "rosters", "timetables", "planners"],
  schedule: ["calendar", "roster", "timetable", "planner"],
  places: ["offices", "practices", "branches", "premises"],
  place: ["office", "practice", "branch", "house"],
  planTypes: ["coverages", "policies", "products", "schemes"],
  plans: ["taken coverages", "valid policies", "covered by", "accepts"],
  payer: ["carrier", "insurer", "underwriter"],
  kind: ["class", "category", "variant"],
  displayName: ["full title", "shown as", "long form", "formal name"],
  preferredName: ["nick", "goes by", "short form", "familiar name"],
  phones: ["telephones", "lines", "dial numbers", "tel"],
  number: ["digits", "dial", "msisdn"],
  extension: ["suffix", "inner line", "ext"],
  label: ["purpose", "tag", "usage"],
  practiceAreas: ["specialties", "disciplines", "expertise"],
  languages: ["speaks", "spoken", "tongues"],
  npi: ["registry number", "license", "national number"],
  name: ["title", "caption", "heading"],
  city: ["town", "municipality", "locality"],
  timeZone: ["tz", "clock zone", "zone"],
  visitReasons: ["services", "visit kinds", "purposes"],
  slots: ["openings", "free-times", "vacancies", "gaps"],
  from: ["since", "begin", "lower"],
  to: ["until", "finish", "upper"],
  startAt: ["starts", "opening time", "begins on"],
  duration: ["takes", "extent", "how long"],
  patients: ["people", "clients", "persons"],
  patient: ["person", "client", "visitor"],
  dob: ["born", "birthday", "birth date"],
  fullName: ["whole name", "who", "called"],
  firstName: ["given", "forename", "first"],
  lastName: ["family", "surname", "last"],
  insurance: ["cover", "policy", "plan"],
  appointments: ["bookings", "visits", "reservations"],
  state: ["phase", "condition", "progress"],
  indices: ["catalogues", "editions", "workspaces", "datasets"],
  index: ["edition", "workspace", "catalogue", "dataset"],
  deletedFlag: ["erased", "removed", "vanished"],
  remove: ["erase", "discard", "retire"],
  cursor: ["after", "position", "page mark", "leaf"],
  size: ["take", "per leaf", "count"],
  next: ["onward", "following", "continue at"],
  more: ["has more", "unfinished", "goes on"],
  error: ["fault", "failure", "complaint"],
  errorCode: ["reason code", "sort", "problem"],
  message: ["explanation", "detail", "text"],
  field: ["where", "at fault", "culprit"],
  trace: ["trace", "correlation", "reference number"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const headerPhrases = {
  version: ["Release", "Dated", "Revision", "Contract"],
  index: ["Edition", "Workspace", "Catalogue", "Dataset"],
  request: ["Trace", "Correlation", "Ticket"],
} as const;

export type Role = keyof typeof phrases;

export interface Naming {
  /** The name of a role, always the same one. */
  readonly nameOf: (role: Role) => string;
  /** A phrase as one name, in the case style of this naming. */
  readonly inCase: (phrase: string) => string;
  readonly headerOf: (role: keyof typeof headerPhrases) => string;
}

/** Names in one case style, drawn once for each role. */
export function createNaming(random: Random): Naming {
  const style = random.pick(["snake", "camel", "kebab", "pascal"] as const);
  const prefix = random.pick(["X-", "Acme-", "Svc-", ""]);
  const inCase = (phrase: string): string => {
    const parts = phrase.split(/[ -]/);
    if (style === "snake") return parts.join("_");
    if (style === "kebab") return parts.join("-");
    const joined = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
    return style === "pascal" ? joined : joined.charAt(0).toLowerCase() + joined.slice(1);
  };
  const drawn = new Map(
    Object.entries(phrases).map(([role, choices]): [string, string] => [role, inCase(random.pick(choices))]),
  );
  const headers = new Map(
    Object.entries(headerPhrases).map(([role, choices]): [string, string] => [
      role,
      `${prefix}${random.pick(choices)}-${random.pick(["Id", "Name", "Ref"])}`,
    ]),
  );
  return {
    nameOf: (role) => drawn.get(role) ?? inCase(role),
    inCase,
    headerOf: (role) => headers.get(role) ?? role,
  };
}
