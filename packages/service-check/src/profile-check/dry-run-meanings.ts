import {
  decodeMeaning,
  formatPointer,
  nameSimilarity,
  closestName,
  valueAt,
  type Json,
  type JsonObject,
  type OwnMeaning,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { phoneProblems } from "#/hints/dry-run-phones.ts";
import { fittingShape } from "#/hints/fitting-shape.ts";
import { candidates, excerpt, membersOf } from "#/hints/suggest.ts";
import { unwrittenId } from "#/hints/unwritten-element.ts";
import type { MeaningFound, MeaningSample } from "./dry-run.ts";

/** A record that a dry run read. */
export interface ReadRecord {
  readonly id: string;
  readonly raw: JsonObject;
}

type Read = ReadonlyMap<string, readonly ReadRecord[]>;

/** What the console knows by name. */
const knownMeanings: Readonly<Record<string, readonly string[]>> = {
  practitioner: ["displayName", "preferredName", "phones"],
  schedule: ["practitioner", "name", "acceptedInsurances", "timeZone", "phones"],
};

/** Meanings under names that the console has no use for, where one that it knows is not there. */
export function missingMeanings(profile: ServiceProfile, untried: string[]): readonly ProfileProblem[] {
  const has = (type: string, name: string) => profile.data.records[type]?.meanings[name] !== undefined;
  const problems = Object.entries(knownMeanings).flatMap(([type, known]) => {
    const missing = known.filter((name) => !has(type, name));
    return Object.keys(profile.data.records[type]?.meanings ?? {}).flatMap((name): readonly ProfileProblem[] => {
      const meant = known.includes(name) ? null : closestName(name, missing);
      if (meant === null) return [];
      const message = `is a name of your own; the console shows "${meant}", which "${type}" does not have: rename it, if that is meant`;
      return [{ pointer: formatPointer(["records", type, "meanings", name]), message }];
    });
  });
  for (const [type, name] of [
    ["practitioner", "displayName"],
    ["schedule", "acceptedInsurances"],
  ] as const)
    if (!has(type, name))
      untried.push(`The profile has no ${name} for a ${type}: the console can neither show nor change it.`);
  if (!profile.recordTypes.some((type) => has(type, "phones")))
    untried.push("The profile has no phones anywhere: the console can neither show nor change them.");
  return problems;
}

/** Where a value stands on a record that this type refers to, with what to write so that it is found there. */
function elsewhere(
  profile: ServiceProfile,
  type: string,
  name: string,
  kind: string,
  pointer: string,
  read: Read,
): string | null {
  for (const [reference, meaning] of Object.entries(profile.data.records[type]?.meanings ?? {})) {
    if ("via" in meaning || meaning.kind !== "reference") continue;
    for (const { raw } of read.get(meaning.to) ?? []) {
      const here = valueAt(raw, pointer);
      const [best] =
        here !== undefined
          ? [{ pointer, value: here }]
          : candidates(raw, kind, [name], new Set()).filter((one) => nameSimilarity(name, one.pointer) >= 0.6);
      if (best !== undefined)
        return `the ${meaning.to} that it names has "${best.pointer}" (${excerpt(best.value, 50)}): write { "via": ["${reference}"] } here, and "${name}" with "at": "${best.pointer}" among the meanings of "${meaning.to}"`;
    }
  }
  return null;
}

function absentMessage(
  profile: ServiceProfile,
  type: string,
  name: string,
  kind: string,
  pointer: string,
  records: readonly ReadRecord[],
): string {
  const taken = namedPointers(profile, type);
  const hints = records.flatMap(({ raw }) => candidates(raw, kind, [name, pointer.slice(1)], taken));
  const distinct = [...new Map(hints.map((hint) => [hint.pointer, hint])).values()].slice(0, 3);
  const where = `nothing at ${pointer} in ${String(records.length)} ${type} record${records.length === 1 ? "" : "s"}`;
  if (distinct.length === 0 && name === "displayName") {
    const texts = membersOf(records[0]?.raw ?? null, 3).filter(({ value }) => typeof value === "string");
    return `${where}; it may be one of ${texts.map((text) => `"${text.pointer}" (${excerpt(text.value, 30)})`).join(", ")}`;
  }
  return distinct.length === 0
    ? `${where}, nor anything like it; it is shown as absent, which does no harm. Where no ${type} has it, take it away: "${name}": null in a file that extends another one, and left out of a whole file`
    : `${where}; it may be ${distinct.map((hint) => `"${hint.pointer}" (${excerpt(hint.value, 50)})`).join(" or ")}`;
}

/** Pointers that some entry of the profile names in records of a type. */
export function namedPointers(profile: ServiceProfile, type: string): ReadonlySet<string> {
  const record = profile.data.records[type];
  const meanings = Object.values(record?.meanings ?? {}).flatMap((meaning) => ("via" in meaning ? [] : [meaning.at]));
  return new Set([record?.id ?? "/id", ...(record?.ignored ?? []), ...meanings]);
}

/** A set of what is no record type here, where its ids are those of one that is. */
function nameProblems(
  profile: ServiceProfile,
  meaning: Extract<OwnMeaning, { kind: "set" }>,
  at: string,
  records: readonly ReadRecord[],
): readonly ProfileProblem[] {
  // Prefixes may be alike: what a reference leads to is something else.
  const referred = profile.recordTypes.flatMap((type) =>
    profile.meanings(type).flatMap(({ kind, of }) => (kind === "reference" ? [of] : [])),
  );
  const types = profile.recordTypes.filter((type) => type !== "schedule" && !referred.includes(type));
  if (profile.recordTypes.includes(meaning.of)) return [];
  const ids = records.flatMap(({ raw }) => {
    const decoded = decodeMeaning(meaning, raw);
    const value = "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : null;
    return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
  });
  const fitting = types.find((type) => {
    const prefix = profile.idPrefixOf(type);
    return prefix !== "" && ids.length > 0 && ids.every((id) => id.startsWith(prefix));
  });
  if (fitting === undefined) return [];
  const message = `is "${meaning.of}", which is no record type of this profile, and its ids start as those of "${fitting}" do: write "${fitting}", or they stay without names`;
  return [{ pointer: `${at}/of`, message }];
}

export function meaningsOf(profile: ServiceProfile, read: Read, problems: ProfileProblem[]): readonly MeaningFound[] {
  return profile.recordTypes.flatMap((type) =>
    profile.meanings(type).map((description): MeaningFound => {
      const { name, kind, owner, pointer, via } = description;
      const own = profile.data.records[owner.type]?.meanings[owner.meaning];
      const records = read.get(owner.type) ?? [];
      const base = { type, meaning: name, kind, owner: owner.type, pointer };
      if (own === undefined || "via" in own || records.length === 0)
        return { ...base, status: "not-read", samples: [], told: `no ${owner.type} was read` };
      const at = formatPointer(["records", owner.type, "meanings", owner.meaning]);
      if (own.kind === "phones" && via.length === 0) problems.push(...phoneProblems(own, at, records));
      const unwritten = via.length === 0 ? unwrittenId(own, at, records) : null;
      if (unwritten !== null) problems.push(unwritten);
      if (own.kind === "set" && via.length === 0) problems.push(...nameProblems(profile, own, at, records));
      const samples: MeaningSample[] = [];
      for (const { id, raw } of records) {
        const decoded = decodeMeaning(own, raw);
        const value: Json | undefined = valueAt(raw, own.at);
        if ("problem" in decoded) {
          const message = `cannot read ${excerpt(value)} at ${own.at} of ${owner.type} ${id}; write ${fittingShape(own, value ?? null)}`;
          if (via.length === 0) problems.push({ pointer: at, message });
          return { ...base, status: "misfit", samples: [{ id, raw: value ?? null, decoded: null }], told: message };
        }
        if ("value" in decoded.reading && value !== undefined)
          samples.push({ id, raw: value, decoded: decoded.reading.value });
      }
      if (samples.length > 0) {
        const through = via.length === 0 ? "" : ` through ${via.join(" → ")}`;
        return {
          ...base,
          status: "found",
          samples,
          told: `in ${String(samples.length)} of ${String(records.length)}${through}`,
        };
      }
      const borrowed = via.length === 0 ? elsewhere(profile, type, name, kind, own.at, read) : null;
      if (borrowed !== null) {
        const message = `nothing at ${own.at} of a ${type}; ${borrowed}`;
        problems.push({ pointer: at, message });
        return { ...base, status: "absent", samples: [], told: message };
      }
      const message = absentMessage(profile, owner.type, owner.meaning, kind, own.at, records);
      // What looks like nothing in these records may well be absent from the service.
      if (via.length === 0 && (message.includes("it may be") || kind === "reference"))
        problems.push({ pointer: `${at}/at`, message });
      return { ...base, status: "absent", samples: [], told: message };
    }),
  );
}
