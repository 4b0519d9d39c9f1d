import {
  degreeIn,
  nameKey,
  type RecordKey,
  recordKey,
  type RosterFind,
  type RosterNote,
  type RosterSought,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { nameSpelling } from "#/operations/name-choices/spelling.ts";
import { rosterOptions } from "#/operations/roster-imports/begin-roster-import.ts";
import { type Lease, prolongLease } from "#/store/lease.ts";
import type { KeptSought } from "#/store/schema/roster-tables.ts";
import type { ServiceWords } from "#/store/schema/stored-values.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { selectNameChoice } from "#/store/tables/directories/known-names.ts";
import { insertRosterEntries } from "#/store/tables/directories/roster.ts";
import {
  isImportRunning,
  type RosterImportLineRow,
  type RosterImportRow,
  selectLinesOfRecord,
  updateWaitingLine,
} from "#/store/tables/directories/roster-imports.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { findRecords, lookUpsFor } from "#/upstream/records/find-records.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import type { KnownPractitioners } from "./known-practitioners.ts";

/** A person chooses among so many at most. */
const MOST_CHOICES = 20;

/** What a line may mean: `by` names the meaning by which the service found it, and is null where it was known. */
interface Candidate extends RecordKey {
  name: string | null;
  by: string | null;
}

type Answer =
  | { outcome: "failed"; failure: ServiceFailure }
  | {
      outcome: "found";
      candidates: readonly Candidate[];
      only: Candidate | null;
      /** Whether there are no more. */
      isWhole: boolean;
      /** The name as it is compared, and what stands beside it; null where a number found it. */
      spelling: { key: string; beside: string } | null;
    };

/** The wait before the next calls, and whether it is for the calls of the next minute. */
export interface Wait {
  pausedForMs: number;
  isBudgetUsedUp: boolean;
}

interface LookedUp {
  line: RosterImportLineRow;
  answer: Answer;
}

/**
 * Looks for the records of lines that have a number or a text in the place of an id: in the service, and by name among the
 * practitioners that are known. A line that finds one waits on as a line with its id; any other is answered. Gives the wait
 * before the next calls, if they are paused.
 */
export async function lookUpLines(
  deps: Deps,
  run: RosterImportRow,
  {
    lines,
    known,
    lease,
    signal,
  }: { lines: readonly RosterImportLineRow[]; known: KnownPractitioners; lease: Lease; signal: AbortSignal },
): Promise<Wait | null> {
  const answers: LookedUp[] = [];
  const asked = await Promise.all(
    lines.map(async (line) => ({ line, answer: await askService(deps, run, line, signal) })),
  );
  for (const { line, answer } of asked) answers.push({ line, answer: await withKnown(answer, line, known) });
  const isPaused = ({ answer }: LookedUp) => answer.outcome === "failed" && answer.failure.code === "service_paused";
  const ready = await Promise.all(
    answers.filter((one) => !isPaused(one)).map(async (one) => ({ ...one, told: await tell(deps, run, one, known) })),
  );
  await transact(deps.store.db, async (trx) => {
    await prolongLease(trx, lease);
    if (!(await isImportRunning(trx, run.id))) return;
    for (const { line, told } of ready) await answerLine(deps, trx, run, { line, told });
  });
  const pauses = answers
    .filter(isPaused)
    .map(({ answer }) => (answer.outcome === "failed" ? (answer.failure.retryAfterMs ?? 1_000) : 0));
  const isBudgetUsedUp = answers.some(
    ({ answer }) => answer.outcome === "failed" && answer.failure.message.code === "calls-used-up",
  );
  return pauses.length === 0 ? null : { pausedForMs: Math.max(...pauses), isBudgetUsedUp };
}

/** By a number first, and by the name beside it where it finds nothing. */
async function askService(
  { service }: Deps,
  run: RosterImportRow,
  { sought }: RosterImportLineRow,
  signal: AbortSignal,
): Promise<Answer> {
  if (sought === null || sought.isPhone === true)
    return { outcome: "found", candidates: [], only: null, isWhole: true, spelling: null };
  const ask = async (value: string, by: Pick<RosterSought, "match" | "by">) =>
    await findRecords(service, { indexId: run.index_id, value, lookUps: lookUpsFor(service.profile, by), signal });
  let finds = await ask(sought.value, sought);
  const isByNumber = sought.match === "exact" && finds.outcome === "found" && finds.finds.length > 0;
  const [likeliest] = sought.names ?? [];
  if (sought.match === "exact" && likeliest !== undefined && finds.outcome === "found" && !isByNumber)
    finds = await ask(likeliest.name, { match: "text", by: null });
  if (finds.outcome === "failed") return finds;
  const spelling = isByNumber || likeliest === undefined ? null : { key: nameKey(likeliest.name), beside: "" };
  return { outcome: "found", candidates: finds.finds, only: finds.only, isWhole: finds.isWhole, spelling };
}

/** Adds those who are known by the name; among all who are called so, what stands beside the name decides. */
async function withKnown(answer: Answer, { sought }: RosterImportLineRow, known: KnownPractitioners): Promise<Answer> {
  if (answer.outcome === "found" && sought?.isPhone === true) {
    const { found, isWhole } = await known.reachedBy(sought.value);
    const candidates = found.map(({ id, name }) => ({ type: "practitioner", id, name, by: null }));
    const only = candidates.length === 1 && isWhole ? (candidates[0] ?? null) : null;
    return { ...answer, candidates, only, isWhole };
  }
  if (answer.outcome === "failed" || answer.spelling === null) return answer;
  const { found, key, beside } = await known.namedAs(sought);
  const spelling = { key, beside };
  if (found.length === 0) return { ...answer, spelling };
  const isKnown = new Set(found.map(({ id }) => recordKey({ type: "practitioner", id })));
  const others = answer.candidates.filter(
    (one) =>
      !isKnown.has(recordKey(one)) && (recordKey(one) === recordKeyOf(answer.only) || nameKey(one.name ?? "") === key),
  );
  const candidates = [...found.map(({ id, name }) => ({ type: "practitioner", id, name, by: null })), ...others];
  const [first, ...more] = withDegreeOf(sought, candidates);
  const only = more.length === 0 && answer.isWhole ? (first ?? null) : null;
  return { ...answer, candidates, only, spelling };
}

/** Those with the degree that a line has, where there are any. */
function withDegreeOf(sought: RosterSought | null, candidates: readonly Candidate[]): readonly Candidate[] {
  const degree = sought?.names?.[0]?.degree;
  const alike = degree === undefined ? [] : candidates.filter(({ name }) => degreeIn(name ?? "") === degree);
  return alike.length === 0 ? candidates : alike;
}

const recordKeyOf = (record: RecordKey | null) => (record === null ? null : recordKey(record));

/** What is said of a line: the record that it means, or why none is. */
type Told =
  | { record: RecordKey; sought: KeptSought; detail: string }
  | {
      state: "missing" | "bad" | "failed" | "ambiguous";
      note: RosterNote;
      words: ServiceWords | null;
      /** Where somebody may choose. */
      sought?: KeptSought;
    };

async function tell(
  deps: Deps,
  run: RosterImportRow,
  { line, answer }: LookedUp,
  known: KnownPractitioners,
): Promise<Told> {
  const { sought } = line;
  const value = sought?.value ?? line.text;
  if (answer.outcome === "failed") {
    const note: RosterNote = { code: "not-looked-up", params: { value, failure: answer.failure.message } };
    return { state: "failed", note, words: answer.failure.words };
  }
  const { isWhole, spelling } = answer;
  const besideName = spelling === null ? {} : { beside: spelling.beside };
  const means = (one: Candidate, as: KeptSought["foundAs"] | null): Told => {
    const { profile } = deps.service;
    const foundBy = one.by === null ? {} : { foundBy: one.by };
    const foundAs = as ?? (one.by === null ? "known" : null);
    return {
      record: { type: one.type, id: one.id },
      sought: {
        value,
        match: "exact",
        by: null,
        ...sought,
        ...foundBy,
        ...besideName,
        ...(foundAs === null ? {} : { foundAs }),
      },
      detail:
        `${one.by === null ? (sought?.isPhone === true ? "phone number" : "name") : fieldNoun(profile, one.type, one.by)} ${value}`.slice(
          0,
          200,
        ),
    };
  };
  const others =
    answer.only === null || spelling === null
      ? []
      : await known.othersBeside(answer.only.id, { sought, beside: spelling.beside });
  if (answer.only !== null && others.length === 0) return means(answer.only, null);
  const candidates = [
    ...answer.candidates,
    ...others.map(({ id, name }) => ({ type: "practitioner", id, name, by: null })),
  ];
  const spelt = nameSpelling({ text: value, key: spelling?.key ?? null, beside: spelling?.beside ?? "" });
  const chosen = await selectNameChoice(deps.store.db, {
    connectionId: deps.connection.id,
    indexId: run.index_id,
    spelling: spelt,
  });
  const isNobody = candidates.length === 0;
  const near = isNobody && spelling !== null ? await known.nearest(sought) : [];
  const offered = isNobody ? near.map(({ id, name }) => ({ type: "practitioner", id, name, by: null })) : candidates;
  const before = offered.find((one) => recordKey(one) === chosen);
  if (before !== undefined) return means(before, "chosen");
  const details = await known.details(
    offered.map(({ id }) => id),
    spelling?.beside ?? "",
  );
  const finds = offered
    .slice(0, MOST_CHOICES)
    .map(({ type, id, name, by }) => ({ type, id, name, detail: details.get(id)?.text ?? "", isKnown: by === null }));
  const asked = {
    value,
    match: "text" as const,
    by: null,
    ...sought,
    ...besideName,
    spelling: spelt,
  };
  if (isNobody) {
    const told = noneFound(deps, line, { isByName: spelling !== null, near: finds });
    return near.length === 0 ? told : { ...told, sought: asked };
  }
  const [fitting, another] = (others.length > 0 ? [] : candidates).filter(({ id }) => details.get(id)?.fits === true);
  if (fitting !== undefined && another === undefined && isWhole) return means(fitting, null);
  const more = !isWhole || candidates.length > MOST_CHOICES;
  return {
    state: "ambiguous",
    note: { code: "several-found", params: { value, finds, more, ...(others.length > 0 ? { isBeside: true } : {}) } },
    words: null,
    sought: asked,
  };
}

function noneFound(
  { service }: Deps,
  { sought, text }: RosterImportLineRow,
  { isByName, near }: { isByName: boolean; near: RosterFind[] },
): Extract<Told, { state: string }> {
  const { isNoId = false, isPhone = false, value = text } = sought ?? {};
  const { schedulePrefix, practitionerPrefix } = rosterOptions({ service });
  const lookUps = sought === null || isPhone ? [] : lookUpsFor(service.profile, sought);
  const fields = [...new Set(lookUps.map(({ type, meaning }) => fieldNoun(service.profile, type, meaning)))];
  const by = isPhone ? ["phone number"] : fields.length === 0 && isByName ? ["name"] : fields;
  // The profile may have lost the look-up since the list was pasted.
  if (by.length === 0)
    return { state: "bad", note: { code: "no-id", params: { schedulePrefix, practitionerPrefix } }, words: null };
  const params = { value, by, isNoId, ...(near.length === 0 ? {} : { near }) };
  return { state: "missing", note: { code: "none-found", params }, words: null };
}

async function answerLine(
  deps: Deps,
  trx: Transaction,
  run: RosterImportRow,
  { line, told }: { line: RosterImportLineRow; told: Told },
): Promise<void> {
  if ("state" in told) {
    const { state, note, words } = told;
    const said = { state, note_message: json(note), words: jsonOrNull(words) };
    const kept = told.sought === undefined ? {} : { sought: json(told.sought) };
    return await updateWaitingLine(trx, run.id, line.line, { ...said, ...kept });
  }
  const { record, sought, detail } = told;
  const same = (await selectLinesOfRecord(trx, { importId: run.id, ...record })).filter(
    ({ state }) => state !== "repeat",
  );
  const first = same.find((earlier) => earlier.line < line.line || earlier.state !== "waiting");
  await updateWaitingLine(trx, run.id, line.line, {
    record_type: record.type,
    record_id: record.id,
    sought: json(sought),
    ...(first === undefined ? {} : repeatOf(first.line)),
  });
  if (first !== undefined) return;
  for (const later of same) await updateWaitingLine(trx, run.id, later.line, repeatOf(line.line));
  await insertRosterEntries(trx, {
    connectionId: deps.connection.id,
    indexId: run.index_id,
    importId: run.id,
    entries: [
      {
        record,
        practitionerId: record.type === "practitioner" ? record.id : null,
        source: "paste",
        sourceDetail: detail,
      },
    ],
    actor: run.created_by,
    now: deps.clock.now(),
  });
}

function repeatOf(line: number) {
  return { state: "repeat" as const, note_message: json({ code: "duplicate", params: { line } }) };
}
