import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  lastKey,
  parsePointer,
  recordOperation,
  valueAt,
  type Json,
  type JsonObject,
} from "@dc/api-client";
import { listMembers, looksLikeId, looksLikePhone } from "#/suggestions/answer-members.ts";
import { withArticle } from "#/article.ts";
import type { Draft } from "./draft-lines.ts";
import { collectionName, commonPrefix, elementsOf, isDay, isInstant, isZone, plainText } from "./exchange.ts";
import { draftedTypes, type Collection, type DraftedType, type Endpoints } from "./find-endpoints.ts";

/** A member of a record type with all of its values. */
interface Candidate {
  readonly pointer: string;
  readonly values: readonly Json[];
}

/** Every member of the records of a collection, lists not entered. */
function candidatesIn({ records }: Collection): readonly Candidate[] {
  const values = Map.groupBy(
    records.flatMap((record) => listMembers(record, 3)),
    ({ pointer }) => pointer,
  );
  return [...values].map(([pointer, all]) => ({ pointer, values: all.map(({ value }) => value) }));
}

function sampleOf({ values }: Candidate): string {
  const text = JSON.stringify(values.find((value) => value !== null && value !== "") ?? null);
  return text.length > 50 ? `${text.slice(0, 50)}…` : text;
}

function isText(value: Json): boolean {
  const isOther = isInstant(value) || isDay(value) || isZone(value) || looksLikeId(value) || looksLikePhone(value);
  return typeof value === "string" && value !== "" && !isOther;
}

/** Drafts the record types, with the meanings that their values tell, and what an update sends. */
export function draftRecords(draft: Draft, endpoints: Endpoints): void {
  for (const type of draftedTypes) {
    const drafted = endpoints.types.get(type);
    if (drafted !== undefined) draftRecord(draft, type, drafted, endpoints);
    else if (type === "practitioner" || type === "schedule")
      draft.ask(
        `/records/${type}: which request reads ${withArticle(type)}? Its values do not tell; give its path with --${type}.`,
      );
  }
  if (endpoints.types.has("place"))
    draft.ask(
      "/records/schedule/meanings: which of name, timeZone and phones does a schedule take from its place (via)?",
    );
  for (const { template } of endpoints.others)
    draft.ask(`${template}: what are these records? A record type of its own may have them.`);
}

function draftRecord(
  draft: Draft,
  type: DraftedType,
  { collection, reason }: { readonly collection: Collection; readonly reason: string },
  endpoints: Endpoints,
): void {
  const root = `/records/${type}`;
  const { ids } = collection;
  draft.set(`${root}/collection`, collectionName(collection.template), `${reason}: ${collection.template}`);
  const seen = `of the ids that were seen (${ids.slice(0, 2).join(", ")})`;
  draft.set(
    `${root}/idPrefix`,
    commonPrefix(ids),
    seen,
    ids.length < 2 ? `How do ids of ${withArticle(type)} begin?` : null,
  );
  draft.set(`${root}/id`, collection.id, "the id that was asked for stands there");
  draft.set(`${root}/meanings`, {}, "what the values tell");
  const used = new Set([collection.id]);
  const changed = timesOfChange(collection);
  if (changed.length > 0) {
    const question = `Is ${changed.join(", ")} a time of change, and no value of the record?`;
    draft.set(`${root}/ignored`, [...changed], "a time that the service sets itself", question);
    for (const pointer of changed) used.add(pointer);
  } else draft.ask(`${root}/ignored: does a record have a time of its last change, or a number of changes?`);
  draftMeanings(draft, type, collection, endpoints, used);
  draftUpdate(draft, type, collection, changed);
  if (collection.creates.length > 0) draft.ask(`${root}/create/required: what must a new ${type} have?`);
  const unnamed = [...new Set(collection.records.flatMap(Object.keys))]
    .map((key) => formatPointer([key]))
    .filter(
      (pointer) => ![...used].some((usedPointer) => usedPointer === pointer || usedPointer.startsWith(`${pointer}/`)),
    );
  if (unnamed.length > 0)
    draft.ask(
      `${root}/meanings: should any of ${unnamed.join(", ")} be shown and overridden? It needs a meaning of its own.`,
    );
}

function draftMeanings(
  draft: Draft,
  type: DraftedType,
  collection: Collection,
  { types }: Endpoints,
  used: Set<string>,
): void {
  const candidates = candidatesIn(collection);
  const rootOf = (name: string) => `/records/${type}/meanings/${name}`;
  const isFree = ({ pointer }: Candidate) =>
    ![...used].some(
      (usedPointer) =>
        usedPointer === pointer || usedPointer.startsWith(`${pointer}/`) || pointer.startsWith(`${usedPointer}/`),
    );
  const text = (name: string, texts: readonly Candidate[]) => {
    const [first] = texts;
    if (first === undefined) return;
    used.add(first.pointer);
    const question = `Is ${texts.map(({ pointer }) => pointer).join(" or ")} of ${withArticle(type)} its ${name}?`;
    draft.set(`${rootOf(name)}/kind`, "text", `its values are texts (${sampleOf(first)})`, question);
    draft.set(`${rootOf(name)}/at`, first.pointer, `its values are texts (${sampleOf(first)})`, question);
  };
  for (const to of type === "schedule" ? (["practitioner", "place", "insurance"] as const) : []) {
    const isSet = to === "insurance";
    const name = isSet ? "acceptedInsurances" : to;
    const target = types.get(to)?.collection;
    const place = target === undefined ? null : placeOfIds(collection.records, target, isSet);
    if (isSet && place === null) draft.ask(`${rootOf(name)}: where does a schedule say which insurances it accepts?`);
    if (target === undefined || place === null) continue;
    used.add(place.pointer);
    const reason = `its values are ids of ${target.template}`;
    const question = isSet ? "Are these the insurances that a schedule accepts?" : null;
    draft.set(`${rootOf(name)}/kind`, isSet ? "set" : "reference", reason, question);
    draft.set(`${rootOf(name)}/${isSet ? "of" : "to"}`, to, reason, question);
    draft.set(`${rootOf(name)}/at`, place.pointer, reason, question);
    const forms = isSet ? (["ids", "objects", "ids-or-objects"] as const) : (["id", "object", "id-or-object"] as const);
    draftIdShape(draft, rootOf(name), place, forms, reason);
  }
  if (type !== "insurance") draftPhones(draft, rootOf("phones"), candidates.filter(isFree), used);
  const zone = candidates.find(({ values }) => values.some(isZone));
  const isBorrowed = type === "place" && valueAt(draft.profile, "/records/schedule/meanings/timeZone") === undefined;
  if (zone !== undefined && (type === "schedule" || isBorrowed)) {
    used.add(zone.pointer);
    const question = isBorrowed ? "Is the time zone of a place that of its schedules?" : null;
    draft.set(`${rootOf("timeZone")}/kind`, "text", `its values are time zones (${sampleOf(zone)})`, question);
    draft.set(`${rootOf("timeZone")}/at`, zone.pointer, `its values are time zones (${sampleOf(zone)})`, question);
  }
  const texts = candidates.filter((candidate) => isFree(candidate) && candidate.values.some(isText));
  const words = texts.filter(({ values }) => values.some((value) => isText(value) && /\S \S/.test(plainText(value))));
  if (type === "practitioner") text("displayName", words.slice(0, 1));
  else text("name", type === "insurance" ? texts : words);
}

/** Instants of a record that change with an update; else its only one. */
function timesOfChange({ records, updates, id, resource }: Collection): readonly string[] {
  const members = records.flatMap((record) => listMembers(record, 3));
  const instants = [...new Set(members.filter(({ value }) => isInstant(value)).map(({ pointer }) => pointer))];
  const moving = instants.filter((pointer) =>
    updates.some(({ requestBody, responseBody, segments }) => {
      const before = records.find((record) => plainText(valueAt(record, id)) === segments.at(-1));
      const isSent = listMembers(requestBody ?? null, 4).some((member) => lastKey(member.pointer) === lastKey(pointer));
      const [old, next] = [valueAt(before, pointer), valueAt(valueAt(responseBody, resource), pointer)];
      return !isSent && old !== undefined && next !== undefined && old !== next;
    }),
  );
  return moving.length > 0 || instants.length > 1 ? moving : instants;
}

/** Where ids of a collection stand in records: the member, and how it holds them. */
function placeOfIds(records: readonly JsonObject[], target: Collection, isList: boolean): IdPlace | null {
  const idIn = (element: Json): string | null | undefined => {
    if (typeof element === "string") return target.ids.includes(element) ? null : undefined;
    // An object that groups members of the record is no reference: it holds more than an id and a few words.
    return listMembers(element, isList ? 2 : 1).find(
      ({ pointer, value }) =>
        target.ids.includes(plainText(value)) && (isList || lastKey(pointer) === lastKey(target.id)),
    )?.pointer;
  };
  for (const { pointer, value } of records.flatMap((record) => listMembers(record, 3))) {
    if (isJsonArray(value) !== isList) continue;
    const elements = records.flatMap((record) => elementsOf(valueAt(record, pointer)));
    const ids = elements.map(idIn);
    if (ids.some((id) => id !== undefined))
      return { pointer, elements, id: ids.find((id) => typeof id === "string") ?? null };
  }
  return null;
}

interface IdPlace {
  readonly pointer: string;
  readonly elements: readonly Json[];
  /** Where the id is in an element that is an object; null where none is one. */
  readonly id: string | null;
}

/** Drafts the shape of ids, and what a new one looks like. */
function draftIdShape(
  draft: Draft,
  pointer: string,
  { elements, id }: IdPlace,
  [bare, object, mixed]: readonly [string, string, string],
  reason: string,
): void {
  const objects = elements.filter(isJsonObject);
  if (id === null || objects.length === 0) {
    draft.set(`${pointer}/shape/form`, bare, reason, "Is this always an id alone, or sometimes an object with it?");
    return;
  }
  const isMixed = objects.length < elements.length;
  const always = isMixed ? null : "Is this always an object, or sometimes an id alone?";
  draft.set(`${pointer}/shape/form`, isMixed ? mixed : object, reason, always);
  draft.set(`${pointer}/shape/id`, id, reason);
  draft.ask(`${pointer}/write/element: what does a new entry look like, with all of its members?`);
}

function draftPhones(draft: Draft, root: string, candidates: readonly Candidate[], used: Set<string>): void {
  const textsIn = (element: Json) => (isJsonObject(element) ? Object.values(element) : [element]);
  // A number of digits alone may be anything.
  const isPhone = (value: Json) => looksLikePhone(value) && /[+() -]/.test(plainText(value));
  const matching = candidates.filter(({ values }) =>
    values.some((value) => elementsOf(value).flatMap(textsIn).some(isPhone)),
  );
  const [phones] = matching.toSorted((a, b) => a.pointer.split("/").length - b.pointer.split("/").length);
  if (phones === undefined) return;
  used.add(phones.pointer);
  const elements = phones.values.flatMap(elementsOf);
  const objects = elements.filter(isJsonObject);
  const isList = phones.values.some(isJsonArray);
  const reason = `its values are telephone numbers (${sampleOf(phones)})`;
  const question = `Is ${phones.pointer} all phones, and nothing else?`;
  draft.set(`${root}/kind`, "phones", reason, question);
  draft.set(`${root}/at`, phones.pointer, reason, question);
  draft.set(`${root}/shape/form`, (objects.length > 0 ? "object" : "text") + (isList ? "s" : ""), reason, question);
  const parts = new Set<string>();
  for (const key of new Set(objects.flatMap(Object.keys))) {
    const values = objects.flatMap((object) => (typeof object[key] === "string" ? [object[key]] : []));
    const isShort = values.length > 0 && values.every((value) => /^\d{1,6}$/.test(value));
    const part = values.some(isPhone) ? "number" : isShort ? "extension" : values.length > 0 ? "label" : null;
    if (part === null || parts.has(part)) continue;
    parts.add(part);
    draft.set(`${root}/shape/${part}`, formatPointer([key]), `by its values`, `Is /${key} of a phone its ${part}?`);
  }
  draft.ask(`${root}/write: how is a number written, and what does a new entry look like, with all of its members?`);
}

/** The body of a write without what it is wrapped in. */
export function unwrapped(
  body: Json | undefined,
  { records }: Pick<Collection, "records">,
): { record: JsonObject; wrapper: string } | null {
  if (!isJsonObject(body)) return null;
  const [only, more] = Object.keys(body);
  const inner = only === undefined ? undefined : body[only];
  const isWrapped = more === undefined && only !== undefined && !records.some((record) => Object.hasOwn(record, only));
  return isWrapped && isJsonObject(inner) ? { record: inner, wrapper: only } : { record: body, wrapper: "" };
}

/** Whether the update that was seen sends all that a new record has; null where none was seen. */
export function sendsWholeRecord(collection: Collection): boolean | null {
  const sent = unwrapped(collection.updates[0]?.requestBody, collection);
  if (sent === null) return null;
  const created = unwrapped(collection.creates[0]?.requestBody, collection)?.record ?? collection.records[0] ?? {};
  const isAll = Object.keys(created).every((key) => Object.hasOwn(sent.record, key));
  return collection.updates[0]?.method !== "PATCH" && isAll;
}

export const ofUpdate = "Does an update send the whole record, or the members that change?";

function draftUpdate(draft: Draft, type: DraftedType, collection: Collection, changed: readonly string[]): void {
  const isWhole = sendsWholeRecord(collection);
  const root = `/records/${type}`;
  if (isWhole === null)
    draft.ask(
      `/operations/${recordOperation("update", type)}: how is ${withArticle(type)} updated? Without it, its changes are held.`,
    );
  else
    draft.set(
      `${root}/update`,
      isWhole ? "whole-record" : "changed-fields",
      "what the update that was seen sends",
      ofUpdate,
    );
  if (isWhole !== true) return;
  const keys = [collection.id, ...changed].map((pointer) => formatPointer((parsePointer(pointer) ?? []).slice(0, 1)));
  const unsent = [...new Set(keys)];
  draft.set(
    `${root}/unsent`,
    unsent,
    "the service sets these itself",
    `Is a whole record sent without ${unsent.join(", ")} alone?`,
  );
}
