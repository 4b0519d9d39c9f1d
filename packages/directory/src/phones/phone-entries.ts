import { earlierPhoneKey, keyPart, labelOf, phoneKey } from "./phone-key.ts";
import type { Phone } from "./phone.ts";

/** One entry of a list of phones. */
export interface Entry {
  phone: Phone;
  /** Names it and no other entry of its list: its phone key, and where others have that too, its label and its place among equals. */
  key: string;
  /** Its key, and what names it where the list has more or fewer of its number. */
  names: readonly string[];
  position: number;
}

/** The entries of a list, with keys by which each is told from the others. */
export function phoneEntries(phones: readonly Phone[], region: string): Entry[] {
  const keys = phones.map((phone) => phoneKey(phone, region));
  const labelled = phones.map((phone, position) => withLabel(keys[position] ?? "", phone));
  if (new Set(keys).size === keys.length)
    return phones.map((phone, position) => {
      const key = keys[position] ?? "";
      return { phone, key, names: [key, labelled[position] ?? ""], position };
    });
  const ofKey = Map.groupBy(keys.keys(), (position) => keys[position]);
  const ofLabel = Map.groupBy(labelled.keys(), (position) => labelled[position]);
  return phones.map((phone, position) => {
    const [key, name] = [keys[position] ?? "", labelled[position] ?? ""];
    if (ofKey.get(key)?.length === 1) return { phone, key, names: [key, name], position };
    const equals = ofLabel.get(name) ?? [];
    const own = equals.length === 1 ? name : `${name};line=${equals.indexOf(position) + 1}/${equals.length}`;
    return { phone, key: own, names: [own], position };
  });
}

/** The key of an entry with its label: it names one of several entries of a number. */
export function labelledKey(phone: Phone, region: string): string {
  return withLabel(phoneKey(phone, region), phone);
}

function withLabel(key: string, { label }: Phone): string {
  return `${key};label=${keyPart(labelOf(label))}`;
}

/** The phone key in the key of an entry. */
export function phoneKeyOf(key: string): string {
  const extension = key.indexOf(";ext=");
  if (extension < 0 || !key.includes(";", extension + 1)) return key;
  return key.replace(/(;ext=[^;]*);(?:only;)?(?:label|line|row)=.*$/su, "$1");
}

/** The key by which an operation names an entry: it says too whether its number was listed once, so that it means no other one later. */
export function operationKey({ key, phone }: Entry, region: string): string {
  return key === phoneKeyOf(key)
    ? `${key};only;label=${labelledKey(phone, region).slice(`${key};label=`.length)}`
    : key;
}

/**
 * The entries that an operation means by this key: one, or none where it is gone, or where it cannot be told from its equals. A phone
 * key alone means all entries that have it, as earlier versions staged it.
 */
export function entriesNamed(entries: readonly Entry[], key: string, region: string): Entry[] {
  const number = phoneKeyOf(key);
  const ofNumber = entries.filter((entry) => phoneKeyOf(entry.key) === number);
  if (key === number)
    return ofNumber.length > 0 ? ofNumber : entries.filter(({ phone }) => earlierPhoneKey(phone, region) === key);
  const isOnly = key.startsWith(`${number};only;`);
  if (isOnly && ofNumber.length === 1) return ofNumber;
  // The last of several equals is named so once the others were taken.
  const label = isOnly ? key.replace(";only;", ";") : key.replace(/;line=1\/1$/u, "");
  const named = ofNumber.filter(({ names }) => names.includes(label));
  if (named.length > 0) return named;
  const line = key.startsWith(`${number};line=`) ? Number(key.slice(`${number};line=`.length)) : 0;
  return ofNumber.slice(line - 1, line);
}

/** Whether two keys, each of a list of its own, may mean the same entry. */
export function mayMeanSame(a: string, b: string): boolean {
  if (a === b) return true;
  return phoneKeyOf(a) === phoneKeyOf(b) && (isOfOne(a) || isOfOne(b));
}

/** Whether what comes in under a key stands where another key meant an entry: of its number, and of its label where both have one. */
export function takesPlaceOf(known: string, key: string): boolean {
  const [labelKnown = "", label = ""] = [known, key].map((one) => /;label=([^;]*)/u.exec(one)?.[1]);
  return phoneKeyOf(known) === phoneKeyOf(key) && (labelKnown === label || labelKnown === "" || label === "");
}

/** Whether a key names an entry by its number, which was listed once. */
export function isOfOne(key: string): boolean {
  const number = phoneKeyOf(key);
  return key === number || key.startsWith(`${number};only;`);
}

/** The key that an entry has in a list, by that of an operation: its phone key where its number was listed once. */
export function listedKey(key: string): string {
  return isOfOne(key) ? phoneKeyOf(key) : key;
}

/** The key of the place of an entry, which is decided apart from the entry. */
export function placeKey(key: string): string {
  return `${placeMark}${key}`;
}

/** The key of the entry whose place this is; null for the key of an entry. */
export function keyOfPlace(key: string): string | null {
  return key.startsWith(placeMark) ? key.slice(placeMark.length) : null;
}

// No key begins with this sign: in what it is made of it is escaped.
const placeMark = ";place of ";
