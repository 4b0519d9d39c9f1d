import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  nameSimilarity,
  parsePointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@dc/api-client";
import { isPagingName } from "./paging-names.ts";
import { pointersTo } from "#/suggestions/candidate-members.ts";
import {
  entriesOf,
  isDay,
  isInstant,
  isOk,
  leavesOf,
  listPointer,
  nounOf,
  plainText,
  type Exchange,
  type ServiceDescription,
} from "./service-description.ts";

/** The record types that a draft knows by name. */
export const draftedTypes = ["practitioner", "schedule", "place", "insurance"] as const;
export type DraftedType = (typeof draftedTypes)[number];

/** A kind of record: where it is, its requests, and all of its records that are known. */
export interface Collection {
  readonly template: string;
  readonly reads: readonly Exchange[];
  readonly lists: readonly Exchange[];
  readonly creates: readonly Exchange[];
  readonly updates: readonly Exchange[];
  readonly deletes: readonly Exchange[];
  /** Where a single record is in an answer, and where its id is in the record. */
  readonly resource: string;
  readonly id: string;
  readonly ids: readonly string[];
  readonly records: readonly JsonObject[];
}

/** Which request does what, as far as it could be told, each with the reason. */
export interface Endpoints {
  readonly types: ReadonlyMap<DraftedType, { readonly collection: Collection; readonly reason: string }>;
  /** Collections that are none of the known types. */
  readonly others: readonly Collection[];
  readonly slots: Exchange | null;
  readonly findPatients: Exchange | null;
  readonly createPatient: Exchange | null;
  readonly createAppointment: Exchange | null;
  readonly indexVersions: {
    readonly create: Exchange | null;
    readonly read: Exchange | null;
    readonly list: Exchange | null;
    readonly delete: Exchange | null;
  };
  readonly lookUps: readonly LookUp[];
  /** Where a single thing is in answers. */
  readonly resource: string;
}

/** A request that finds records of a collection by the value of a member. */
export interface LookUp {
  readonly exchange: Exchange;
  readonly collection: Collection;
  /** The member whose value was asked for. */
  readonly pointer: string;
  readonly match: "exact" | "text";
  readonly gives: "records" | "record" | "parts";
  /** The parameter that takes the value; null where it is in the path. */
  readonly parameter: string | null;
}

const nouns: Readonly<Record<string, readonly string[]>> = {
  practitioner: ["practitioner", "physician", "doctor", "provider", "clinician", "therapist", "professional", "staff"],
  schedule: ["schedule", "calendar", "agenda", "roster", "planner", "timetable", "diary"],
  place: ["place", "location", "site", "office", "practice", "branch", "clinic", "premise", "facility", "house"],
  insurance: ["insurance", "plan", "coverage", "policy", "product", "payer", "scheme", "cover"],
  patient: ["patient", "person", "people", "client", "customer", "individual"],
  appointment: ["appointment", "booking", "visit", "reservation", "encounter"],
  slot: ["slot", "availability", "opening", "free", "vacancy", "gap"],
  index: ["index version", "index", "catalogue", "edition", "workspace", "dataset", "version", "snapshot"],
};

/** How well a path's noun or the words about it fit one of the known things, from 0 to 1. */
function nounScore(thing: string, { template, words }: Pick<Exchange, "template" | "words">): number {
  const byNoun = Math.max(...(nouns[thing] ?? []).map((noun) => nameSimilarity(noun, nounOf(template))));
  const title = words.about.split(". ")[0]?.toLowerCase() ?? "";
  const isSaid = (nouns[thing] ?? []).slice(0, 3).some((noun) => new RegExp(`\\b${noun}`).test(title));
  return isSaid ? 1 : byNoun >= 0.7 ? byNoun : 0;
}

const isWrite = ({ method }: Exchange) => method !== "GET";

/** The outermost object of each answer that differs from type to type: what is around it is the envelope. */
function envelopeOf(reads: readonly Exchange[]): string {
  const chains = reads.flatMap((read) => {
    const id = read.segments.at(-1) ?? "";
    const at = id === "" ? undefined : pointersTo(read.responseBody ?? null, id)[0];
    return at === undefined ? [] : [{ read, keys: parsePointer(at) ?? [] }];
  });
  const [first] = chains;
  if (first === undefined) return commonEnvelope(reads);
  for (let depth = 0; depth < first.keys.length; depth += 1) {
    const pointer = formatPointer(first.keys.slice(0, depth));
    const shapes = reads.flatMap((read) => {
      const value = valueAt(read.responseBody, pointer);
      return isJsonObject(value) ? [{ template: read.template, keys: Object.keys(value).toSorted().join() }] : [];
    });
    const templates = new Set(shapes.map(({ template }) => template));
    const differ = new Set(shapes.map(({ keys }) => keys)).size;
    const inner = valueAt(first.read.responseBody, pointer);
    const isAlone = templates.size < 2 && isJsonObject(inner) && Object.keys(inner).length > 2;
    if ((templates.size > 1 && differ > 1) || isAlone) return pointer;
  }
  return "";
}

function membersIn(value: Json): number {
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

/** Without ids to look for: the only object of each answer, where all have the same one. */
function commonEnvelope(reads: readonly Exchange[]): string {
  const wrappers = reads.map(({ responseBody }) => {
    const objects = isJsonObject(responseBody)
      ? Object.entries(responseBody).filter(([, value]) => isJsonObject(value))
      : [];
    const [largest] = objects.toSorted(([, a], [, b]) => membersIn(b) - membersIn(a));
    return largest?.[0] ?? null;
  });
  const [name] = wrappers;
  const isCommon =
    name !== undefined &&
    name !== null &&
    new Set(wrappers).size === 1 &&
    new Set(reads.map(({ template }) => template)).size > 1;
  return isCommon ? formatPointer([name]) : "";
}

function idPointerOf(template: string, exchanges: readonly Exchange[], resource: string): string {
  for (const read of exchanges) {
    const record = valueAt(read.responseBody, resource);
    const [at] = pointersTo(record ?? null, read.segments.at(-1) ?? "");
    if (at !== undefined) return at;
  }
  const named = exchanges.flatMap(({ responseBody }) => leavesOf(valueAt(responseBody, resource)));
  const best = named.find(({ pointer }) => /(^|\/|_|-)(id|uid|uuid|guid|identifier)$/i.test(pointer));
  return best?.pointer ?? (template === "" ? "" : "/id");
}

function collectionsOf(exchanges: readonly Exchange[]): { collections: readonly Collection[]; resource: string } {
  const ok = exchanges.filter(isOk);
  const reads = ok.filter(({ method, template }) => method === "GET" && template.endsWith("/{}"));
  const resource = envelopeOf(reads);
  const templates = [...new Set(reads.map(({ template }) => template.slice(0, -"/{}".length)))];
  const collections = templates.map((template): Collection => {
    const own = reads.filter((one) => one.template === `${template}/{}`);
    const id = idPointerOf(template, own, resource);
    const lists = ok.filter(
      (one) =>
        one.method === "GET" &&
        nounOf(one.template) === nounOf(template) &&
        !one.template.endsWith("/{}") &&
        listPointer(one.responseBody) !== null,
    );
    const creates = ok.filter((one) => isWrite(one) && one.template === template);
    const updates = ok.filter(
      (one) =>
        isWrite(one) && one.template === `${template}/{}` && one.method !== "DELETE" && one.requestBody !== undefined,
    );
    const deletes = ok.filter(
      (one) =>
        (one.method === "DELETE" && one.template === `${template}/{}`) ||
        (one.method === "POST" && one.template.startsWith(`${template}/{}/`) && one.requestBody === undefined),
    );
    const singles = [...own, ...creates, ...updates].flatMap(({ responseBody }) => {
      const record = valueAt(responseBody, resource);
      return isJsonObject(record) ? [record] : [];
    });
    const records = [...singles, ...lists.flatMap(entriesOf)];
    const ids = records.flatMap((record) => {
      const value = valueAt(record, id);
      return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
    });
    return { template, reads: own, lists, creates, updates, deletes, resource, id, ids: [...new Set(ids)], records };
  });
  return { collections, resource };
}

/** Ids of a collection that a record holds: alone, or in a list. */
function holdsIds(record: Json, { ids }: Pick<Collection, "ids">, kind: "one" | "list"): boolean {
  return leavesOf(record).some(
    ({ pointer, value }) =>
      pointer.includes("/*") === (kind === "list") && typeof value === "string" && ids.includes(value),
  );
}

function isTimeLike(value: string): boolean {
  return isInstant(value) || isDay(value) || /^\d{10}(\d{3})?$/.test(value);
}

function findSlots(exchanges: readonly Exchange[]): Exchange | null {
  const scored = exchanges
    .filter((one) => isOk(one) && one.method === "GET" && !one.template.endsWith("/{}"))
    .map((one) => {
      const times = one.query.filter(([, value]) => isTimeLike(value)).length;
      const isTimed = entriesOf(one).some(
        (entry) => leavesOf(entry).some(({ value }) => isInstant(value)) && leavesOf(entry).length <= 4,
      );
      return { one, score: (times >= 2 ? 2 : 0) + (isTimed ? 1 : 0) + nounScore("slot", one) };
    })
    .toSorted((a, b) => b.score - a.score);
  const [best] = scored;
  return best !== undefined && best.score >= 1.5 ? best.one : null;
}

/** How much is done with a collection beside reading one of its records. */
function activity({ lists, creates, updates, deletes }: Collection): number {
  return lists.length + creates.length + updates.length + deletes.length;
}

function recordsIn(exchange: Exchange, resource: string): readonly JsonObject[] {
  const single = valueAt(exchange.responseBody, resource);
  const entries = entriesOf(exchange);
  return entries.length > 0 ? entries : isJsonObject(single) ? [single] : [];
}

/** The collection whose records a request answers though it asks for none of their ids, and the member that it asks by. */
function lookUpIn(exchange: Exchange, collections: readonly Collection[], resource: string): LookUp | null {
  const inPath = exchange.template.endsWith("/{}");
  const asked: readonly (readonly [string | null, string])[] = inPath
    ? [[null, exchange.segments.at(-1) ?? ""]]
    : exchange.query;
  const records = recordsIn(exchange, resource);
  for (const collection of collections) {
    const isOfIt = records.some((record) => collection.ids.includes(plainText(valueAt(record, collection.id))));
    if (!isOfIt || collection.reads.includes(exchange)) continue;
    for (const [parameter, value] of asked) {
      if (value.length < 3 || (parameter !== null && isPagingName(parameter, exchange))) continue;
      if (collections.some(({ ids }) => ids.includes(value))) continue;
      const found = records.flatMap((record) => leavesOf(record)).filter((leaf) => !leaf.pointer.includes("/*"));
      const same = found.find((leaf) => plainText(leaf.value) === value);
      const within = found.find(({ value: text }) => plainText(text).toLowerCase().includes(value.toLowerCase()));
      const member = same ?? within;
      if (member === undefined) continue;
      const [known] = collection.records;
      const isPart = records.every((record) => Object.keys(record).length * 2 < Object.keys(known ?? {}).length);
      const gives = entriesOf(exchange).length === 0 ? "record" : isPart ? "parts" : "records";
      return {
        exchange,
        collection,
        pointer: member.pointer,
        match: same === undefined ? "text" : "exact",
        gives,
        parameter,
      };
    }
  }
  return null;
}

/** Collections that are only another way to the records of a collection in which more is done. */
function withoutLookUps(collections: readonly Collection[]): readonly Collection[] {
  return collections.filter(
    (one) =>
      !collections.some(
        (other) =>
          other !== one &&
          (activity(other) > activity(one) ||
            collections.filter(({ id }) => id === other.id).length >
              collections.filter(({ id }) => id === one.id).length) &&
          one.records.some((record) => other.ids.includes(plainText(valueAt(record, other.id)))),
      ),
  );
}

/** Tells which request does what, by the values that travel between them first and by their names last. */
export function findEndpoints({ exchanges }: ServiceDescription, indexPrefix: string): Endpoints {
  const all = collectionsOf(exchanges);
  const { resource } = all;
  const collections = withoutLookUps(all.collections);
  const ok = exchanges.filter(isOk);
  const slots = findSlots(exchanges);
  const createIndex =
    ok.find(
      (one) =>
        isWrite(one) &&
        !one.template.endsWith("}") &&
        one.requestBody !== undefined &&
        indexPrefix !== "" &&
        leavesOf(one.responseBody).some(({ value }) => typeof value === "string" && value.startsWith(indexPrefix)),
    ) ??
    ok.find(
      (one) =>
        isWrite(one) && one.requestBody !== undefined && nounScore("index", one) === 1 && !one.template.endsWith("}"),
    ) ??
    null;
  const indexTemplate = createIndex?.template ?? null;
  const isOfIndex = ({ template }: Pick<Exchange, "template">) =>
    indexTemplate !== null && (template === indexTemplate || template.startsWith(`${indexTemplate}/`));
  const rest = collections.filter((one) => !isOfIndex(one));
  const schedule = findSchedule(rest, slots);
  const others = rest.filter((one) => one !== schedule);
  const practitioner = findPractitioner(others, schedule);
  const left = others.filter((one) => one !== practitioner);
  const insurance = findInsurance(left, schedule, ok);
  const place = findPlace(
    left.filter((one) => one !== insurance),
    schedule,
  );
  const types = new Map<DraftedType, { collection: Collection; reason: string }>();
  const known: readonly (readonly [DraftedType, Collection | null, string])[] = [
    ["practitioner", practitioner, "a schedule refers to one of them"],
    ["schedule", schedule, "open slots are asked for with its id"],
    ["place", place, "a schedule refers to one of them, which is no practitioner"],
    ["insurance", insurance, "a schedule lists their ids"],
  ];
  for (const [type, collection, reason] of known) if (collection !== null) types.set(type, { collection, reason });
  const creations = ok.filter(
    (one) => isWrite(one) && !one.template.endsWith("}") && one.requestBody !== undefined && !isOfIndex(one),
  );
  const free = creations.filter((one) => !collections.some(({ template }) => template === one.template));
  const createAppointment =
    free.find((one) => {
      const leaves = leavesOf(one.requestBody);
      return (
        leaves.some(({ value }) => isInstant(value)) &&
        leaves.some(({ value }) => schedule?.ids.includes(String(value)) === true)
      );
    }) ?? best(free, "appointment");
  const findPatients =
    ok.find(
      (one) =>
        one.method === "GET" &&
        one !== slots &&
        one.query.some(([, value]) => isDay(value)) &&
        one.query.some(([, value]) => value !== "" && !isTimeLike(value)) &&
        !one.template.includes("{}"),
    ) ?? null;
  const createPatient =
    free.find((one) => one !== createAppointment && findPatients !== null && one.template === findPatients.template) ??
    free.find((one) => one !== createAppointment && leavesOf(one.requestBody).some(({ value }) => isDay(value))) ??
    best(
      free.filter((one) => one !== createAppointment),
      "patient",
    );
  const ofIndex = ok.filter(isOfIndex);
  const named = [...types.values()].map(({ collection }) => collection);
  const lookUps = ok.flatMap((one) =>
    one.method !== "GET" || one === slots || one === findPatients || isOfIndex(one)
      ? []
      : (lookUpIn(one, named, resource) ?? []),
  );
  return {
    types,
    lookUps,
    others: rest.filter((one) => ![practitioner, schedule, place, insurance].includes(one)),
    slots,
    findPatients,
    createPatient,
    createAppointment,
    indexVersions: {
      create: createIndex,
      read: ofIndex.find((one) => one.method === "GET" && one.template.endsWith("/{}")) ?? null,
      list: ofIndex.find((one) => one.method === "GET" && one.template === indexTemplate) ?? null,
      delete:
        ofIndex.find((one) => isWrite(one) && one.template !== indexTemplate && one.requestBody === undefined) ?? null,
    },
    resource,
  };
}

function best(exchanges: readonly Exchange[], thing: string): Exchange | null {
  const [first] = exchanges
    .map((one) => ({ one, score: nounScore(thing, one) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return first?.one ?? null;
}

function bestCollection(collections: readonly Collection[], score: (one: Collection) => number): Collection | null {
  const [first] = collections
    .map((one) => ({ one, score: score(one) }))
    .filter((one) => one.score > 0)
    .toSorted((a, b) => b.score - a.score);
  return first?.one ?? null;
}

function nounOfCollection(thing: string, { template, reads }: Collection): number {
  return Math.max(0, ...reads.map(({ words }) => nounScore(thing, { template, words })));
}

function findSchedule(collections: readonly Collection[], slots: Exchange | null): Collection | null {
  const given = slots === null ? [] : [...slots.segments, ...slots.query.map(([, value]) => value)];
  return bestCollection(collections, (one) => {
    const isAsked =
      given.some((value) => value !== "" && one.ids.includes(value)) ||
      slots?.template.startsWith(`${one.template}/{}/`) === true;
    return (isAsked ? 3 : 0) + nounOfCollection("schedule", one);
  });
}

function refers(schedule: Collection | null, to: Collection, kind: "one" | "list"): boolean {
  return schedule?.records.some((record) => holdsIds(record, to, kind)) === true;
}

function hasZone({ records }: Collection): boolean {
  return records.some((record) => leavesOf(record).some(({ value }) => isZone(value)));
}

/** True for the name of a time zone. */
export function isZone(value: Json | undefined): boolean {
  return typeof value === "string" && /^[A-Z][A-Za-z_]+\/[A-Z][A-Za-z_/-]+$/.test(value);
}

function findPractitioner(collections: readonly Collection[], schedule: Collection | null): Collection | null {
  return bestCollection(
    collections,
    (one) =>
      (refers(schedule, one, "one") ? 2 : 0) +
      2 * nounOfCollection("practitioner", one) -
      (hasZone(one) ? 2 : 0) -
      nounOfCollection("place", one),
  );
}

function findPlace(collections: readonly Collection[], schedule: Collection | null): Collection | null {
  return bestCollection(
    collections,
    (one) => (refers(schedule, one, "one") ? 2 : 0) + (hasZone(one) ? 1 : 0) + nounOfCollection("place", one),
  );
}

function findInsurance(
  collections: readonly Collection[],
  schedule: Collection | null,
  exchanges: readonly Exchange[],
): Collection | null {
  // A patient has one: the id stands beside a date of birth.
  const ofPatients = exchanges.filter(({ requestBody }) => leavesOf(requestBody).some(({ value }) => isDay(value)));
  const isOfPatient = ({ ids }: Collection) =>
    ofPatients.some(({ requestBody }) => leavesOf(requestBody).some(({ value }) => ids.includes(String(value))));
  return bestCollection(collections, (one) =>
    hasZone(one)
      ? 0
      : (refers(schedule, one, "list") ? 3 : 0) + (isOfPatient(one) ? 2 : 0) + nounOfCollection("insurance", one),
  );
}

/** The entries of a list, or the value alone. */
export function elementsOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : value === undefined || value === null ? [] : [value];
}
