import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  lastKey,
  nameSimilarity,
  parsePointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@dc/api-client";
import { listMembers } from "#/suggestions/candidate-members.ts";
import type { Draft } from "./draft-lines.ts";
import { draftMeanings, draftOwnMeanings } from "./draft-meanings.ts";
import { draftedTypes, type Collection, type DraftedType, type Endpoints } from "./find-endpoints.ts";
import { camelCase, commonPrefix, isInstant, nounOf, plainText, isDay } from "./service-description.ts";

/** Drafts the record types, with their meanings, and what an update sends. */
export function draftRecords(draft: Draft, endpoints: Endpoints, prose: string): void {
  for (const type of draftedTypes) {
    const found = endpoints.types.get(type);
    if (found === undefined) {
      if (type === "practitioner" || type === "schedule")
        draft.ask(`/records/${type}: which requests read one ${type}? None was recognised.`);
      continue;
    }
    draftRecord(draft, type, found, { endpoints, prose });
  }
  draftBorrowed(draft, endpoints);
  for (const { template } of endpoints.others)
    draft.ask(
      `${template}: what are these records? A record type of its own may have them, if a schedule or a practitioner refers to one.`,
    );
}

function draftRecord(
  draft: Draft,
  type: DraftedType,
  { collection, reason }: { readonly collection: Collection; readonly reason: string },
  { endpoints, prose }: { readonly endpoints: Endpoints; readonly prose: string },
): void {
  const at = (key: string) => ["records", type, key];
  draft.set(at("collection"), camelCase(nounOf(collection.template)), `${reason}: ${collection.template}`);
  const prefix = commonPrefix(collection.ids);
  const isFew = collection.ids.length < 2;
  draft.set(
    at("idPrefix"),
    prefix,
    prefix === ""
      ? "the ids that were seen have no beginning in common"
      : `the ids that were seen begin so (${collection.ids.slice(0, 2).join(", ")})`,
    isFew ? `How do ids of a ${type} begin?` : null,
  );
  draft.set(at("id"), collection.id, "the id that was asked for stands there");
  const used = draftMeanings(draft, type, endpoints, prose);
  const changed = timesOfChange(collection);
  const [first] = changed;
  if (first === undefined)
    draft.ask(`/records/${type}/ignored: does a record have a time of its last change, or a number of changes?`);
  else
    draft.set(
      at("ignored"),
      changed.map(({ pointer }) => pointer),
      "a time that the service sets itself",
      first.isMoving
        ? null
        : `Is ${changed.map(({ pointer }) => pointer).join(", ")} a time of change, and no value of the record?`,
    );
  draftUpdate(
    draft,
    type,
    collection.updates.length > 0 ? collection : (endpoints.types.get("practitioner")?.collection ?? collection),
    [collection.id, ...changed.map(({ pointer }) => pointer)],
  );
  const taken = new Set([...used, ...changed.map(({ pointer }) => pointer)]);
  if (type !== "insurance") draftOwnMeanings(draft, type, collection, taken);
  draftCreation(draft, type, collection);
  const ignored = new Set([...used, ...changed.map(({ pointer }) => pointer)]);
  const unnamed = [...new Set(collection.records.flatMap(Object.keys))].filter(
    (key) => ![...ignored].some((pointer) => (parsePointer(pointer) ?? [])[0] === key),
  );
  if (unnamed.length > 0)
    draft.ask(
      `/records/${type}/meanings: should any of ${unnamed.map((key) => `${formatPointer([key])} (${kindOf(collection.records, key)})`).join(", ")} be shown and overridden? It needs a meaning of its own.`,
    );
}

/** What a member seems to be, in a word. */
function kindOf(records: readonly JsonObject[], key: string): string {
  const value = records.map((record) => record[key]).find((one) => one !== undefined && one !== null);
  if (typeof value === "boolean" || typeof value === "number") return typeof value;
  if (isDay(value)) return "date";
  if (isJsonArray(value)) return value.every((entry) => typeof entry === "string") ? "set of words" : "list";
  return isJsonObject(value) ? "object" : "text";
}

/** Instants of a record that change with an update, or whose names say that they do. */
function timesOfChange({
  records,
  updates,
  id,
  resource,
}: Collection): readonly { pointer: string; isMoving: boolean }[] {
  const instants = [
    ...new Set(
      records.flatMap((record) =>
        listMembers(record, 3).flatMap(({ pointer, value }) => (isInstant(value) ? [pointer] : [])),
      ),
    ),
  ];
  const found = instants.map((pointer) => {
    const isMoving = updates.some(({ requestBody, responseBody, segments }) => {
      const after = valueAt(responseBody, resource);
      const before = records.find(
        (record) => plainText(valueAt(record, id)) === segments.at(-1) && valueAt(record, pointer) !== undefined,
      );
      const isSent = listMembers(requestBody ?? null, 4).some((member) => lastKey(member.pointer) === lastKey(pointer));
      return (
        !isSent &&
        before !== undefined &&
        valueAt(after, pointer) !== undefined &&
        valueAt(after, pointer) !== valueAt(before, pointer)
      );
    });
    const isNamed = [
      "changed at",
      "updated at",
      "modified on",
      "last change",
      "revised at",
      "edited",
      "stamp",
      "touched",
    ].some((name) => nameSimilarity(name, lastKey(pointer)) >= 0.5);
    return { pointer, isMoving, isNamed };
  });
  const moving = found.filter(({ isMoving }) => isMoving);
  if (moving.length > 0) return moving;
  const likely = found.filter(({ isNamed }) => isNamed);
  return likely.length > 0 || found.length > 1 ? likely : found;
}

/** The body of a write without what it is wrapped in. */
export function unwrapped(
  body: Json | undefined,
  collection: Pick<Collection, "records">,
): { readonly record: JsonObject; readonly wrapper: string } | null {
  if (!isJsonObject(body)) return null;
  const known = new Set(collection.records.flatMap(Object.keys));
  const [only, more] = Object.keys(body);
  const inner = only === undefined ? undefined : body[only];
  return more === undefined && only !== undefined && isJsonObject(inner) && !known.has(only)
    ? { record: inner, wrapper: formatPointer([only]) }
    : { record: body, wrapper: "" };
}

/** Whether an update sends the whole record, by what an update and a record have. */
export function sendsWholeRecord(
  collection: Collection,
): { readonly isWhole: boolean; readonly unsent: readonly string[] } | null {
  const [update] = collection.updates;
  const sent = update === undefined ? null : unwrapped(update.requestBody, collection);
  if (update === undefined || sent === null) return null;
  const record =
    collection.records.find((one) => plainText(valueAt(one, collection.id)) === update.segments.at(-1)) ??
    collection.records[0];
  const keys = Object.keys(record ?? {});
  const unsent = keys.filter((key) => !Object.hasOwn(sent.record, key));
  const [create] = collection.creates;
  const created = create === undefined ? null : unwrapped(create.requestBody, collection);
  const count = Object.keys(sent.record).length;
  // A new record has all that can be sent of one.
  const isAll =
    created === null
      ? count * 2 > keys.length - 1
      : Object.keys(created.record).every((key) => Object.hasOwn(sent.record, key));
  const isWhole = update.method !== "PATCH" && isAll && count > 1;
  return { isWhole, unsent };
}

function draftUpdate(draft: Draft, type: DraftedType, collection: Collection, setByService: readonly string[]): void {
  const sent = sendsWholeRecord(collection);
  if (sent === null) {
    if (type !== "insurance")
      draft.ask(
        `/operations/update${type.charAt(0).toUpperCase()}${type.slice(1)}: how is a ${type} updated? Without it, its changes are held.`,
      );
    return;
  }
  const question = "Does an update send the whole record, or the members that change?";
  if (!sent.isWhole) {
    draft.set(
      ["records", type, "update"],
      "changed-fields",
      "the update that was seen sends a part of the record",
      question,
    );
    return;
  }
  draft.set(["records", type, "update"], "whole-record", "the update that was seen sends most of the record", question);
  const own = setByService.map((pointer) => formatPointer((parsePointer(pointer) ?? []).slice(0, 1)));
  draft.set(
    ["records", type, "unsent"],
    [...new Set(own)],
    "the service sets these itself",
    `Is a whole record sent without ${[...new Set(own)].join(", ")}, and with all else that was read?`,
  );
}

function draftCreation(draft: Draft, type: DraftedType, collection: Collection): void {
  const [create] = collection.creates;
  if (create === undefined) return;
  const sent = unwrapped(create.requestBody, collection);
  const { required } = create.words;
  const record = draft.profile["records"];
  const meanings = isJsonObject(record) ? valueAt(record, formatPointer([type, "meanings"])) : undefined;
  const nameOf = (pointer: string) => {
    const own = isJsonObject(meanings)
      ? Object.entries(meanings).find(([, meaning]) => {
          const place = valueAt(meaning, "/at");
          return typeof place === "string" && (pointer === place || pointer.startsWith(`${place}/`));
        })
      : undefined;
    return own?.[0] ?? pointer;
  };
  if (required === null) {
    const needed = {
      practitioner: ["displayName"],
      schedule: ["practitioner", "place", "name", "timeZone"],
      place: ["name", "timeZone"],
      insurance: [],
    }[type];
    const own = needed.filter(
      (name) => isJsonObject(meanings) && valueAt(meanings, formatPointer([name, "at"])) !== undefined,
    );
    if (own.length > 0)
      draft.set(
        ["records", type, "create", "required"],
        own,
        "what a record is of little use without",
        `What must a new ${type} have?`,
      );
    return;
  }
  const wrapper = sent?.wrapper ?? "";
  const fields = [
    ...new Set(
      required.map((pointer) => nameOf(pointer.startsWith(wrapper) ? pointer.slice(wrapper.length) : pointer)),
    ),
  ];
  draft.set(
    ["records", type, "create", "required"],
    fields,
    "the description says that they are required",
    `Does a new ${type} need nothing but ${fields.join(", ")}?`,
  );
}

/** What a schedule does not have itself and its place has. */
function draftBorrowed(draft: Draft, { types }: Endpoints): void {
  if (!types.has("place")) return;
  const meaningsOf = (type: string) => valueAt(draft.profile, formatPointer(["records", type, "meanings"]));
  const own = meaningsOf("schedule");
  const place = meaningsOf("place");
  if (valueAt(own, "/place") === undefined) return;
  for (const name of ["name", "timeZone", "phones"])
    if (valueAt(own, `/${name}`) === undefined && valueAt(place, `/${name}`) !== undefined)
      draft.set(
        ["records", "schedule", "meanings", name, "via"],
        ["place"],
        `a schedule has no ${name}, and the place that it refers to has one`,
        `Is the ${name} of a schedule that of its place?`,
      );
}
