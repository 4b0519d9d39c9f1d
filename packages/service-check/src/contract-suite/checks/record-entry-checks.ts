import {
  type BorrowedMeaning,
  type ComposedDescription,
  type ComposedMeaning,
  decodeMeaning,
  formatPointer,
  recordOperation,
  type JsonObject,
  type OwnMeaning,
  valueAt,
} from "@dc/api-client";
import { objectIn } from "#/service/check-session.ts";
import { describeAnswer, describeKind, excerpt } from "#/service/describe-answer.ts";
import { bookableProblem } from "#/suggestions/bookable-problem.ts";
import { kindOf } from "#/kinds/kinds.ts";
import { heldElsewhere, type RecordsByType } from "#/suggestions/held-elsewhere.ts";
import { fails, holds, needsEntry, needsId, untested, type Finding } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { findOwner } from "#/contract-suite/find-owner.ts";
import { forgetfulIndex } from "#/contract-suite/write-trials/forgetful-index.ts";
import { writeTrials } from "#/contract-suite/write-trials/write-trials.ts";

function withTrial(read: Finding, trial: Finding | undefined): Finding {
  if (trial === undefined) return read;
  if (trial.status === "does-not-hold" || (trial.status === "holds" && read.status !== "holds")) return trial;
  return { ...read, detail: `${read.detail}; ${trial.detail}`, evidence: [...read.evidence, ...trial.evidence] };
}

/** Checks one meaning of the profile: that it can be read and, in a run that writes, written and read back. */
export async function meaningFinding(
  session: ContractSession,
  type: string,
  name: string,
  meaning: OwnMeaning | BorrowedMeaning | ComposedMeaning,
): Promise<Finding> {
  const composed = session.profile.composed(type).find((description) => description.name === name);
  if (composed !== undefined) return composedFinding(session, type, composed);
  const owner = await findOwner(session, type, "via" in meaning ? meaning.via : []);
  if (typeof owner === "string") return untested(owner);
  const source =
    "via" in meaning ? session.profile.data.records[owner.type]?.meanings[meaning.meaning ?? name] : meaning;
  const raw = objectIn(owner.result);
  if (source === undefined || !("at" in source) || raw === null)
    return untested(`no ${owner.type} was served: ${describeAnswer(owner.result)}`, owner.result);
  const decoded = decodeMeaning(source, raw);
  if ("problem" in decoded)
    return fails(
      `${source.at} of the ${owner.type} is ${describeKind(valueAt(raw, source.at))}; the profile's shape wants ${decoded.problem.message.replace(/^must be /, "")}`,
      owner.result,
    );
  const pointer = formatPointer(["records", type, "meanings", name]);
  const contradicted = source.kind === "bookable" && type === "schedule" ? await bookableProblem(session, null) : null;
  if (contradicted !== null) return fails(`${contradicted.pointer}  ${contradicted.message}`, owner.result);
  const unwritten = "via" in meaning ? null : kindOf(source).roundTrip(source, pointer, [{ raw }]);
  const isForgotten = "at" in meaning && meaning.write !== "never" && forgetfulIndex(session) !== null;
  const trial = isForgotten
    ? untested("writing it was not tried: see override-is-returned")
    : "via" in meaning
      ? undefined
      : writeTrials(session, type)?.byMeaning.get(name);
  if (unwritten !== null)
    return fails(
      `${unwritten.pointer}  ${unwritten.message}`,
      ...(trial?.evidence ?? []).filter(({ shown }) => shown.method !== "GET"),
    );
  const hintOf = async () => {
    const advice =
      "via" in meaning ? null : heldElsewhere(session.profile, type, name, source, await recordsOf(session));
    return advice === null ? "" : `. Or ${advice}`;
  };
  const read =
    "absent" in decoded.reading
      ? untested(
          `absent on the ${owner.type} that was read (${source.at}): try another id${await hintOf()}`,
          owner.result,
        )
      : holds(`${source.at} of the ${owner.type} is ${describeKind(valueAt(raw, source.at))}`, owner.result);
  return withTrial(read, trial);
}

/** The records of the run, one of each type. */
async function recordsOf(session: ContractSession): Promise<RecordsByType> {
  const records = new Map<string, { readonly raw: JsonObject }[]>();
  for (const type of session.recordIds.keys()) {
    const read = await session.readRecord(type, null);
    const raw = read === null ? null : objectIn(read);
    if (raw !== null) records.set(type, [{ raw }]);
  }
  return records;
}

function replacedMessage({ profile }: ContractSession, type: string, detail: string): string {
  const update = profile.data.records[type]?.update ?? "changed-fields";
  const advice = update === "changed-fields" ? 'write "whole-record"' : `see /records/${type}/unsent`;
  return `/records/${type}/update  is "${update}", but the service replaces the record by what is sent (${detail}): ${advice}`;
}

/** Checks a composed meaning through its parts: the record, and those that it refers to, must give it a text. */
async function composedFinding(
  session: ContractSession,
  type: string,
  { name, parts }: ComposedDescription,
): Promise<Finding> {
  const known = new Map<string, JsonObject>();
  const unreached = new Set<string>();
  const chains = parts.flatMap(({ via }) => via.map((_, position) => via.slice(0, position + 1)));
  for (const via of [[], ...chains]) {
    const owner = await findOwner(session, type, via);
    const raw = typeof owner === "string" ? null : objectIn(owner.result);
    if (typeof owner === "string") unreached.add(owner);
    else if (raw === null) unreached.add(`no ${owner.type} was served: ${describeAnswer(owner.result)}`);
    else known.set(`${owner.type} ${owner.id}`, raw);
  }
  const why = [...unreached].join("; ");
  const raw = known.get(`${type} ${session.recordIds.get(type) ?? ""}`);
  if (raw === undefined) return untested(why === "" ? needsId(type) : why);
  const text = session.profile.text(type, raw, name, (of, id) => known.get(`${of} ${id}`) ?? null);
  const listed = parts.map(({ path }) => path).join(", ");
  if (text !== null)
    return holds(
      `composed of ${listed} it is ${excerpt(text, 60)}${why === "" ? "" : `; not every part could be read: ${why}`}`,
    );
  return untested(
    `none of its parts (${listed}) has a text on the ${type} that was read${why === "" ? "" : `: ${why}`}; try another id`,
  );
}

/** Checks a record type of the profile: where its id is, and that writes change nothing else that counts. */
export async function recordFinding(session: ContractSession, type: string): Promise<Finding> {
  const read = await session.readRecord(type, null);
  if (read === null) return untested(needsId(type));
  const raw = objectIn(read);
  if (raw === null)
    return read.isAccepted
      ? untested("the answer is not an object; see records-are-objects", read)
      : needsEntry(`/operations/${recordOperation("read", type)}`, read);
  const id = session.profile.recordId(type, raw);
  const moved = writeTrials(session, type)?.moved ?? [];
  if (moved.length > 0)
    return fails(
      `/records/${type}/ignored  ${moved.map(({ pointer, before, after }) => `"${pointer}" changed with what was written (${excerpt(before, 40)}, then ${excerpt(after, 40)})`).join(", ")}: if it is a time or a number of changes, add it here`,
    );
  const replaced = writeTrials(session, type)?.replaced ?? null;
  if (replaced !== null) return fails(replacedMessage(session, type, replaced));
  return id === null || !id.startsWith(session.profile.data.records[type]?.idPrefix ?? "")
    ? fails(`no id with this prefix at ${session.profile.data.records[type]?.id ?? "/id"}`, read)
    : holds("its id is where the profile says", read);
}
