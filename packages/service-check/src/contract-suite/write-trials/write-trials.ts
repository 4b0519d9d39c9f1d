import {
  EncodeError,
  formatPointer,
  isJsonArray,
  isJsonObject,
  parsePhones,
  planUpdate,
  recordOperation,
  sameJson,
  valueAt,
  withoutValueAt,
  type Json,
  type JsonObject,
  type OwnMeaning,
} from "@dc/api-client";
import { objectIn } from "#/service/check-session.ts";
import { describeAnswer, describeRefusal, excerpt } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { fails, holds, unlessUndecided, untested, type Finding } from "#/contract-suite/check.ts";
import { differences, lostMemberMessage, sameMeaning, type Difference } from "./compare-records.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { forgetfulIndex } from "./forgetful-index.ts";
import { putBack, putBackRest } from "./put-back.ts";
import type { TrialValue } from "#/kinds/checked-kind.ts";
import { trialValues, valueOf } from "./trial-values.ts";
import { readIn, requestOf } from "./writable-values.ts";

/** The results of writing every meaning of a record. */
export interface Trials {
  readonly byMeaning: ReadonlyMap<string, Finding>;
  /** Members that changed although nothing wrote them, in the order in which they were seen. */
  readonly moved: readonly Difference[];
  /** True where updates were accepted, and no value of the record that was written stayed. */
  readonly isIgnored: boolean;
  /** What a write emptied beside what it wrote, in words: the service replaces the record by what is sent. */
  readonly replaced: string | null;
}

/** The record that is written; it is read again after every write. */
interface TrialRecord {
  readonly session: ContractSession;
  readonly type: string;
  readonly id: string;
  readonly index: string;
  current: JsonObject;
  /** True while a write may have arrived that was not read back. */
  isUnsure: boolean;
  readonly moved: Map<string, Difference>;
  /** How many writes each of these members changed with. */
  readonly moves: Map<string, number>;
}

interface Tried {
  readonly value: TrialValue;
  readonly status: "held" | "refused" | "wrong" | "skipped";
  readonly detail: string;
  readonly evidence: readonly ProbeResult[];
  /** What is wrong: nothing stayed of what was written, other members are empty since, or anything else. */
  readonly wrongness?: "ignored" | "replaced" | "other";
}

interface Wrong {
  readonly wrongness: NonNullable<Tried["wrongness"]>;
  readonly detail: string;
}

/** An unchanged value is sent only if it is missing from the base of the comparison. */
function fieldsOf(ground: TrialRecord, name: string, meaning: OwnMeaning, { reading, isUnchanged }: TrialValue) {
  const { session, type, current } = ground;
  if (!isUnchanged || !("value" in reading)) return { fields: { [name]: reading }, current };
  const anew = session.profile.encode(type, {}, name, reading.value);
  const bare = withoutValueAt(current, meaning.at);
  return {
    fields: { [meaning.at]: { value: valueAt(anew, meaning.at) ?? null } },
    current: isJsonObject(bare) ? bare : current,
  };
}

function renumbered(before: Json | undefined, { reading }: TrialValue): ReadonlyMap<string, string> {
  const [old, now] = [parsePhones(before ?? null) ?? [], "value" in reading ? (parsePhones(reading.value) ?? []) : []];
  // Only in a list that kept its length can a changed number be matched to the old one.
  const changed =
    old.length <= now.length ? old.filter((phone, position) => phone.number !== now[position]?.number) : [];
  return new Map(changed.map((phone) => [phone.number, now[old.indexOf(phone)]?.number ?? phone.number]));
}

/** True when all entries were written anew as bare ids, which have none of the members that an object has beside its id. */
function isWrittenAsId(meaning: OwnMeaning, { isUnchanged }: TrialValue): boolean {
  return (
    isUnchanged && "of" in meaning && typeof meaning.write === "object" && typeof meaning.write.element === "string"
  );
}

const isWithin = (pointer: string, outer: string) => pointer === outer || pointer.startsWith(`${outer}/`);

/** What is wrong with a record after a write; null when nothing is. Notes members that changed beside it. */
function problemAfterWrite(
  ground: TrialRecord,
  name: string,
  meaning: OwnMeaning,
  value: TrialValue,
  after: JsonObject,
): Wrong | null {
  const { session, type, current, moved, moves } = ground;
  const { profile } = session;
  const expected = value.isUnchanged ? current : profile.encodeReading(type, current, name, value.reading);
  const shown = (raw: JsonObject) => excerpt(valueAt(raw, meaning.at), 100);
  if (!sameMeaning(meaning, expected, after))
    return {
      wrongness: sameMeaning(meaning, current, after) ? "ignored" : "other",
      detail: `${value.what} does not read as written: ${shown(expected)} was sent, but the record has ${shown(after)}`,
    };
  const lost = isWrittenAsId(meaning, value)
    ? null
    : lostMemberMessage(meaning, current, after, renumbered(valueOf(meaning, current), value));
  if (lost !== null) return { wrongness: "other", detail: `${value.what}: ${lost}` };
  const beside = differences(profile.withoutIgnored(type, expected), profile.withoutIgnored(type, after)).filter(
    ({ pointer }) => pointer !== meaning.at && !pointer.startsWith(`${meaning.at}/`),
  );
  const emptied = emptiedMembers(beside);
  if (emptied !== null) return { wrongness: "replaced", detail: `${value.what} emptied ${emptied}` };
  for (const [otherName, otherMeaning] of Object.entries(profile.data.records[type]?.meanings ?? {}))
    if (
      "at" in otherMeaning &&
      otherName !== name &&
      !isWithin(otherMeaning.at, meaning.at) &&
      !isWithin(meaning.at, otherMeaning.at) &&
      !sameMeaning(otherMeaning, current, after)
    )
      return { wrongness: "other", detail: `${value.what} changed ${otherName} (${otherMeaning.at}) too` };
  const gone = beside.filter(({ before: was, after: is }) => was !== undefined && is === undefined);
  if (gone.length > 0)
    return {
      wrongness: "other",
      detail: `${value.what} removed ${gone.map(({ pointer }) => `"${pointer}"`).join(", ")}`,
    };
  for (const difference of beside) {
    if (!moved.has(difference.pointer)) moved.set(difference.pointer, difference);
    moves.set(difference.pointer, (moves.get(difference.pointer) ?? 0) + 1);
  }
  return null;
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || (isJsonArray(value) && value.length === 0);
}

/** Members that a write emptied although they were not sent; a single one is not enough to tell. */
function emptiedMembers(beside: readonly Difference[]): string | null {
  const emptied = beside.filter(({ before, after }) => !isEmpty(before) && isEmpty(after));
  return emptied.length > 1 ? emptied.map(({ pointer }) => `"${pointer}"`).join(", ") : null;
}

async function tryValue(ground: TrialRecord, name: string, meaning: OwnMeaning, value: TrialValue): Promise<Tried> {
  const { session, type, id, index } = ground;
  try {
    const plan = planUpdate(session.probe.exchange, { type, id, index, ...fieldsOf(ground, name, meaning, value) });
    const { changes } = plan.values;
    if (isJsonObject(changes) && Object.keys(changes).length === 0)
      return { value, status: "skipped", detail: "", evidence: [] };
    ground.isUnsure = true;
    const sent = await session.send(requestOf(plan, index));
    ground.isUnsure = sent.isAccepted || sent.undecided !== null;
    if (!sent.isAccepted) return { value, status: "refused", detail: describeRefusal(sent), evidence: [sent] };
    const read = await readIn(session, type, id, index);
    const after = objectIn(read);
    if (after === null)
      return {
        value,
        status: "wrong",
        detail: `could not be read again: ${describeAnswer(read)}`,
        evidence: [sent, read],
      };
    const wrong = problemAfterWrite(ground, name, meaning, value, after);
    ground.current = after;
    ground.isUnsure = false;
    const evidence = [sent, read];
    return wrong === null
      ? { value, status: "held", detail: value.what, evidence }
      : { value, status: "wrong", ...wrong, evidence };
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const detail = `${value.what} cannot be written: ${error.message}`;
    // What is no number has no format, which says nothing of the profile.
    return { value, status: error.reason === "unformattable" ? "skipped" : "wrong", detail, evidence: [] };
  }
}

async function restoreValue(
  ground: TrialRecord,
  name: string,
  meaning: OwnMeaning,
  original: JsonObject,
): Promise<boolean> {
  const { session, type, id, index } = ground;
  const raw = valueAt(original, meaning.at);
  if (ground.isUnsure) {
    const there = objectIn(await readIn(session, type, id, index));
    if (there === null) return false;
    ground.current = there;
    ground.isUnsure = false;
  }
  const { current } = ground;
  if (sameJson(valueAt(current, meaning.at), raw)) return true;
  const fields = raw === undefined ? { [name]: { absent: true } as const } : { [meaning.at]: { value: raw } };
  ground.isUnsure = true;
  await session.send(requestOf(planUpdate(session.probe.exchange, { type, id, index, fields, current }), index));
  const now = objectIn(await readIn(session, type, id, index));
  if (now === null) return false;
  ground.current = now;
  ground.isUnsure = false;
  return sameMeaning(meaning, now, original);
}

function findingOf(pointer: string, tried: readonly Tried[]): Finding {
  const open = tried.flatMap(({ evidence }) => evidence).find(({ undecided }) => undecided !== null);
  if (open !== undefined) return unlessUndecided(untested(""), [open]);
  const detail = (trial: Tried) =>
    `${pointer}${trial.value.key === null ? "" : `/write/${trial.value.key}`}  ${trial.status === "refused" ? `${trial.value.what} was refused, ` : ""}${trial.detail}`;
  const wrong =
    tried.find(({ status }) => status === "wrong") ??
    tried.find(({ status, value }) => status === "refused" && !value.mayBeRefused);
  // Only the write is evidence: the read that showed the problem works.
  if (wrong !== undefined) return fails(detail(wrong), ...wrong.evidence.slice(0, 1));
  const held = tried.filter(({ status }) => status === "held");
  const refused = tried.filter(({ status }) => status === "refused");
  const unwritten = tried.flatMap(({ status, detail: why }) =>
    status === "skipped" && why !== "" ? [`; ${why}`] : [],
  );
  const aside = [...refused.map((trial) => `; ${trial.value.what} was refused, ${trial.detail}`), ...unwritten].join(
    "",
  );
  return held.length === 0
    ? untested(`no value of it could be written${aside}`)
    : holds(
        `written and read back: ${held.map((trial) => trial.detail).join(", ")}${aside}`,
        ...held.flatMap(({ evidence }) => evidence),
      );
}

async function trialsOfType(session: ContractSession, type: string, earlier?: JsonObject): Promise<Trials> {
  const byMeaning = new Map<string, Finding>();
  const moved = new Map<string, Difference>();
  const id = session.recordIds.get(type);
  const index = session.trialIndex;
  const nothing = { byMeaning, moved: [], isIgnored: false, replaced: null };
  if (id === undefined || index === null || !session.hasOperation(recordOperation("update", type))) return nothing;
  const current = objectIn(await readIn(session, type, id, index));
  if (current === null) return nothing;
  const original = earlier ?? current;
  const moves = new Map<string, number>();
  const ground: TrialRecord = { session, type, id, index, current, isUnsure: false, moved, moves };
  const open: string[] = [];
  const all: { readonly name: string; readonly tried: readonly Tried[] }[] = [];
  // The checks of writes may have written a name of this record before.
  const emptied = emptiedMembers(differences(original, current));
  let replaced = emptied === null ? null : `another text emptied ${emptied}`;
  for (const [name, meaning] of Object.entries(session.profile.data.records[type]?.meanings ?? {})) {
    if (!("at" in meaning) || meaning.write === "never") continue;
    if (replaced !== null) {
      all.push({ name, tried: [] });
      continue;
    }
    const before = ground.current;
    const tried: Tried[] = [];
    try {
      for (const value of await trialValues(session, type, name, meaning, before)) {
        const outcome = await tryValue(ground, name, meaning, value);
        tried.push(outcome);
        if (outcome.status === "wrong" || outcome.evidence.some(({ undecided }) => undecided !== null)) break;
      }
    } finally {
      const isBack = await putBack(
        session,
        `${name} of ${type} ${id} in ${index}`,
        valueAt(original, meaning.at),
        async () => await restoreValue(ground, name, meaning, original),
      );
      if (!isBack) open.push(meaning.at);
    }
    replaced = tried.find(({ wrongness }) => wrongness === "replaced")?.detail ?? null;
    all.push({ name, tried });
  }
  // What changes with every write is a time of change, and what is open is put back by itself.
  const isAside = (pointer: string) =>
    (moves.get(pointer) ?? 0) > 1 ||
    open.some((openPointer) => pointer === openPointer || pointer.startsWith(`${openPointer}/`));
  await putBackRest(session, { type, id, index, original }, isAside);
  const sent = all.map(({ tried }) => tried.filter(({ evidence }) => evidence.length > 0));
  const isAnyAccepted = sent.some((tried) => tried.some(({ status }) => status !== "refused"));
  // The current value, written again, cannot show whether anything stays.
  const changes = sent
    .map((tried) => tried.filter(({ value }) => !value.isUnchanged))
    .filter((tried) => tried.length > 0);
  const isIgnored =
    isAnyAccepted &&
    changes.length > 0 &&
    changes.every((tried) => tried.some(({ wrongness }) => wrongness === "ignored"));
  const update = `/operations/${recordOperation("update", type)}`;
  for (const { name, tried } of all) {
    if (tried.length === 0 && replaced === null) continue;
    const isOperationRefused = !isAnyAccepted && tried.some(({ status }) => status === "refused");
    byMeaning.set(
      name,
      isOperationRefused
        ? untested(`no update was accepted; see ${update}`)
        : isIgnored
          ? untested(`no update changed anything; see ${update}`)
          : replaced !== null
            ? untested(`an update emptied more than was written; see /records/${type}`)
            : findingOf(formatPointer(["records", type, "meanings", name]), tried),
    );
  }
  return { byMeaning, moved: [...moved.values()], isIgnored, replaced };
}

const kept = new WeakMap<ContractSession, Map<string, Trials>>();

/**
 * Writes every meaning of the run's records in the test index: another value, read back together with the rest of the
 * record, and then the old value. `written` is a record that the run wrote before, as it was then.
 */
export async function runWriteTrials(
  session: ContractSession,
  written: { readonly type: string; readonly current: JsonObject } | null,
): Promise<void> {
  const trials = new Map<string, Trials>();
  kept.set(session, trials);
  if (forgetfulIndex(session) !== null) return;
  for (const type of session.recordIds.keys())
    trials.set(type, await trialsOfType(session, type, written?.type === type ? written.current : undefined));
}

/** The results of the write trials of a type; null when none was tried. */
export function writeTrials(session: ContractSession, type: string): Trials | null {
  return kept.get(session)?.get(type) ?? null;
}
