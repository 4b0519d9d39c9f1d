import {
  equalReadings,
  type FieldKind,
  isEmpty,
  labelledPhone,
  membersOf,
  phonesOf,
  type Reading,
  textsOf,
  valueWords,
  shapeOf,
  listPresenceKey,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { memberNames } from "#/records/member-names.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { fieldNoun, wordingOf } from "#/upstream/records/field-wording.ts";

const LONGEST = 200;
const MOST_NAMED = 3;

interface Look {
  /** Whose value it is, as the start of a sentence. */
  of: "The standard index" | "The index" | "The directory";
  at: { indexId: string; type: string };
  field: string;
  kind: FieldKind;
  /** The element concerned; the whole field if absent. */
  element?: string | undefined;
  /** Null if there was nothing to see, or is nothing now. */
  seen: Reading | null;
  now: Reading | null;
  /** Where the request body states the seen value. */
  pointer: string;
}

/** Refuses a decision about a value that has changed since the person saw it, and states the current value. */
export async function refuseMoved(deps: Deps, look: Look): Promise<void> {
  if (isSeen(deps.service.profile.defaultRegion, look)) return;
  throw operationError("moved_since_seen", "value", {
    of: look.of,
    value: await describeCurrentValue(deps, look),
    pointer: look.pointer,
  });
}

function isSeen(region: string, { kind, element, seen, now }: Look): boolean {
  if (seen === null || now === null) return seen === now;
  if (element !== undefined && element !== listPresenceKey) {
    const [before, after] = [elementOf(kind, seen, element), elementOf(kind, now, element)];
    if (before !== null && after !== null) return before.says === after.says;
  }
  return equalReadings(kind, seen, now, region);
}

/** What a value says of one of its elements; null where it is told whole. */
function elementOf(kind: FieldKind, reading: Reading, element: string): { says: unknown } | null {
  switch (shapeOf(kind)) {
    case "whole":
    case "keyed":
      return null;
    case "members": {
      const members = membersOf(reading);
      return members === null ? null : { says: members.has(element.normalize("NFC")) };
    }
    case "parts": {
      const texts = textsOf(reading);
      return texts === null ? null : { says: texts.get(element) };
    }
  }
}

/** The current value of a field in an index, as a clause. */
export async function describeCurrentValue(
  deps: Deps,
  { at, field, kind, element, seen, now }: Omit<Look, "of" | "pointer">,
  db: Database | Transaction = deps.store.db,
) {
  const { profile } = deps.service;
  const noun = fieldNoun(profile, at.type, field);
  if (now === null) return "it no longer has this record";
  if ("absent" in now) return `it now has no ${noun}`;
  const members = shapeOf(kind) === "members" ? membersOf(now) : null;
  if (members !== null) {
    const before = seen === null ? new Set<string>() : (membersOf(seen) ?? new Set<string>());
    const named = element === undefined || element === "" ? null : new Set([element]);
    const gained = [...(named ?? members.difference(before))].filter((id) => members.has(id));
    const lost = [...(named ?? before.difference(members))].filter((id) => !members.has(id));
    const member = (id: string) => ({ index_id: at.indexId, record_type: at.type, field, id });
    const nameOf = await memberNames(deps, db, [...gained, ...lost].map(member));
    const listed = (ids: readonly string[]) =>
      ids.length > MOST_NAMED
        ? `${ids.length} that you have not seen`
        : ids.map((id) => nameOf(member(id)) ?? id).join(" and ");
    const clauses = [
      ...(gained.length === 0 ? [] : [`it now lists ${listed(gained)}`]),
      ...(lost.length === 0 ? [] : [`it no longer lists ${lost.length > MOST_NAMED ? lost.length : listed(lost)}`]),
    ];
    if (clauses.length > 0) return clauses.join(", and ");
  }
  if (isEmpty(now)) return "it is empty now";
  const phones = shapeOf(kind) === "keyed" ? phonesOf(now) : null;
  if (phones !== null) return `it now has ${phones.map(labelledPhone).join(", ")}`;
  const wording = wordingOf(profile, at.type, field);
  const words = wording === null ? null : valueWords(now.value, wording);
  const text = words ?? (typeof now.value === "string" ? `“${now.value}”` : JSON.stringify(now.value));
  return `it now has ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`;
}
