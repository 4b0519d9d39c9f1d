import type { JsonObject } from "@dc/api-client";
import { ChangePage, ChangeSet, type Operation, Problem, type RecordKey, StagedChanges } from "@dc/contract";
import { testEvidence } from "#/testing/evidence.ts";
import { viewPath } from "#system-tests/model/check-views.ts";
import type { Random } from "#system-tests/random.ts";
import type { TestStack } from "#system-tests/test-stack.ts";

/** What races counted. */
export interface RaceFigures {
  races: number;
  /** Requests that named the version that they were made on; of them those that lost, and those told so with 409. */
  edits: number;
  losers: number;
  toldSo: number;
  /** Two edits of one version, and winners that nothing is left of. */
  lostUpdates: number;
  selfApprovals: number;
  /** Approvals of one person that counted twice. */
  doubleApprovals: number;
  /** Sets that were applied with fewer approvals than required, or with what nobody approved. */
  unapproved: number;
  keys: number;
  effects: number;
  /** Repeated requests of a key with another body, and those refused. */
  otherBodies: number;
  otherBodiesRefused: number;
  /** Sets whose base moved after somebody saw it, and those of which nothing was sent. */
  stalePlans: number;
  staleRefused: number;
}

export function noRaces(): RaceFigures {
  return {
    races: 0,
    edits: 0,
    losers: 0,
    toldSo: 0,
    lostUpdates: 0,
    selfApprovals: 0,
    doubleApprovals: 0,
    unapproved: 0,
    keys: 0,
    effects: 0,
    otherBodies: 0,
    otherBodiesRefused: 0,
    stalePlans: 0,
    staleRefused: 0,
  };
}

/** What must not be, by the figures; empty if all holds. */
export function brokenPromises(figures: RaceFigures): string[] {
  const { lostUpdates, selfApprovals, doubleApprovals, unapproved } = figures;
  const counts = { lostUpdates, selfApprovals, doubleApprovals, unapproved };
  return [
    ...Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`])),
    ...(figures.toldSo === figures.losers ? [] : [`losers not told with 409: ${figures.losers - figures.toldSo}`]),
    ...(figures.effects === figures.keys ? [] : [`effects of ${figures.keys} keys: ${figures.effects}`]),
    ...(figures.otherBodiesRefused === figures.otherBodies
      ? []
      : [`other bodies taken: ${figures.otherBodies - figures.otherBodiesRefused}`]),
    ...(figures.staleRefused === figures.stalePlans
      ? []
      : [`stale plans sent: ${figures.stalePlans - figures.staleRefused}`]),
  ];
}

type Answer = Awaited<ReturnType<TestStack["call"]>>;

const isDone = ({ status }: Answer): boolean => status === 200 || status === 202;

export function scheduleOf(stack: TestStack): RecordKey {
  const schedule = stack.records.find(({ type }) => type === "schedule");
  if (schedule === undefined) throw new Error("The stack has schedules.");
  return schedule;
}

/** Stages one change in the draft of the person. */
export async function stage(
  stack: TestStack,
  person: number,
  record: RecordKey,
  field: string,
  operation: Operation,
): Promise<ChangeSet> {
  return staged(
    await stack.call(person, "POST", `/index-versions/${stack.createdIndex}/changes`, {
      changes: [{ record, field, operation }],
    }),
  );
}

/** Stages one change in a set of its own, on what base and index say now. */
async function open(stack: TestStack, person: number, value: string): Promise<ChangeSet> {
  const record = practitionerOf(stack);
  await stack.call(person, "GET", viewPath(stack.createdIndex, record));
  const operation: Operation = { op: "set", value };
  return staged(
    await stack.call(person, "POST", "/change-sets", {
      evidence: testEvidence,
      changes: [{ indexId: stack.createdIndex, record, field: NAME, operation }],
    }),
  );
}

function staged({ status, body }: Answer): ChangeSet {
  if (status !== 201) throw new Error(`It was not staged: ${status} ${JSON.stringify(body)}`);
  return StagedChanges.parse(body).changeSet;
}

const NAME = "preferredName";

function practitionerOf(stack: TestStack): RecordKey {
  const practitioner = stack.records.find(({ type }) => type === "practitioner");
  if (practitioner === undefined) throw new Error("The stack has a practitioner.");
  return practitioner;
}

async function now(stack: TestStack, { id }: ChangeSet): Promise<ChangeSet> {
  await stack.app.deps.background.idle();
  return ChangeSet.parse((await stack.call(0, "GET", `/change-sets/${id}`)).body);
}

/** Everybody acts at once on the version that they see; at most one of them wins. */
export async function actAtOnce(
  stack: TestStack,
  set: ChangeSet,
  acts: readonly { person: number; verb: string; more?: object }[],
  figures: RaceFigures,
): Promise<number> {
  const answers = await Promise.all(
    acts.map(({ person, verb, more }) =>
      verb === "edit"
        ? stack.call(person, "PATCH", `/change-sets/${set.id}`, { version: set.version, ...more })
        : stack.call(person, "POST", `/change-sets/${set.id}/${verb}`, { version: set.version, ...more }),
    ),
  );
  const winners = answers.filter(isDone);
  figures.edits += acts.length;
  figures.lostUpdates += Math.max(0, winners.length - 1);
  for (const answer of answers) countLoser(answer, figures);
  return answers.findIndex(isDone);
}

function countLoser(answer: Answer, figures: RaceFigures): void {
  if (isDone(answer)) return;
  figures.losers += 1;
  const problem = Problem.safeParse(answer.body);
  if (answer.status !== 409 || !problem.success) return;
  // Whoever lost learns what the other wrote, or that the set is being checked or has ended.
  if (problem.data.code !== "version_mismatch" || problem.data.current?.["version"] !== undefined) figures.toldSo += 1;
}

/** Everybody edits change sets, chosen at random, on the version that they read just before. */
export async function raceEditors(
  stack: TestStack,
  { sets, edits, random }: { sets: number; edits: number; random: Random },
  figures: RaceFigures,
): Promise<void> {
  const drafts: ChangeSet[] = [];
  for (let at = 0; at < sets; at += 1) drafts.push(await open(stack, at % stack.people, `Edited ${at}`));
  const won: { id: string; on: number; name: string }[] = [];
  const edit = async (person: number): Promise<void> => {
    for (let at = 0; at < edits; at += 1) {
      const { id } = random.pick(drafts);
      const { version } = ChangeSet.parse((await stack.call(person, "GET", `/change-sets/${id}`)).body);
      const name = `Edit ${at} of ${person}`;
      const answer = await stack.call(person, "PATCH", `/change-sets/${id}`, { version, name });
      figures.edits += 1;
      countLoser(answer, figures);
      if (isDone(answer)) won.push({ id, on: version, name });
    }
  };
  await Promise.all(Array.from({ length: stack.people }, (_, person) => edit(person)));
  for (const draft of drafts) {
    const { name, version } = await now(stack, draft);
    const own = won.filter(({ id }) => id === draft.id).toSorted((a, b) => a.on - b.on);
    const last = own.at(-1);
    figures.lostUpdates += own.length - new Set(own.map(({ on }) => on)).size;
    if (last !== undefined && (last.name !== name || last.on + 1 !== version)) figures.lostUpdates += 1;
    await withdraw(stack, draft);
  }
  figures.races += edits;
}

/** Each order in which two sessions can read, edit and apply one set. */
export const sessionOrders: readonly (readonly (0 | 1)[])[] = Array.from({ length: 64 }, (_, bits) =>
  Array.from({ length: 6 }, (_unused, at): 0 | 1 => (((bits >> at) & 1) === 0 ? 0 : 1)),
).filter((order) => order.filter((session) => session === 1).length === 3);

/** Two sessions read, edit and apply one set in this order; what one of them saw no more is refused. */
export async function raceSessions(
  stack: TestStack,
  order: readonly (0 | 1)[],
  value: string,
  figures: RaceFigures,
): Promise<void> {
  const set = await open(stack, 0, value);
  const sessions = [
    { step: 0, version: 0 },
    { step: 0, version: 0 },
  ] as const;
  let current = set.version;
  let isApplied = false;
  for (const person of order) {
    const session: { step: number; version: number } = sessions[person];
    const { version } = session;
    if (session.step === 0) session.version = (await now(stack, set)).version;
    else {
      const answer =
        session.step === 1
          ? await stack.call(person, "PATCH", `/change-sets/${set.id}`, { version, name: `${value} of ${person}` })
          : await stack.call(person, "POST", `/change-sets/${set.id}/apply`, { version });
      figures.edits += 1;
      countLoser(answer, figures);
      // What is applied can still be named.
      if (isDone(answer) && (version !== current || (isApplied && session.step === 2))) figures.lostUpdates += 1;
      if (isDone(answer)) {
        isApplied ||= session.step === 2;
        ({ version: current } = await now(stack, set));
        session.version = current;
      }
    }
    session.step += 1;
  }
  figures.races += 1;
  await finish(stack, set);
}

/** Asks for what the version decides until no one else came first. */
async function insist(stack: TestStack, person: number, set: ChangeSet, verb: string): Promise<Answer> {
  for (;;) {
    const { version } = await now(stack, set);
    const answer = await stack.call(person, "POST", `/change-sets/${set.id}/${verb}`, { version });
    const problem = Problem.safeParse(answer.body);
    if (!problem.success || !["version_mismatch", "in_progress"].includes(problem.data.code)) return answer;
  }
}

/** A set of which two people must approve, and that the first one has staged and submitted. */
async function submitted(stack: TestStack, value: string): Promise<ChangeSet> {
  const set = await open(stack, 0, value);
  const answer = await insist(stack, 0, set, "submit");
  if (!isDone(answer)) throw new Error(`It was not submitted: ${JSON.stringify(answer.body)}`);
  return ChangeSet.parse(answer.body);
}

async function approved(stack: TestStack, value: string): Promise<ChangeSet> {
  const set = await submitted(stack, value);
  for (const person of [1, 2]) {
    const answer = await insist(stack, person, set, "approve");
    if (!isDone(answer)) throw new Error(`It was not approved: ${JSON.stringify(answer.body)}`);
  }
  return await now(stack, set);
}

type ReviewRace = (stack: TestStack, value: string, figures: RaceFigures) => Promise<void>;

/** Two approve while base moves; nothing of it is applied. */
const approveWhileBaseMoves: ReviewRace = async (stack, value, figures) => {
  const set = await submitted(stack, value);
  await Promise.all([
    insist(stack, 1, set, "approve"),
    insist(stack, 2, set, "approve"),
    moveBase(stack, `Base of ${value}`),
  ]);
  await checkStale(stack, set, value, async () => await insist(stack, 0, set, "apply"), figures);
};

/** One applies what was approved while base moves. */
const applyWhileBaseMoves: ReviewRace = async (stack, value, figures) => {
  const set = await approved(stack, value);
  const act = async () => await Promise.all([insist(stack, 0, set, "apply"), moveBase(stack, `Base of ${value}`)]);
  await checkStale(stack, set, value, act, figures);
};

async function checkStale(
  stack: TestStack,
  set: ChangeSet,
  value: string,
  act: () => Promise<unknown>,
  figures: RaceFigures,
): Promise<void> {
  figures.stalePlans += 1;
  await act();
  await stack.app.deps.background.idle();
  await stack.app.sendDue();
  const record = practitionerOf(stack);
  const { profile } = stack.app.deps.service;
  const raw = (await stack.direct(record, stack.createdIndex)) ?? {};
  const reading = profile.decode(record.type, raw)[NAME];
  if (!(reading !== undefined && "value" in reading && reading.value === value)) figures.staleRefused += 1;
  await finish(stack, set);
}

/** Whoever staged it approves and applies it, and one approves it several times, all at once: two others are needed. */
const approveTwice: ReviewRace = async (stack, value, figures) => {
  const set = await submitted(stack, value);
  const [own, applied] = await Promise.all([
    insist(stack, 0, set, "approve"),
    insist(stack, 0, set, "apply"),
    ...Array.from({ length: 3 }, () => insist(stack, 1, set, "approve")),
  ]);
  if (isDone(own)) figures.selfApprovals += 1;
  if (isDone(applied)) figures.unapproved += 1;
  if ((await now(stack, set)).state !== "in review") figures.doubleApprovals += 1;
  await insist(stack, 2, set, "approve");
  if ((await now(stack, set)).state !== "approved") throw new Error(`${set.id} was approved by two.`);
  await finish(stack, set);
};

/** One applies what was approved while others edit it and open it anew. */
const editAfterApproval: ReviewRace = async (stack, value, figures) => {
  const set = await approved(stack, value);
  const evidence = { ...testEvidence, reason: "Nobody approved this" };
  await actAtOnce(
    stack,
    set,
    [
      { person: 0, verb: "edit", more: { evidence } },
      { person: 0, verb: "apply" },
      { person: 1, verb: "reopen" },
      { person: 0, verb: "apply", more: { evidence } },
    ],
    figures,
  );
  const after = await now(stack, set);
  const isApplied = (state: string) => !["draft", "in review", "approved"].includes(state);
  if (isApplied(after.state) && after.evidence?.reason !== testEvidence.reason) figures.unapproved += 1;
  if (after.state === "draft" || after.state === "in review") {
    if (isDone(await insist(stack, 0, set, "apply"))) figures.unapproved += 1;
  }
  await finish(stack, set);
};

/** One request is sent several times at once with its key, and once with another body. */
const applyWithOneKey: ReviewRace = async (stack, value, figures) => {
  const set = await approved(stack, value);
  const key = { "Idempotency-Key": `race-${value.replaceAll(" ", "-")}` };
  const apply = async (more: object = {}) =>
    await stack.call(0, "POST", `/change-sets/${set.id}/apply`, { version: set.version, ...more }, key);
  await Promise.all([apply(), apply(), apply()]);
  await stack.app.deps.background.idle();
  figures.keys += 1;
  figures.otherBodies += 1;
  if ((await apply()).status >= 400) throw new Error("A repeated request gets the first answer.");
  if ([409, 422].includes((await apply({ moved: "split off" })).status)) figures.otherBodiesRefused += 1;
  const effects = stack.app.deps.store.db.selectFrom("journal").select("action").where("subject", "=", set.id);
  figures.effects += (await effects.where("action", "=", "change-set.apply").execute()).length;
  await finish(stack, set);
};

const reviewRaces: readonly ReviewRace[] = [
  approveWhileBaseMoves,
  applyWhileBaseMoves,
  approveTwice,
  editAfterApproval,
  applyWithOneKey,
];

/** Runs these of them in turn, where two others must approve and everything is read before it is applied. */
export async function raceReviews(
  stack: TestStack,
  { from, to }: { from: number; to: number },
  figures: RaceFigures,
): Promise<void> {
  await setApprovals(stack, 2);
  for (let at = from; at < to; at += 1) {
    await reviewRaces[at % reviewRaces.length]?.(stack, `Race ${at}`, figures);
    figures.races += 1;
  }
}

/** So many approvals of others are required, and everything is read before it is applied. */
export async function setApprovals(stack: TestStack, required: number): Promise<void> {
  const settings = { required, ownCounts: false, applyAgeHours: 0 };
  const { status, body } = await stack.call(0, "PUT", "/approval-settings", settings);
  if (status !== 200) throw new Error(`The settings were not taken: ${JSON.stringify(body)}`);
}

async function moveBase(stack: TestStack, value: string): Promise<void> {
  const record = practitionerOf(stack);
  const before = (await stack.direct(record, stack.standardIndex)) ?? {};
  const after = stack.app.deps.service.profile.encode(record.type, before, NAME, value);
  await stack.control("/drift", { type: record.type, id: record.id, set: changedKeys(before, after) });
}

export function changedKeys(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value)),
  );
}

/** Nothing of the set waits any more: what was applied is sent, the rest withdrawn. */
async function finish(stack: TestStack, set: ChangeSet): Promise<void> {
  await stack.app.sendDue();
  const { body } = await stack.call(0, "GET", `/change-sets/${set.id}/changes`);
  for (const { state } of ChangePage.parse(body).items) {
    if (state === "deferred") {
      const decision = { record: practitionerOf(stack), field: NAME, decision: "keep ours" };
      await stack.call(0, "POST", `/index-versions/${stack.createdIndex}/decisions`, decision);
      await stack.app.sendDue();
    } else if (["draft", "in review", "approved"].includes(state)) await withdraw(stack, set);
  }
  const { state } = await now(stack, set);
  if (!["applied", "withdrawn"].includes(state)) throw new Error(`${set.id} does not end: ${state}.`);
}

async function withdraw(stack: TestStack, set: ChangeSet): Promise<void> {
  const answer = await insist(stack, 0, set, "withdraw");
  if (!isDone(answer)) throw new Error(`${set.id} was not withdrawn: ${JSON.stringify(answer.body)}`);
}
