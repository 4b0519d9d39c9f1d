import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  lastKey,
  nameSimilarity,
  parentPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@dc/api-client";
import { listMembers, looksLikeId, looksLikePhone } from "#/suggestions/candidate-members.ts";
import { phoneShapeOf } from "#/suggestions/suggest-shape.ts";
import type { Draft } from "./draft-lines.ts";
import { elementsOf, isZone, type Collection, type DraftedType, type Endpoints } from "./find-endpoints.ts";
import { camelCase, commonPrefix, isDay, isInstant, plainText, type Exchange } from "./service-description.ts";

/** A member of a record type with all of its values and what is said of it. */
interface Candidate {
  readonly pointer: string;
  readonly values: readonly Json[];
  readonly words: string;
}

function wordsOf(exchanges: readonly Exchange[], resource: string, pointer: string): string {
  for (const { words } of exchanges) {
    const found = Object.entries(words.members).find(
      ([at]) => at === `${resource}${pointer}` || at.endsWith(`/*${pointer}`),
    );
    if (found !== undefined) return found[1];
  }
  return "";
}

/** Every member of the records of a collection, lists not entered. */
function candidatesIn({ records, resource, reads, lists }: Collection): readonly Candidate[] {
  const values = new Map<string, Json[]>();
  for (const record of records)
    for (const { pointer, value } of listMembers(record, 3))
      values.set(pointer, [...(values.get(pointer) ?? []), value]);
  return [...values].map(([pointer, all]) => ({
    pointer,
    values: all,
    words: wordsOf([...reads, ...lists], resource, pointer),
  }));
}

const names: Readonly<Record<string, readonly string[]>> = {
  displayName: ["display name", "full name", "formal name", "long name", "name", "shown as", "full title"],
  preferredName: [
    "preferred name",
    "nickname",
    "nick",
    "known as",
    "goes by",
    "short name",
    "familiar name",
    "short form",
  ],
  givenName: ["given name", "first name", "forename", "given", "first"],
  familyName: ["family name", "last name", "surname", "family", "last"],
  suffix: ["suffix", "name suffix", "post nominal", "degree", "credentials"],
  name: ["name", "title", "label", "caption", "heading"],
  payer: ["payer", "carrier", "insurer", "company"],
  kind: ["kind", "type", "class", "category", "variant"],
  phones: ["phones", "phone numbers", "telephones", "lines", "dial numbers", "tel"],
  acceptedInsurances: ["accepted insurances", "insurances", "plans", "coverage", "policies", "accepts"],
};

const sayings: Readonly<Record<string, RegExp>> = {
  displayName: /\bfull name|display|as patients see/i,
  preferredName: /prefer/i,
  givenName: /\bgiven name|first name/i,
  familyName: /\bfamily name|last name|surname/i,
  suffix: /follows the name|suffix|post-?nominal/i,
  name: /\bname\b/i,
  payer: /compan|payer|insurer/i,
  kind: /\bkind|\btype|class/i,
  phones: /phone/i,
  acceptedInsurances: /insurance|plan/i,
};

function nameScore(meaning: string, pointer: string): number {
  return Math.max(...(names[meaning] ?? []).map((one) => nameSimilarity(one, lastKey(pointer))));
}

function isText(value: Json): boolean {
  return (
    typeof value === "string" &&
    !isInstant(value) &&
    !isDay(value) &&
    !isZone(value) &&
    !looksLikeId(value) &&
    !looksLikePhone(value)
  );
}

interface Found {
  readonly candidate: Candidate;
  readonly reason: string;
  readonly isSaid: boolean;
}

/** The member that is most likely a text of this meaning; null when none is likely. */
function findText(meaning: string, candidates: readonly Candidate[], bonus: (one: Candidate) => number): Found | null {
  const scored = candidates
    .filter(
      ({ values }) => values.some(isText) && values.every((value) => value === null || value === "" || isText(value)),
    )
    .map((candidate) => {
      const isSaid = sayings[meaning]?.test(candidate.words) === true;
      return { candidate, isSaid, score: (isSaid ? 2 : 0) + nameScore(meaning, candidate.pointer) + bonus(candidate) };
    })
    .toSorted((a, b) => b.score - a.score);
  const [first, second] = scored;
  if (first === undefined || first.score < 0.5) return null;
  const reason = first.isSaid
    ? `"${first.candidate.words}"`
    : `its name or its values fit (${sampleOf(first.candidate)})`;
  const isClear = first.isSaid && (second === undefined || !second.isSaid);
  return { candidate: first.candidate, reason, isSaid: isClear };
}

function sampleOf({ values }: Candidate): string {
  const value = values.find((one) => one !== null && one !== "") ?? null;
  const text = JSON.stringify(value);
  return text.length > 50 ? `${text.slice(0, 50)}…` : text;
}

/** How the records of a service say that a value is empty; null where that cannot be told. */
function emptyRule(collection: Collection, prose: string): "null" | null {
  if (/(unknown or empty|empty value)[^.]* is [`"']?null\b/i.test(prose)) return "null";
  const members = candidatesIn(collection).filter(({ pointer }) => parentPointer(pointer) === "");
  const hasNull = members.some(({ values }) => values.includes(null));
  const isOtherwise = members.some(
    ({ values }) =>
      values.length < collection.records.length ||
      values.some((value) => value === "" || (isJsonArray(value) && value.length === 0)),
  );
  return hasNull && !isOtherwise ? "null" : null;
}

const ofEmpty = "How is an empty value written: left out, null, an empty list? Is null the way to remove one?";

/** Drafts the meanings of a record type, and returns where what is used up stands. */
export function draftMeanings(
  draft: Draft,
  type: DraftedType,
  endpoints: Endpoints,
  prose: string,
): ReadonlySet<string> {
  const found = endpoints.types.get(type);
  if (found === undefined) return new Set();
  const { collection } = found;
  const candidates = candidatesIn(collection);
  const used = new Set<string>([collection.id]);
  const at = (name: string) => ["records", type, "meanings", name];
  const nulls = emptyRule(collection, prose);
  const setNulls = (name: string) => {
    if (nulls === null) return;
    draft.set([...at(name), "write", "empty"], "null", "what is empty is null, as far as is known", ofEmpty);
    draft.set([...at(name), "write", "remove"], "null", "what is empty is null, as far as is known", ofEmpty);
  };
  const text = (name: string, bonus: (one: Candidate) => number = () => 0) => {
    const free = candidates.filter(({ pointer }) => isFree(pointer, used));
    const member = findText(name, free, bonus);
    if (member === null) return null;
    const { candidate, reason, isSaid } = member;
    used.add(candidate.pointer);
    const question = isSaid ? null : `Is ${candidate.pointer} of a ${type} its ${name}? It has ${sampleOf(candidate)}.`;
    draft.set([...at(name), "kind"], "text", reason, question);
    draft.set([...at(name), "at"], candidate.pointer, reason, question);
    setNulls(name);
    return candidate;
  };
  if (type === "schedule") draftReferences(draft, endpoints, collection, used);
  if (type !== "insurance") draftPhones(draft, type, candidates, used, nulls, setNulls);
  if (type === "practitioner") {
    const isInParts = hasNameInParts(candidates);
    const display = isInParts
      ? null
      : text("displayName", ({ values }) => (values.some((value) => /\S \S/.test(plainText(value))) ? 0.3 : 0));
    const parts = isInParts ? [text("givenName"), text("familyName"), text("suffix")] : [display];
    const shown = parts.flatMap((part) => part?.values ?? []).map(plainText);
    text("preferredName", ({ values }) => (values.some((value) => isPartOf(plainText(value), shown)) ? 0.6 : 0));
    if (isInParts) draftComposedName(draft, at("displayName"), prose);
  }
  if (type === "insurance") {
    text("name");
    text("payer");
    text("kind");
  }
  if (type === "schedule" || type === "place") text("name");
  const zone = candidates.find(({ values }) => values.some(isZone));
  if (zone !== undefined && (type === "schedule" || type === "place")) {
    used.add(zone.pointer);
    draft.set([...at("timeZone"), "kind"], "text", `its values are time zones (${sampleOf(zone)})`);
    draft.set([...at("timeZone"), "at"], zone.pointer, `its values are time zones (${sampleOf(zone)})`);
    setNulls("timeZone");
  }
  if (type === "schedule") draftInsurances(draft, endpoints, collection, candidates, used, setNulls);
  return used;
}

/** True for a member that no meaning has, has a part of, or is a part of. */
function isFree(pointer: string, used: ReadonlySet<string>): boolean {
  return ![...used].some((one) => one === pointer || isWithin(one, pointer) || isWithin(pointer, one));
}

/** Drafts meanings of the service's own: members that a description explains and that no other meaning has. */
export function draftOwnMeanings(
  draft: Draft,
  type: DraftedType,
  collection: Collection,
  taken: ReadonlySet<string>,
): void {
  const used = new Set(taken);
  for (const { pointer, values, words } of candidatesIn(collection)) {
    const kind = words === "" || !isFree(pointer, used) ? null : kindOf(values);
    const name = ownName(type, pointer, values);
    const keys = ["records", type, "meanings", name];
    const isTaken = valueAt(draft.profile, formatPointer(keys)) !== undefined;
    if (kind === null || isTaken || !/^[a-z][A-Za-z0-9]*$/.test(name)) continue;
    used.add(pointer);
    const question = `Should ${pointer} of a ${type} be shown and overridden, under this name or another one? The description says "${words}".`;
    draft.set([...keys, "kind"], kind, `its values (${sampleOf({ pointer, values, words })})`, question);
    draft.set([...keys, "at"], pointer, `"${words}"`, question);
    if (kind === "set") draft.set([...keys, "of"], "word", "its entries are words", question);
    if (kind === "number" && values.every((value) => value === null || Number.isInteger(value)))
      draft.set([...keys, "whole"], true, "its values are whole numbers", question);
  }
}

/** A name for a meaning of the service's own: the member's, or the usual one of a national number. */
export function ownName(type: DraftedType, pointer: string, values: readonly Json[]): string {
  const texts = values.map(plainText).filter((value) => value !== "");
  const isNationalNumber =
    type === "practitioner" && texts.length > 0 && texts.every((value) => /^\d{10}$/.test(value));
  return isNationalNumber ? "npi" : camelCase(lastKey(pointer));
}

/** The kind of a meaning by its values; null where they do not tell. */
function kindOf(values: readonly Json[]): "boolean" | "number" | "date" | "set" | "text" | null {
  const full = values.filter((value) => value !== null && value !== "" && !(isJsonArray(value) && value.length === 0));
  const [first] = full;
  if (first === undefined || isJsonObject(first)) return null;
  if (isJsonArray(first)) return full.flatMap(elementsOf).every((entry) => typeof entry === "string") ? "set" : null;
  if (full.every(isDay)) return "date";
  if (full.every(isInstant)) return null;
  return typeof first === "string" ? "text" : typeof first === "boolean" ? "boolean" : "number";
}

/** True where a given and a family name are told, and nothing that is a whole name. */
function hasNameInParts(candidates: readonly Candidate[]): boolean {
  const isTold = (meaning: string) =>
    candidates.some(
      ({ pointer, words, values }) =>
        values.some(isText) && (sayings[meaning]?.test(words) === true || nameScore(meaning, pointer) >= 0.9),
    );
  const isWhole = candidates.some(
    ({ pointer, words, values }) =>
      sayings["displayName"]?.test(words) === true ||
      (nameScore("displayName", pointer) >= 0.8 && values.some((value) => /\S \S/.test(plainText(value)))),
  );
  return isTold("givenName") && isTold("familyName") && !isWhole;
}

/** A whole name made of the parts that were found, as the description shows it where it does. */
function draftComposedName(draft: Draft, keys: readonly string[], prose: string): void {
  const meanings = valueAt(draft.profile, formatPointer(keys.slice(0, -1)));
  const parts = ["givenName", "familyName", "suffix"].flatMap((name) => {
    const pointer = valueAt(meanings, `/${name}/at`);
    return typeof pointer === "string" ? [{ name, pointer }] : [];
  });
  const said = [...prose.replaceAll(/```[^]*?```/g, "").matchAll(/`([^`]+)`/g)].flatMap(([, text = ""]) => {
    const filled = parts.reduce(
      (rest, { name, pointer }) =>
        [pointer.slice(1).replaceAll("/", "."), lastKey(pointer)].reduce(
          (before, word) => (before.includes(`{${name}}`) ? before : before.replace(word, `{${name}}`)),
          rest,
        ),
      text,
    );
    return filled.includes("{givenName}") && filled.includes("{familyName}") ? [filled] : [];
  });
  const usual = parts.some(({ name }) => name === "suffix")
    ? "{givenName} {familyName}, {suffix}"
    : "{givenName} {familyName}";
  const question = "How is the whole name of a practitioner made of its parts?";
  draft.set([...keys, "kind"], "composed", "a practitioner has parts of a name, and no whole one", question);
  draft.set(
    [...keys, "template"],
    said[0] ?? usual,
    said[0] === undefined ? "the usual order" : "as the description shows it",
    question,
  );
}

function isPartOf(part: string, wholes: readonly string[]): boolean {
  const words = part.split(/\s+/).filter((word) => word.length > 2);
  return (
    words.length > 0 &&
    wholes.some((whole) => whole !== part && words.some((word) => whole.split(/[\s,]+/).includes(word)))
  );
}

/** Where ids of a collection stand in records: the member, and how it holds them. */
function placeOfIds(
  records: readonly JsonObject[],
  target: Collection,
  isList: boolean,
): { readonly pointer: string; readonly elements: readonly Json[]; readonly id: string | null } | null {
  const idKey = lastKey(target.id);
  const idIn = (element: Json): string | null | undefined => {
    if (typeof element === "string") return target.ids.includes(element) ? null : undefined;
    // An object that groups members of the record is no reference: in one, the id has the name of ids.
    return listMembers(element, isList ? 2 : 1).find(
      ({ pointer, value }) =>
        typeof value === "string" &&
        target.ids.includes(value) &&
        (isList || lastKey(pointer) === idKey || /(^|[^a-z])(id|uid|uuid|ref|key|code)$/i.test(lastKey(pointer))),
    )?.pointer;
  };
  for (const record of records)
    for (const { pointer, value } of listMembers(record, 3)) {
      if (isJsonArray(value) !== isList) continue;
      const all = records.flatMap((one) => elementsOf(valueAt(one, pointer)));
      const ids = all.map(idIn);
      if (!ids.some((id) => id !== undefined)) continue;
      return { pointer, elements: all, id: ids.find((id) => typeof id === "string") ?? null };
    }
  return null;
}

function draftReferences(draft: Draft, { types }: Endpoints, schedule: Collection, used: Set<string>): void {
  for (const to of ["practitioner", "place"] as const) {
    const target = types.get(to)?.collection;
    const place = target === undefined ? null : placeOfIds(schedule.records, target, false);
    if (target === undefined) continue;
    const keys = ["records", "schedule", "meanings", to];
    if (place === null) {
      draft.ask(
        `/records/schedule/meanings/${to}: where does a schedule say its ${to}? No ${to} that is known is named by a schedule.`,
      );
      continue;
    }
    used.add(place.pointer);
    const reason = `its values are ids of ${target.template}`;
    draft.set([...keys, "kind"], "reference", reason);
    draft.set([...keys, "to"], to, reason);
    draft.set([...keys, "at"], place.pointer, reason);
    const words = wordsOf([...schedule.reads, ...schedule.lists], schedule.resource, place.pointer);
    draftIdShape(draft, keys, withWords(place, words, target.id), "one", reason);
  }
}

/** Where a description says that an id may be in an object, though none was seen: its id is named like that of a record. */
function withWords<Place extends { readonly elements: readonly Json[]; readonly id: string | null }>(
  place: Place,
  words: string,
  id: string,
): Place {
  const isMixed = place.id === null && /or (in )?an object/i.test(words);
  const inObject = formatPointer([lastKey(id)]);
  return isMixed ? { ...place, id: inObject, elements: [...place.elements, { [lastKey(id)]: null }] } : place;
}

/** Drafts the shape of ids, and what a new one looks like. */
function draftIdShape(
  draft: Draft,
  keys: readonly string[],
  { elements, id }: { readonly elements: readonly Json[]; readonly id: string | null },
  many: "one" | "list",
  reason: string,
): void {
  const [bare, object, mixed] =
    many === "list" ? ["ids", "objects", "ids-or-objects"] : ["id", "object", "id-or-object"];
  const objects = elements.filter(isJsonObject);
  if (id === null || objects.length === 0) {
    draft.set(
      [...keys, "shape", "form"],
      bare ?? "",
      reason,
      "Is this always an id alone, or sometimes an object with it?",
    );
    return;
  }
  const isMixed = objects.length < elements.length;
  draft.set(
    [...keys, "shape", "form"],
    (isMixed ? mixed : object) ?? "",
    reason,
    isMixed ? null : "Is this always an object, or sometimes an id alone?",
  );
  draft.set([...keys, "shape", "id"], id, reason);
  const question = "What does a new entry look like, with all of its members?";
  if (isMixed) draft.set([...keys, "write", "element"], "{id}", "an id alone is the shorter form", question);
  else
    draft.set(
      [...keys, "write", "element"],
      elementOf(objects, new Map([[id, "{id}"]])),
      "what the entries that were seen have in common",
      question,
    );
}

/** An entry with placeholders at some places, and elsewhere what all entries have alike. */
function elementOf(objects: readonly JsonObject[], placeholders: ReadonlyMap<string, string>, at = ""): JsonObject {
  const keys = [...new Set(objects.flatMap(Object.keys))];
  return Object.fromEntries(
    keys.map((key): [string, Json] => {
      const pointer = at + formatPointer([key]);
      const placeholder = placeholders.get(pointer);
      if (placeholder !== undefined) return [key, placeholder];
      const values = objects.flatMap((object) => (object[key] === undefined ? [] : [object[key]]));
      const inner = values.filter(isJsonObject);
      if (inner.length > 0) return [key, elementOf(inner, placeholders, pointer)];
      const [first = null] = values;
      const isConstant = values.every((value) => JSON.stringify(value) === JSON.stringify(first));
      return [key, isConstant ? first : null];
    }),
  );
}

function draftInsurances(
  draft: Draft,
  { types }: Endpoints,
  schedule: Collection,
  candidates: readonly Candidate[],
  used: Set<string>,
  setNulls: (name: string) => void,
): void {
  const target = types.get("insurance")?.collection;
  const keys = ["records", "schedule", "meanings", "acceptedInsurances"];
  const known =
    target === undefined
      ? null
      : (placeOfIds(schedule.records, target, true) ?? placeOfIds(schedule.records, target, false));
  const guessed = known === null ? guessInsurances(candidates, used) : null;
  const place = known ?? guessed;
  if (place === null) {
    draft.ask("/records/schedule/meanings/acceptedInsurances: where does a schedule say which insurances it accepts?");
    return;
  }
  used.add(place.pointer);
  const reason = known === null ? "a list of ids on the schedule" : `its values are ids of ${target?.template ?? ""}`;
  const question = known === null ? `Is ${place.pointer} of a schedule the insurances that it accepts?` : null;
  draft.set([...keys, "kind"], "set", reason, question);
  draft.set([...keys, "of"], "insurance", reason, question);
  draft.set([...keys, "at"], place.pointer, reason, question);
  const isOne =
    place.elements.length > 0 && schedule.records.every((record) => !isJsonArray(valueAt(record, place.pointer)));
  const words = wordsOf([...schedule.reads, ...schedule.lists], schedule.resource, place.pointer);
  draftIdShape(draft, keys, withWords(place, words, target?.id ?? schedule.id), isOne ? "one" : "list", reason);
  if (target === undefined) {
    const ids = place.elements
      .map((element) => (place.id === null ? element : valueAt(element, place.id)))
      .filter((id) => typeof id === "string");
    const prefix = commonPrefix(ids);
    if (prefix !== "") draft.set([...keys, "idPrefix"], prefix, "all ids that were seen begin so", question);
  }
  setNulls("acceptedInsurances");
}

function guessInsurances(candidates: readonly Candidate[], used: ReadonlySet<string>) {
  const scored = candidates
    .filter(({ pointer, values }) => !used.has(pointer) && values.some((value) => elementsOf(value).some(isIdLike)))
    .map((candidate) => {
      const said = sayings["acceptedInsurances"]?.test(candidate.words) === true ? 2 : 0;
      const isList = candidate.values.some(isJsonArray) ? 1 : 0;
      return { candidate, score: said + isList + nameScore("acceptedInsurances", candidate.pointer) };
    })
    .toSorted((a, b) => b.score - a.score);
  const [best] = scored;
  if (best === undefined || best.score < 1) return null;
  const elements = best.candidate.values.flatMap(elementsOf);
  const objects = elements.filter(isJsonObject);
  const id = objects
    .flatMap((one) => listMembers(one, 2))
    .find(({ value }) => typeof value === "string" && looksLikeId(value));
  return { pointer: best.candidate.pointer, elements, id: id?.pointer ?? null };
}

function isIdLike(element: Json): boolean {
  if (isJsonObject(element))
    return listMembers(element, 2).some(({ value }) => typeof value === "string" && looksLikeId(value));
  return typeof element === "string" && looksLikeId(element);
}

const markedExtension = /\d\s*(;ext=|extension|ext\.?|x\.?|#)\s*\d{1,6}$/i;

function draftPhones(
  draft: Draft,
  type: DraftedType,
  candidates: readonly Candidate[],
  used: Set<string>,
  nulls: "null" | null,
  setNulls: (name: string) => void,
): void {
  const scored = candidates
    .filter(({ pointer, values }) => !used.has(pointer) && values.some((value) => elementsOf(value).some(isPhoneLike)))
    .map((candidate) => {
      const said = sayings["phones"]?.test(candidate.words) === true ? 2 : 0;
      const isFormatted = candidate.values.some((value) =>
        elementsOf(value).some((one) => /[+() -]/.test(numberIn(one) ?? "")),
      );
      return { candidate, said, score: said + (isFormatted ? 1 : 0) + nameScore("phones", candidate.pointer) };
    })
    .toSorted((a, b) => b.score - a.score);
  const [best] = scored;
  // A number of digits alone may be anything, unless something says that it is a phone.
  if (best === undefined || best.score < 1) return;
  const { pointer, values, words } = best.candidate;
  used.add(pointer);
  const keys = ["records", type, "meanings", "phones"];
  const reason = best.said > 0 ? `"${words}"` : `its values are telephone numbers (${sampleOf(best.candidate)})`;
  const rival = scored.find(
    (one) => one !== best && (isWithin(one.candidate.pointer, pointer) || isWithin(pointer, one.candidate.pointer)),
  );
  const ofPlace =
    best.said === 0 && rival !== undefined ? `Are the phones at ${pointer}, or at ${rival.candidate.pointer}?` : null;
  draft.set([...keys, "kind"], "phones", reason, ofPlace);
  draft.set([...keys, "at"], pointer, reason, ofPlace);
  const elements = values.flatMap(elementsOf);
  const objects = elements.filter(isJsonObject);
  const isList = values.some(isJsonArray);
  const numbers = elements.flatMap((element) => numberIn(element) ?? []);
  const mark = numbers.map((number) => markedExtension.exec(number)?.[1]).find((one) => one !== undefined);
  const markWords = /follows (?:after|behind) [`"']?([^\s`"']+)/i.exec(`${words}`)?.[1];
  const usedMark = mark ?? markWords;
  const parts = objects.length === 0 ? null : partsOf(objects);
  if (parts === null) {
    draft.set([...keys, "shape", "form"], isList ? "texts" : "text", reason, ofPlace);
  } else {
    draft.set([...keys, "shape", "form"], isList ? "objects" : "object", reason, ofPlace);
    draft.set([...keys, "shape", "number"], parts.number, "its values are telephone numbers");
    if (parts.extension !== null)
      draft.set(
        [...keys, "shape", "extension"],
        parts.extension,
        "its values are short numbers, or its name says so",
        `Is ${parts.extension} of a phone its extension?`,
      );
    if (parts.label !== null)
      draft.set(
        [...keys, "shape", "label"],
        parts.label,
        "a text of a phone beside its number",
        `Is ${parts.label} of a phone its label, such as "Mobile"?`,
      );
  }
  const ofMarks = "What does an extension follow in the text of a number?";
  if (parts?.extension === undefined || parts.extension === null) {
    if (usedMark === undefined) draft.ask(`/records/${type}/meanings/phones/shape/extensionMarks: ${ofMarks}`);
    else
      draft.set(
        [...keys, "shape", "extensionMarks"],
        [usedMark],
        `a number that was seen has an extension behind "${usedMark}"`,
        ofMarks,
      );
  }
  const question = "What does a new phone look like, with all of its members?";
  const element = (number: string): Json =>
    parts === null
      ? number
      : elementOf(
          objects,
          new Map([
            [parts.number, number],
            ...(parts.extension === null ? [] : [[parts.extension, "{extension}"] as const]),
            ...(parts.label === null ? [] : [[parts.label, "{label}"] as const]),
          ]),
        );
  draft.set(
    [...keys, "write", "format"],
    "as-typed",
    "nothing says how numbers are to be written",
    "Must a number be written in some format?",
  );
  draft.set(
    [...keys, "write", "absentParts"],
    nulls === null ? "omit" : "null",
    "how records have what is empty",
    ofEmpty,
  );
  draft.set(
    [...keys, "write", "element"],
    element("{number}"),
    "what the phones that were seen have in common",
    question,
  );
  if (usedMark !== undefined && (parts?.extension ?? null) === null)
    draft.set(
      [...keys, "write", "elementWithExtension"],
      element(`{number} ${usedMark} {extension}`),
      "an extension that was seen is written so",
      question,
    );
  if (!isList && parts === null && nulls === null)
    draft.set([...keys, "write", "empty"], "text", "one text can be empty", ofEmpty);
  setNulls("phones");
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer.startsWith(`${outer}/`);
}

function numberIn(element: Json): string | null {
  if (typeof element === "string") return element;
  if (!isJsonObject(element)) return null;
  const found = Object.values(element).find(looksLikePhone);
  return typeof found === "string" ? found : null;
}

function isPhoneLike(element: Json): boolean {
  return isJsonObject(element) ? Object.values(element).some(looksLikePhone) : looksLikePhone(element);
}

function partsOf(objects: readonly JsonObject[]): { number: string; extension: string | null; label: string | null } {
  const shape = phoneShapeOf(objects.find(isPhoneLike) ?? {});
  const keys = [...new Set(objects.flatMap(Object.keys))];
  const number = shape?.number ?? "/number";
  const valuesAt = (key: string) => objects.flatMap((one) => (typeof one[key] === "string" ? [one[key]] : []));
  const free = keys.filter((key) => formatPointer([key]) !== number);
  const isShort = (value: string) => /^\d{1,6}$/.test(value);
  const extension =
    free.find((key) => valuesAt(key).length > 0 && valuesAt(key).every(isShort)) ??
    free.find((key) => ["extension", "ext", "suffix"].some((name) => nameSimilarity(name, key) >= 0.7));
  const label = free.find(
    (key) =>
      key !== extension &&
      (valuesAt(key).some((value) => !isShort(value)) ||
        ["label", "type", "kind", "tag", "purpose", "usage"].some((name) => nameSimilarity(name, key) >= 0.7)),
  );
  return {
    number,
    extension: extension === undefined ? null : formatPointer([extension]),
    label: label === undefined ? null : formatPointer([label]),
  };
}
