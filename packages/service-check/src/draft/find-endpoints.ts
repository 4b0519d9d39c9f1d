import { formatPointer, isJsonObject, parsePointer, valueAt, type Json, type JsonObject } from "@dc/api-client";
import { pointersTo } from "#/suggestions/answer-members.ts";
import type { ToldPaths } from "./draft-lines.ts";
import {
  collectionName,
  entriesOf,
  isDay,
  isInstant,
  isOk,
  isZone,
  leavesOf,
  listPointer,
  plainText,
  type Exchange,
} from "./exchange.ts";

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
  /** Where a single thing is in answers. */
  readonly resource: string;
}

const isWrite = ({ method }: Exchange) => method !== "GET";

/** The outermost object of each answer that differs from type to type: what is around it is the envelope. */
function envelopeOf(reads: readonly Exchange[]): string {
  const chains = reads.flatMap((read) => {
    const id = read.segments.at(-1) ?? "";
    const idPointer = id === "" ? undefined : pointersTo(read.responseBody ?? null, id)[0];
    return idPointer === undefined ? [] : [{ read, keys: parsePointer(idPointer) ?? [] }];
  });
  const [first] = chains;
  if (first === undefined) return "";
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

function idPointerOf(exchanges: readonly Exchange[], resource: string): string | null {
  const pointers = exchanges.flatMap((read) =>
    pointersTo(valueAt(read.responseBody, resource) ?? null, read.segments.at(-1) ?? ""),
  );
  return pointers[0] ?? null;
}

function collectionsOf(exchanges: readonly Exchange[]): { collections: readonly Collection[]; resource: string } {
  const ok = exchanges.filter(isOk);
  const reads = ok.filter(({ method, template }) => method === "GET" && template.endsWith("/{}"));
  const resource = envelopeOf(reads);
  const templates = [...new Set(reads.map(({ template }) => template.slice(0, -"/{}".length)))];
  const collections = templates.map((template): Collection => {
    const ownReads = reads.filter((call) => call.template === `${template}/{}`);
    const id = idPointerOf(ownReads, resource) ?? "/id";
    const lists = ok.filter(
      (call) =>
        call.method === "GET" &&
        collectionName(call.template) === collectionName(template) &&
        !call.template.endsWith("/{}") &&
        listPointer(call.responseBody) !== null,
    );
    const creates = ok.filter((call) => isWrite(call) && call.template === template);
    const updates = ok.filter(
      (call) =>
        isWrite(call) &&
        call.template === `${template}/{}` &&
        call.method !== "DELETE" &&
        call.requestBody !== undefined,
    );
    const deletes = ok.filter(
      (call) =>
        (call.method === "DELETE" && call.template === `${template}/{}`) ||
        (call.method === "POST" && call.template.startsWith(`${template}/{}/`) && call.requestBody === undefined),
    );
    const singles = [...ownReads, ...creates, ...updates].flatMap(({ responseBody }) => {
      const record = valueAt(responseBody, resource);
      return isJsonObject(record) ? [record] : [];
    });
    const records = [...singles, ...lists.flatMap(entriesOf)];
    const ids = records.flatMap((record) => {
      const value = valueAt(record, id);
      return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
    });
    return {
      template,
      reads: ownReads,
      lists,
      creates,
      updates,
      deletes,
      resource,
      id,
      ids: [...new Set(ids)],
      records,
    };
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

/** The list that is asked for by two times, or whose entries have one. */
function findSlots(exchanges: readonly Exchange[]): Exchange | null {
  const lists = exchanges.filter((call) => isOk(call) && call.method === "GET" && !call.template.endsWith("/{}"));
  const isTimed = (call: Exchange) =>
    entriesOf(call).some(
      (entry) => leavesOf(entry).length <= 4 && leavesOf(entry).some(({ value }) => isInstant(value)),
    );
  const isRanged = ({ query }: Exchange) => query.filter(([, value]) => isTimeLike(value)).length >= 2;
  return (
    lists.find((list) => isRanged(list) && isTimed(list)) ??
    lists.find(isRanged) ??
    lists.find((list) => isTimed(list) && list.template.includes("/{}/")) ??
    null
  );
}

/** How much is done with a collection beside reading one of its records. */
function activity({ lists, creates, updates, deletes }: Collection): number {
  return lists.length + creates.length + updates.length + deletes.length;
}

/** Collections that are only another way to the records of a collection in which more is done. */
function withoutLookUps(collections: readonly Collection[]): readonly Collection[] {
  return collections.filter(
    (collection) =>
      !collections.some(
        (richer) =>
          richer !== collection &&
          (activity(richer) > activity(collection) ||
            collections.filter(({ id }) => id === richer.id).length >
              collections.filter(({ id }) => id === collection.id).length) &&
          collection.records.some((record) => richer.ids.includes(plainText(valueAt(record, richer.id)))),
      ),
  );
}

/** Tells which request does what, by the values that travel between them alone. */
export function findEndpoints(exchanges: readonly Exchange[], indexPrefix: string, told: ToldPaths): Endpoints {
  const { collections: all, resource } = collectionsOf(exchanges);
  const collections = withoutLookUps(all);
  const ok = exchanges.filter(isOk);
  const slots = findSlots(exchanges);
  const isCreation = (call: Exchange) =>
    isWrite(call) && !call.template.endsWith("}") && call.requestBody !== undefined;
  const creations = ok.filter(isCreation);
  const createIndex =
    creations.find(
      ({ responseBody }) =>
        indexPrefix !== "" &&
        leavesOf(responseBody).some(({ value }) => typeof value === "string" && value.startsWith(indexPrefix)),
    ) ?? null;
  const isOfIndex = ({ template }: Pick<Exchange, "template">) =>
    createIndex !== null && (template === createIndex.template || template.startsWith(`${createIndex.template}/`));
  const free = creations.filter((call) => !isOfIndex(call) && !all.some(({ template }) => template === call.template));
  const rest = collections.filter((collection) => !isOfIndex(collection));
  const collectionAt = (path: string | undefined) =>
    path === undefined ? undefined : rest.find(({ template }) => `${template}/{}` === path.replace(/\{[^}]*\}/, "{}"));
  const asked = slots === null ? [] : [...slots.segments, ...slots.query.map(([, value]) => value)];
  const schedule =
    collectionAt(told.schedule) ??
    rest.find(
      ({ ids, template }) =>
        asked.some((value) => value !== "" && ids.includes(value)) || slots?.template.startsWith(`${template}/{}/`),
    ) ??
    null;
  const referred = rest.filter((collection) => collection !== schedule && refers(schedule, collection, "one"));
  // A place has a time zone; of two others nothing says which one is the practitioner.
  const practitioners = referred.filter((collection) => !hasZone(collection));
  const practitioner =
    collectionAt(told.practitioner) ?? (practitioners.length === 1 ? practitioners[0] : undefined) ?? null;
  const place = referred.find((collection) => collection !== practitioner && hasZone(collection)) ?? null;
  const left = rest.filter(
    (collection) => ![schedule, practitioner, place].includes(collection) && !hasZone(collection),
  );
  const insurance = left.find((collection) => refers(schedule, collection, "list")) ?? null;
  const types = new Map<DraftedType, { collection: Collection; reason: string }>();
  const known: readonly (readonly [DraftedType, Collection | null, string])[] = [
    ["practitioner", practitioner, "a schedule refers to one of them"],
    ["schedule", schedule, "open slots are asked for with its id"],
    ["place", place, "a schedule refers to one of them, and it has a time zone"],
    ["insurance", insurance, "a schedule lists their ids"],
  ];
  for (const [type, collection, reason] of known) if (collection !== null) types.set(type, { collection, reason });
  const createAppointment =
    free.find(({ requestBody }) => {
      const leaves = leavesOf(requestBody);
      return (
        leaves.some(({ value }) => isInstant(value)) &&
        leaves.some(({ value }) => schedule?.ids.includes(String(value)) === true)
      );
    }) ?? null;
  const findPatients =
    ok.find(
      ({ method, query, template }) =>
        method === "GET" &&
        template !== slots?.template &&
        query.some(([, value]) => isDay(value)) &&
        query.some(([, value]) => value !== "" && !isTimeLike(value)) &&
        !template.includes("{}"),
    ) ?? null;
  const createPatient =
    free.find((call) => call !== createAppointment && call.template === findPatients?.template) ??
    free.find((call) => call !== createAppointment && leavesOf(call.requestBody).some(({ value }) => isDay(value))) ??
    null;
  const ofIndex = ok.filter(isOfIndex);
  return {
    types,
    others: rest.filter((collection) => ![practitioner, schedule, place, insurance].includes(collection)),
    slots,
    findPatients,
    createPatient,
    createAppointment,
    indexVersions: {
      create: createIndex,
      read: ofIndex.find(({ method, template }) => method === "GET" && template.endsWith("/{}")) ?? null,
      list: ofIndex.find(({ method, template }) => method === "GET" && template === createIndex?.template) ?? null,
      delete:
        ofIndex.find(
          (call) => isWrite(call) && call.template !== createIndex?.template && call.requestBody === undefined,
        ) ?? null,
    },
    resource,
  };
}

function refers(schedule: Collection | null, to: Collection, kind: "one" | "list"): boolean {
  return schedule?.records.some((record) => holdsIds(record, to, kind)) === true;
}

function hasZone({ records }: Collection): boolean {
  return records.some((record) => leavesOf(record).some(({ value }) => isZone(value)));
}
