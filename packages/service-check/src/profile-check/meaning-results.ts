import {
  type ComposedDescription,
  decodeMeaning,
  formatPointer,
  nameSimilarity,
  valueAt,
  type MeaningDescription,
  type OwnMeaning,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { kindOf } from "#/kinds/kinds.ts";
import { excerpt } from "#/service/describe-answer.ts";
import { listMembers, namedPointers } from "#/suggestions/answer-members.ts";
import { candidateMembers } from "#/suggestions/candidate-members.ts";
import { heldElsewhere, unnamedReferences } from "#/suggestions/held-elsewhere.ts";
import { withArticle } from "#/article.ts";
import type { MeaningResult, MeaningSample } from "./profile-check-report.ts";
import type { ReadRecord, ReadRecords } from "./read-records.ts";

/** What every meaning found in the records that were read, and what to change in the profile. */
export function meaningResults(
  profile: ServiceProfile,
  read: ReadRecords,
): { readonly meanings: readonly MeaningResult[]; readonly problems: readonly ProfileProblem[] } {
  const results = profile.recordTypes.flatMap((type) => [
    ...profile.meanings(type).map((description) => meaningResult(profile, type, description, read)),
    ...profile.composed(type).map((description) => composedResult(profile, type, description, read)),
  ]);
  return { meanings: results.map(({ result }) => result), problems: results.flatMap(({ problems }) => problems) };
}

function meaningResult(
  profile: ServiceProfile,
  type: string,
  { name, kind, owner, pointer, via }: MeaningDescription,
  read: ReadRecords,
): { readonly result: MeaningResult; readonly problems: readonly ProfileProblem[] } {
  const ownMeaning = profile.data.records[owner.type]?.meanings[owner.meaning];
  const records = read.get(owner.type) ?? [];
  const problems: ProfileProblem[] = [];
  const resultOf = (status: MeaningResult["status"], detail: string, samples: readonly MeaningSample[] = []) => ({
    result: { type, meaning: name, kind, owner: owner.type, pointer, status, samples, detail },
    problems,
  });
  if (ownMeaning === undefined || !("at" in ownMeaning) || records.length === 0)
    return resultOf("not-read", `no ${owner.type} was read`);
  const ownPointer = formatPointer(["records", owner.type, "meanings", owner.meaning]);
  const isOwn = via.length === 0;
  if (isOwn) problems.push(...writingProblems(profile, ownMeaning, ownPointer, records));
  const samples: MeaningSample[] = [];
  const othersOf = (id: string) =>
    records.filter((record) => record.id !== id).map(({ raw }) => valueAt(raw, ownMeaning.at) ?? null);
  for (const { id, raw } of records) {
    const decoded = decodeMeaning(ownMeaning, raw);
    const value = valueAt(raw, ownMeaning.at);
    if ("problem" in decoded) {
      const message = `cannot read ${excerpt(value)} at ${ownMeaning.at} of ${owner.type} ${id}; write ${kindOf(ownMeaning).suggest(ownMeaning, value ?? null, othersOf(id))}`;
      if (isOwn) problems.push({ pointer: ownPointer, message });
      return resultOf("misfit", message, [{ id, raw: value ?? null, decoded: null }]);
    }
    if ("value" in decoded.reading && value !== undefined)
      samples.push({ id, raw: value, decoded: decoded.reading.value });
  }
  if (samples.length > 0) {
    const through = isOwn ? "" : ` through ${via.join(" → ")}`;
    return resultOf("found", `in ${String(samples.length)} of ${String(records.length)}${through}`, samples);
  }
  const elsewhere = isOwn ? adviceToBorrow(profile, type, name, ownMeaning, read) : null;
  if (elsewhere !== null) {
    const message = `nothing at ${ownMeaning.at} of ${withArticle(type)}; ${elsewhere}`;
    problems.push({ pointer: ownPointer, message });
    return resultOf("absent", message);
  }
  const advice =
    isOwn && ownCandidates(profile, type, name, ownMeaning, records).length === 0
      ? heldElsewhere(profile, type, name, ownMeaning, read)
      : null;
  if (advice !== null) {
    const message = `nothing at ${ownMeaning.at} in ${countOf(type, records)}, but ${advice}`;
    problems.push({ pointer: ownPointer, message });
    return resultOf("absent", message);
  }
  const { message, hasCandidate } = describeAbsence(profile, owner.type, owner.meaning, ownMeaning, records, read);
  // Without a candidate the service may simply not have the value; references are always needed.
  if (isOwn && (hasCandidate || "to" in ownMeaning)) problems.push({ pointer: `${ownPointer}/at`, message });
  return resultOf("absent", message);
}

/** What a composed meaning says of the records that were read; what is wrong with it is told of its parts. */
function composedResult(
  profile: ServiceProfile,
  type: string,
  { name, kind, template, parts }: ComposedDescription,
  read: ReadRecords,
): { readonly result: MeaningResult; readonly problems: readonly ProfileProblem[] } {
  const records = read.get(type) ?? [];
  const samples = records.flatMap(({ id, raw }): readonly MeaningSample[] => {
    const text = profile.text(
      type,
      raw,
      name,
      (of, referred) => read.get(of)?.find((record) => record.id === referred)?.raw ?? null,
    );
    return text === null ? [] : [{ id, raw: text, decoded: text }];
  });
  const listed = parts.map(({ path }) => path).join(", ");
  const [status, detail] =
    records.length === 0
      ? (["not-read", `no ${type} was read`] as const)
      : samples.length === 0
        ? ([
            "absent",
            `none of ${listed} has a text in ${String(records.length)} of ${String(records.length)}`,
          ] as const)
        : (["found", `in ${String(samples.length)} of ${String(records.length)}, composed of ${listed}`] as const);
  return {
    result: { type, meaning: name, kind, owner: type, pointer: template, status, samples, detail },
    problems: [],
  };
}

/** Problems that would show when the values that were read are written again. */
function writingProblems(
  profile: ServiceProfile,
  meaning: OwnMeaning,
  pointer: string,
  records: readonly ReadRecord[],
): readonly ProfileProblem[] {
  const kind = kindOf(meaning);
  const values = records.flatMap(({ raw }) => {
    const decoded = decodeMeaning(meaning, raw);
    const value = "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : null;
    return value === null ? [] : [value];
  });
  return kind.problems(meaning, { profile, pointer, records, values });
}

/** Advice to take the value from a record that this type refers to; null when none has it. */
function adviceToBorrow(
  profile: ServiceProfile,
  type: string,
  name: string,
  { kind, at }: OwnMeaning,
  read: ReadRecords,
): string | null {
  for (const [reference, meaning] of Object.entries(profile.data.records[type]?.meanings ?? {})) {
    if (!("to" in meaning)) continue;
    for (const { raw } of read.get(meaning.to) ?? []) {
      const value = valueAt(raw, at);
      const [best] =
        value !== undefined
          ? [{ pointer: at, value }]
          : candidateMembers(raw, kind, [name], new Set()).filter(
              (member) => nameSimilarity(name, member.pointer) >= 0.6,
            );
      if (best !== undefined)
        return `the ${meaning.to} that it refers to has "${best.pointer}" (${excerpt(best.value, 50)}): write { "via": ["${reference}"] } here, and "${name}" with "at": "${best.pointer}" among the meanings of "${meaning.to}"`;
    }
  }
  return null;
}

function countOf(type: string, records: readonly ReadRecord[]): string {
  return `${String(records.length)} ${type} record${records.length === 1 ? "" : "s"}`;
}

/** Members of the records themselves that may hold the meaning, at most three. */
function ownCandidates(
  profile: ServiceProfile,
  type: string,
  name: string,
  { kind, at }: Pick<OwnMeaning, "kind" | "at">,
  records: readonly ReadRecord[],
) {
  const named = namedPointers(profile, type);
  const candidates = records.flatMap(({ raw }) => candidateMembers(raw, kind, [name, at.slice(1)], named));
  return [...new Map(candidates.map((candidate) => [candidate.pointer, candidate])).values()].slice(0, 3);
}

/** Whether every record should have it: the full name, or a part of it that creation requires. */
function isNeededForName(profile: ServiceProfile, type: string, name: string): boolean {
  const [composed] = profile.composed(type).filter((meaning) => meaning.name === "displayName");
  if (composed === undefined) return name === "displayName";
  const isPart = composed.parts.some(({ via, owner }) => via.length === 0 && owner.meaning === name);
  const { required, defaults } = profile.creationRules(type);
  return isPart && required.includes(name) && !Object.hasOwn(defaults, name);
}

function describeAbsence(
  profile: ServiceProfile,
  type: string,
  name: string,
  { kind, at }: OwnMeaning,
  records: readonly ReadRecord[],
  read: ReadRecords,
): { readonly message: string; readonly hasCandidate: boolean } {
  const distinct = ownCandidates(profile, type, name, { kind, at }, records);
  const absence = `nothing at ${at} in ${countOf(type, records)}`;
  if (distinct.length > 0) {
    const members = distinct.map(({ pointer, value }) => `"${pointer}" (${excerpt(value, 50)})`);
    return { message: `${absence}; it may be ${members.join(" or ")}`, hasCandidate: true };
  }
  if (isNeededForName(profile, type, name)) {
    const texts = listMembers(records[0]?.raw ?? null, 3).filter(({ value }) => typeof value === "string");
    const members = texts.map(({ pointer, value }) => `"${pointer}" (${excerpt(value, 30)})`);
    return { message: `${absence}; it may be one of ${members.join(", ")}`, hasCandidate: true };
  }
  const further = unnamedReferences(profile, read);
  const elsewhere =
    further === null
      ? ""
      : `. It may be on a record that is not read yet: no entry names ${further}, which may refer to one`;
  const advice = `it is shown as absent, and the service may refuse the first write of it${elsewhere}. If no ${type} has it, remove it: "${name}": null in a file that extends another one, or left out of a complete file`;
  return { message: `${absence}, and nothing similar; ${advice}`, hasCandidate: false };
}
