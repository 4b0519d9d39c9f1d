import { isDeepStrictEqual } from "node:util";
import {
  AlarmList,
  type Change,
  ChangePage,
  ChangeSet,
  Change as ChangeSchema,
  CommentPage,
  Decided,
  type Operation,
  RevertedChangeSet,
  SplitChangeSet,
} from "@dc/contract";
import { z } from "zod";
import { changesOn, CONNECTION, type History } from "./history.ts";
import { type InvariantChecker, viewPath } from "./invariants.ts";
import { elementsOf, type Kind, touchedBy, waitsForSomebody } from "./oracle.ts";
import type { Random } from "#system-tests/random.ts";
import type { Field } from "./service-states.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { readForLateRequests } from "#/sending/late-requests.ts";

const Staged = z.strictObject({
  changeSet: ChangeSet,
  changeIds: z.array(z.string()),
  changes: z.array(ChangeSchema),
  replaced: z.array(ChangeSchema),
  dropped: z.array(z.int()),
});

const weights = {
  stage: 26,
  apply: 26,
  send: 20,
  "send and be killed": 6,
  undo: 4,
  withdraw: 3,
  "withdraw a set": 2,
  "withdraw but for held": 2,
  pause: 4,
  resume: 5,
  "pause all": 2,
  "resume all": 4,
  retry: 3,
  discard: 2,
  decide: 10,
  drift: 6,
  outside: 5,
  "send again": 3,
  settle: 3,
  review: 3,
  answer: 2,
  split: 2,
  "settle moved": 4,
  "settle at rest": 4,
  "confirm or drop": 0,
  "give a role": 0,
  revert: 2,
  "send and lose a write": 3,
  "a lost write lands": 3,
  "send and leak": 2,
  "settle an alarm": 0,
  "resume after alarms": 0,
} as const;

type ActionName = keyof typeof weights;

export interface ActionOptions {
  faults: boolean;
  outside: boolean;
  /** Whether writes often land late, or in base, too. */
  astray: boolean;
}

/** Performs one random action as one random person, adds it to `history.steps`, and takes over the response. */
export async function performRandomAction(
  history: History,
  invariants: InvariantChecker,
  random: Random,
  options: ActionOptions,
): Promise<void> {
  const { stack } = history;
  const { required } = history.approvals;
  const { approvals } = invariants.grounds;
  const name = random.weighted({
    ...weights,
    outside: options.outside ? weights.outside : 0,
    ...(stack.app.sandbox.dials.writes
      ? options.astray
        ? { "send and lose a write": 14, "a lost write lands": 10, "send and leak": 18 }
        : {}
      : { "send and lose a write": 0, "a lost write lands": 0, "send and leak": 0 }),
    ...(history.isStopped ? { "settle an alarm": 20, "resume after alarms": 20 } : {}),
    ...(required === 0
      ? {}
      : { review: required === 1 ? 30 : 45, "confirm or drop": required === 1 ? 0 : 8, "give a role": 3 }),
  });
  const person = random.below(stack.people);
  const indexId = random.pick(history.indices);
  const field = random.pick(history.fields);
  const say = (what: string) => void history.steps.push(`${name}: ${what}`);
  const refused = ({ status, body }: { status: number; body: unknown }) => {
    if (status >= 200 && status < 300) return false;
    say(`refused with ${status} ${codeOf(body)}`);
    if (status === 500 || codeOf(body) === "internal") throw new Error(`The console failed: ${JSON.stringify(body)}`);
    return true;
  };
  const anyChange = (...states: Change["state"][]) =>
    [...history.changes.values()].map(({ change }) => change).filter(({ state }) => states.includes(state));

  const steps: { [Name in ActionName]: () => Promise<void> } = {
    async stage() {
      const operations = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () =>
        randomOperation(history, random, indexId, field),
      );
      const policy = random.chance(0.8) ? "pin" : "follow";
      const changes = operations.map((operation) => ({
        record: field.record,
        field: field.field,
        operation,
        policy,
        evidence: { reason: "The practice called" },
      }));
      for (const { id } of changesOn(history, indexId, field).filter(({ state }) => state === "draft"))
        history.mayVanish.add(id);
      const answer = random.chance(0.3)
        ? await stack.call(person, "POST", setOverSeveral(), {
            changes: changes.map((change) => ({ ...change, indexId })),
          })
        : await stack.call(person, "POST", `/index-versions/${indexId}/changes`, { changes });
      if (refused(answer)) return;
      takeStaged(answer.body, person);
      for (const operation of operations)
        say(
          `person ${person} stages ${JSON.stringify(operation)} on ${field.field} of ${field.record.id} in ${indexId}`,
        );
      const { changeSet, dropped } = Staged.parse(answer.body);
      for (const [at, operation] of operations.entries()) {
        const isMeant =
          !dropped.includes(at) ||
          history.asked.some(
            (asked) => asked.changeSetId === changeSet.id && asked.indexId === indexId && asked.field === field,
          );
        if (isMeant) ask(changeSet.id, operation);
      }
    },
    async apply() {
      const set =
        pickSet(({ state }) => state === "approved") ??
        pickSet(({ state, counts }) => state === "draft" && counts.draft > 0);
      if (set === undefined) return say("nothing to apply");
      if (refused(await act(set, "apply", set.state === "draft" ? { evidence: testEvidence } : {}))) return;
      say(`person ${person} applies ${set.id}`);
    },
    async send() {
      await armSome();
      stack.app.clock.advance(random.pick([1000, 5000, 20_000]));
      await history.send();
      say("the sender does what is due");
    },
    async "send and be killed"() {
      await armSome();
      stack.app.clock.advance(5000);
      const at = random.below(9);
      await history.send(at);
      say(`the sender is killed at step ${at}`);
    },
    async undo() {
      const [set] = [...history.sets.values()].filter(
        ({ changeSet }) => changeSet.sendAfter !== null && ["queued", "applying"].includes(changeSet.state),
      );
      if (set === undefined) return say("nothing to undo");
      if (!refused(await act(set.changeSet, "undo"))) say(`person ${person} undoes ${set.changeSet.id}`);
    },
    async withdraw() {
      const open = [...anyChange("held", "deferred"), ...alone("queued")];
      if (open.length === 0) return say("nothing to withdraw");
      const change = random.pick(open);
      const answer = await stack.call(person, "POST", `/changes/${change.id}/withdraw`, { reason: "Not so" });
      if (refused(answer)) return;
      const { state } = ChangeSchema.parse(answer.body);
      say(`person ${person}: ${change.id} is ${state}`);
      approvals.takeBack(person, setOf(change));
      if (change.state === "queued") forgetField(change);
    },
    "withdraw a set": async () => await withdrawSet({}),
    "withdraw but for held": async () => await withdrawSet({ keepsHeld: true }),
    pause: async () => await turnSet("pause", ({ state, paused }) => state === "applying" && paused === null),
    resume: async () => await turnSet("resume", ({ paused }) => paused !== null),
    "pause all": async () => await turnAll("pause"),
    "resume all": async () => await turnAll("resume"),
    async retry() {
      const set = pickSet(({ counts }) => counts.failed > 0);
      if (set === undefined) return say("nothing failed");
      const answer = await act(set, "retry");
      if (refused(answer)) return;
      const retry = ChangeSet.parse(answer.body);
      say(`${set.id} as ${retry.id}`);
      await takeSet(retry.id, person);
      const { body } = await stack.call(0, "GET", `/change-sets/${retry.id}/changes?limit=200`);
      for (const copy of ChangePage.parse(body).items)
        for (const from of anyChange("failed"))
          if (setOf(from) === set.id && isCopy(from, copy)) approvals.copy(from, copy);
    },
    async discard() {
      const drafts = alone("draft");
      if (drafts.length === 0) return say("nothing to discard");
      const change = random.pick(drafts);
      history.mayVanish.add(change.id).add(setOf(change));
      if (refused(await stack.call(person, "DELETE", `/changes/${change.id}`))) return;
      say(change.id);
      forgetField(change);
    },
    async decide() {
      const decision = random.pick([
        "keep ours",
        "take base",
        "reset to base",
        "remove override",
        "accept",
        "restore",
        "pin",
        "follow",
      ] as const);
      const element =
        field.kind === "text" || random.chance(0.4) ? undefined : pickElement(history, random, indexId, field);
      await stack.call(person, "GET", viewPath(indexId, field.record));
      for (const { id } of changesOn(history, indexId, field).filter(({ state }) => state === "draft"))
        history.mayVanish.add(id);
      const answer = await stack.call(person, "POST", `/index-versions/${indexId}/decisions`, {
        record: field.record,
        field: field.field,
        decision,
        ...(element === undefined ? {} : { element }),
        ...(decision === "remove override" ? { reason: "Not so" } : {}),
      });
      if (refused(answer)) return;
      const decided = Decided.parse(answer.body);
      if (decision === "remove override")
        for (const change of changesOn(history, indexId, field)) approvals.takeBack(person, setOf(change));
      say(
        `person ${person} decides ${decision} for ${element ?? "all"} of ${field.field} of ${field.record.id} in ${indexId}: ${decided.outcome}`,
      );
      const about = element === undefined ? null : [element];
      if (decision === "keep ours")
        invariants
          .baseline(indexId, field)
          .move(history.serviceStates.elements(history.stack.standardIndex, field), about);
      if (decision === "keep ours" || decision === "accept")
        invariants.grounds.see(
          changesOn(history, indexId, field).filter(({ state }) => ["queued", "held", "deferred"].includes(state)),
        );
      if (decision === "accept")
        invariants.known(indexId, field).move(history.serviceStates.elements(indexId, field), about);
      if (decided.outcome === "staged") {
        for (const change of decided.changes) {
          ask(setOf(change), change.operation);
          await takeSet(setOf(change), person);
        }
      }
    },
    async drift() {
      await driftField("/drift", {}, history.stack.standardIndex);
      say(`base moves: ${field.field} of ${field.record.id}`);
    },
    async outside() {
      await driftField("/outside", { index: indexId }, indexId);
      say(`${field.field} of ${field.record.id} in ${indexId} is changed from outside`);
    },
    async "send again"() {
      const ended = anyChange("failed", "deferred", "held");
      if (ended.length === 0) return say("nothing to send again");
      const asked = random.pick(ended);
      const answer = await stack.call(person, "POST", `/changes/${asked.id}/send`);
      if (refused(answer)) return;
      const change = ChangeSchema.parse(answer.body);
      say(`${asked.id} (${asked.state}) as ${change.id}`);
      if (change.id !== asked.id) approvals.copy(asked, change);
      await takeSet(setOf(change), person);
    },
    async settle() {
      const unknown = anyChange("unknown");
      if (unknown.length === 0) return say("nothing to settle");
      const { id } = random.pick(unknown);
      const as = random.pick(["read", "not applied"]);
      if (!refused(await stack.call(person, "POST", `/changes/${id}/settle`, { as }))) say(`${id} as ${as}`);
    },
    async review() {
      const set = pickSet(({ state, counts }) => state === "in review" || (state === "draft" && counts.draft > 0));
      if (set === undefined) return say("nothing to review");
      const [one] = [...history.changes.values()].filter(
        ({ change }) => setOf(change) === set.id && change.state === "in review",
      );
      const named = one === undefined || random.chance(0.4) ? {} : { changeIds: [one.change.id] };
      const verb =
        set.state === "draft"
          ? "submit"
          : random.pick(["approve", "approve", "approve", "approve", "reject", "requests", "reopen"]);
      const more =
        verb === "reject"
          ? { ...named, reason: "Not so" }
          : verb === "requests"
            ? { ...named, words: "Which one?" }
            : verb === "approve"
              ? named
              : {};
      const inReview = anyChange("in review").filter((change) => setOf(change) === set.id);
      const about = inReview.filter(({ id }) => !("changeIds" in more) || more.changeIds.includes(id));
      // Mostly somebody whose approval counts.
      const others = [...history.approvers].filter((one) => about.every((change) => !approvals.hasPart(one, change)));
      const by = random.chance(0.9) && others.length > 0 ? random.pick(others) : person;
      if (refused(await act(set, verb, more, by))) return;
      say(`person ${by}: ${verb} ${set.id}`);
      if (verb === "approve") approvals.approve(by, about);
      if (verb === "reopen") approvals.void(anyChange("in review", "approved").filter((one) => setOf(one) === set.id));
      if (verb === "reject") for (const change of about) forgetField(change);
    },
    async answer() {
      const set = pickSet(({ state }) => state === "in review");
      if (set === undefined) return say("nothing is in review");
      const { body } = await stack.call(person, "GET", `/change-sets/${set.id}/comments`);
      const request = CommentPage.parse(body).items.find(({ open }) => open > 0);
      if (request === undefined) return say("nothing was asked");
      const asker = Array.from({ length: stack.people }, (_, at) => at).find(
        (at) => request.by.name === `Person ${at}`,
      );
      const answer = await stack.call(
        asker ?? person,
        "POST",
        `/change-sets/${set.id}/requests/${request.id}/withdraw`,
        {
          version: set.version,
        },
      );
      if (!refused(answer)) say(request.id);
    },
    async split() {
      const change = alone("draft").find((one) => (history.sets.get(setOf(one))?.changeSet.counts.draft ?? 0) > 1);
      const set = change === undefined ? undefined : history.sets.get(setOf(change))?.changeSet;
      if (change === undefined || set === undefined) return say("nothing to split");
      const answer = await act(set, "split", { changeIds: [change.id] });
      if (refused(answer)) return;
      const { id } = SplitChangeSet.parse(answer.body).splitOff;
      for (const asked of history.asked) if (isAskedOn(asked, change)) asked.changeSetId = id;
      await takeSet(id, person);
      history.mayVanish.add(change.id);
      say(`${change.id} into ${id}`);
    },
    async "settle moved"() {
      const own = alone("draft", "in review", "approved");
      const moved: { set: ChangeSet; change: Change }[] = [];
      for (const id of new Set(own.map(setOf))) {
        const set = history.sets.get(id)?.changeSet;
        if (set === undefined) continue;
        const { body } = await stack.call(person, "GET", `/change-sets/${id}/moved`);
        for (const change of ChangePage.parse(body).items)
          if (own.some((one) => one.id === change.id)) moved.push({ set, change });
      }
      if (moved.length === 0) return say("nothing moved");
      const { set, change } = random.pick(moved);
      const as = random.pick(["keep ours", "take what is there"]);
      history.mayVanish.add(change.id).add(set.id);
      if (refused(await act(set, "moved", { changeIds: [change.id], as }))) return;
      say(`${change.id}: ${as}`);
      if (as === "keep ours") {
        approvals.keepOurs(person, [change]);
        invariants.grounds.see([change]);
      } else forgetField(change);
    },
    async "settle at rest"() {
      const change = anyChange("deferred").find(waitsForSomebody);
      const set = change === undefined ? undefined : history.sets.get(setOf(change))?.changeSet;
      if (change === undefined || set === undefined) return say("nothing is at rest");
      const as = random.pick(["send all the same", "give way"] as const);
      const answer = await act(set, "at-rest", { changeIds: [change.id], as, reason: "It is so" });
      if (refused(answer)) return;
      const isAsked = ChangeSet.parse(answer.body).takingBack !== null;
      say(`person ${person} ${isAsked ? "asks for" : "does"} it: ${change.id}: ${as}`);
      approvals.takeBack(person, set.id);
      if (!isAsked) settled(as, [change]);
    },
    async "confirm or drop"() {
      const set = pickSet(({ takingBack }) => takingBack !== null);
      if (set?.takingBack == null) return say("nothing is asked to be taken back");
      const { as, changeIds } = set.takingBack;
      const resting = anyChange("deferred").filter(
        (change) => changeIds?.includes(change.id) && waitsForSomebody(change),
      );
      const verb = random.chance(0.8) ? "confirm" : "drop";
      const answer = await act(set, `taking-back/${verb}`);
      if (refused(answer)) return;
      const isOpen = ChangeSet.parse(answer.body).takingBack !== null;
      say(`person ${person}: ${verb} ${as} of ${set.id}${isOpen ? ", which waits for more" : ""}`);
      if (verb === "drop") return approvals.endTakingBack(set.id);
      approvals.takeBack(person, set.id);
      if (isOpen) return;
      if (as !== "withdraw") settled(as, resting);
      else if (changeIds === null) forget(({ changeSetId }) => changeSetId === set.id);
    },
    async "give a role"() {
      const mover = stack.people - 1;
      const role = history.approvers.has(mover) ? "viewer" : "admin";
      await stack.giveRole(mover, role);
      say(`person ${mover} is ${role}`);
      if (role === "admin") history.approvers.add(mover);
      else {
        history.approvers.delete(mover);
        approvals.lose(mover);
      }
    },
    async "send and lose a write"() {
      stack.app.clock.advance(5000);
      say((await history.sendAndLose()) ? "its caller sees a reset connection" : "nothing was sent");
    },
    async "a lost write lands"() {
      stack.app.clock.advance(random.pick([60_000, 600_000]));
      say((await history.land()) ? "minutes later" : "there is none");
      stack.app.clock.advance(60_000);
      await readForLateRequests(stack.app.deps, new AbortController().signal);
    },
    async "send and leak"() {
      stack.app.clock.advance(5000);
      await history.sendAndLeak();
      say("base takes what is sent");
    },
    async "settle an alarm"() {
      const { items } = AlarmList.parse((await stack.call(person, "GET", "/alarms")).body);
      const alarm = items.find(({ settled }) => settled === null);
      if (alarm === undefined) return say("none is open");
      const as = random.pick(["kept", "not ours"] as const);
      history.settledAlarms.add(alarm.id);
      if (refused(await settleAlarm(history, person, alarm.id, as))) return;
      say(`${alarm.id}: ${as}`);
    },
    async "resume after alarms"() {
      if (refused(await stack.call(person, "POST", "/sending/resume"))) return;
      history.isStopped = false;
      say("sending goes on");
    },
    async revert() {
      const set = pickSet(({ state }) => state === "applied" || state === "partly applied" || state === "held");
      if (set === undefined) return say("nothing to revert");
      const answer = await act(set, "revert");
      if (refused(answer)) return;
      const { id } = RevertedChangeSet.parse(answer.body).changeSet;
      history.reverted.add(set.id);
      say(`${set.id} by ${id}`);
      await takeSet(id, person);
      const { body } = await stack.call(person, "GET", `/change-sets/${id}/changes?limit=200`);
      for (const change of ChangePage.parse(body).items) {
        const of = history.fields.find((one) => isOn(change, one));
        if (of !== undefined)
          history.asked.push({ changeSetId: id, indexId: change.indexId, field: of, operation: change.operation });
      }
    },
  };
  await steps[name]();

  async function act({ id, version }: ChangeSet, verb: string, more: object = {}, by = person) {
    return await stack.call(by, "POST", `/change-sets/${id}/${verb}`, { version, ...more });
  }

  function pickSet(fits: (changeSet: ChangeSet) => boolean): ChangeSet | undefined {
    const sets = [...history.sets.values()].map(({ changeSet }) => changeSet).filter(fits);
    return sets.length === 0 ? undefined : random.pick(sets);
  }

  async function withdrawSet(more: object): Promise<void> {
    const set = pickSet(({ state }) => ["draft", "queued", "held", "applying"].includes(state));
    if (set === undefined) return say("nothing to withdraw");
    const answer = await act(set, "withdraw", { reason: "Not so", ...more });
    if (refused(answer)) return;
    const isAsked = ChangeSet.parse(answer.body).takingBack !== null;
    say(`person ${person} ${isAsked ? "asks for" : "does"} it: ${set.id}`);
    approvals.takeBack(person, set.id);
    if (!isAsked) forget(({ changeSetId }) => changeSetId === set.id);
  }

  async function turnSet(verb: "pause" | "resume", fits: (changeSet: ChangeSet) => boolean): Promise<void> {
    const set = pickSet(fits);
    if (set === undefined) return say(`nothing to ${verb}`);
    if (refused(await act(set, verb))) return;
    say(set.id);
    history.paused[verb === "pause" ? "add" : "delete"](set.id);
  }

  async function turnAll(verb: "pause" | "resume"): Promise<void> {
    if (refused(await stack.call(person, "POST", `/${verb}`, {}))) return;
    say("the connection");
    history.paused[verb === "pause" ? "add" : "delete"](CONNECTION);
  }

  /** What is known and seen once changes at rest are settled. */
  function settled(as: "send all the same" | "give way", changes: readonly Change[]): void {
    const { serviceStates } = history;
    for (const change of changes) {
      const staged = history.fields.find((one) => isOn(change, one));
      if (staged === undefined) continue;
      const about = touchedBy(staged.kind, change.operation);
      if (as === "give way")
        invariants.known(change.indexId, staged).move(serviceStates.elements(change.indexId, staged), about);
      else {
        invariants.grounds.see([change]);
        invariants.baseline(change.indexId, staged).move(serviceStates.elements(stack.standardIndex, staged), about);
      }
    }
  }

  function takeStaged(body: unknown, who: number): void {
    const { changeSet, changes } = Staged.parse(body);
    history.sets.set(changeSet.id, { changeSet, person: history.sets.get(changeSet.id)?.person ?? who });
    for (const change of changes) history.changes.set(change.id, { change });
  }

  async function takeSet(id: string, who: number): Promise<void> {
    const changeSet = ChangeSet.parse((await stack.call(who, "GET", `/change-sets/${id}`)).body);
    history.sets.set(id, { changeSet, person: history.sets.get(id)?.person ?? who });
  }

  /** A person's later request about an element, or about all of them, replaces the earlier one. */
  function ask(changeSetId: string, operation: Operation): void {
    const [first] = touchedBy(field.kind, operation) ?? [];
    forget(
      (asked) =>
        asked.changeSetId === changeSetId &&
        asked.indexId === indexId &&
        asked.field === field &&
        (first === undefined || touchedBy(field.kind, asked.operation)?.[0] === first),
    );
    history.asked.push({ changeSetId, indexId, field, operation });
  }

  /** The changes that are the only one of their field in their set; requests for the field end with them. */
  function alone(...states: Change["state"][]): Change[] {
    const all = anyChange(...states);
    const isBeside = (one: Change, other: Change) =>
      one.id !== other.id &&
      one.changeSetId === other.changeSetId &&
      one.indexId === other.indexId &&
      one.record.id === other.record.id &&
      one.field === other.field;
    return all.filter((change) => !all.some((other) => isBeside(change, other)));
  }

  function forgetField(change: Change): void {
    forget((asked) => isAskedOn(asked, change));
  }

  /** A new set, or one of the person's, which refuses if it is the draft of another directory. */
  function setOverSeveral(): string {
    const open = [...history.sets.values()].filter((set) => set.person === person && set.changeSet.state === "draft");
    return open.length === 0 ? "/change-sets" : `/change-sets/${random.pick(open).changeSet.id}/changes`;
  }

  function forget(fits: (asked: History["asked"][number]) => boolean): void {
    history.asked = history.asked.filter((asked) => !fits(asked));
  }

  async function armSome(): Promise<void> {
    if (!options.faults || random.chance(0.4)) return;
    const retryAfter = random.pick([0, 3]);
    const kinds = [
      { kind: "status", status: 500, phase: "before" },
      { kind: "status", status: 500, phase: "after" },
      { kind: "status", status: 503, phase: "before" },
      { kind: "status", status: 429, retryAfter },
      { kind: "status", status: 422 },
      { kind: "reset-before" },
      { kind: "reset-after" },
      { kind: "slow", ms: 40 },
    ];
    const rule = { ...random.pick(kinds), method: random.pick(["POST", "POST", "GET"]), times: 1 + random.below(2) };
    await stack.control("/faults", rule);
    history.quietMs = rule.status === 429 ? retryAfter * 1000 : 0;
    history.steps.push(`fault: ${JSON.stringify(rule)}`);
  }

  async function driftField(path: string, more: { index?: string }, at: string): Promise<void> {
    const { profile } = stack.app.deps.service;
    const { record } = field;
    const before = history.serviceStates.raw(at, record);
    const after = profile.encodeReading(record.type, before, field.field, {
      value: randomValue(history, random, field.kind),
    });
    const set = Object.fromEntries(
      Object.entries(after).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value)),
    );
    if (Object.keys(set).length > 0) await stack.control(path, { ...more, type: record.type, id: record.id, set });
  }
}

export async function settleAlarm({ stack }: History, person: number, id: string, answer: "kept" | "not ours") {
  return await stack.call(person, "POST", `/alarms/${id}/settle`, { answer, reason: "Looked at both" });
}

function codeOf(body: unknown): string {
  return typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
}

function randomOperation(history: History, random: Random, indexId: string, field: Field): Operation {
  const { kind } = field;
  if (kind === "text" || random.chance(0.15)) return { op: "set", value: randomValue(history, random, kind) };
  const element = kind === "phones" ? randomPhone(random) : random.pick(history.stack.plans);
  switch (random.below(3)) {
    case 0:
      return { op: "add", element };
    case 1:
      return { op: "remove", element: pickElement(history, random, indexId, field) };
    default:
      return { op: "replace", element: pickElement(history, random, indexId, field), by: element };
  }
}

type Value = Extract<Operation, { op: "set" }>["value"];

function randomValue(history: History, random: Random, kind: Kind): Value {
  if (kind === "text") return `Dr. ${random.text(6)}`;
  const count = 1 + random.below(3);
  if (kind === "set") return [...new Set(Array.from({ length: count }, () => random.pick(history.stack.plans)))];
  const phones = Array.from({ length: count }, () => randomPhone(random));
  return phones.filter(
    (phone, at) =>
      phones.findIndex(({ number, extension }) => number === phone.number && extension === phone.extension) === at,
  );
}

function randomPhone(random: Random): { number: string; extension: string | null; label: string | null } {
  const number = `+1 212 555 01${String(10 + random.below(8))}`;
  return { number, extension: random.chance(0.3) ? "12" : null, label: random.pick([null, "office", "fax"]) };
}

/** An element that exists in the index, in base or in a change. */
function pickElement(history: History, random: Random, indexId: string, field: Field): string {
  const { serviceStates, stack } = history;
  const mentioned = changesOn(history, indexId, field).flatMap(
    ({ operation }) => touchedBy(field.kind, operation) ?? [],
  );
  const known = [
    ...serviceStates.elements(indexId, field).keys(),
    ...serviceStates.elements(stack.standardIndex, field).keys(),
    ...mentioned,
  ];
  if (known.length === 0)
    return field.kind === "set"
      ? random.pick(stack.plans)
      : ([...elementsOf("phones", { value: [randomPhone(random)] }).keys()][0] ?? "");
  return random.pick(known);
}

/** Whether a change does what another one did, in the same place. */
function isCopy(a: Change, b: Change): boolean {
  const isInPlace = a.indexId === b.indexId && a.record.id === b.record.id && a.field === b.field;
  return isInPlace && isDeepStrictEqual(a.operation, b.operation);
}

function isOn(change: Change, { record, field }: Field): boolean {
  return change.record.id === record.id && change.field === field;
}

function isAskedOn({ changeSetId, indexId, field }: History["asked"][number], change: Change): boolean {
  return changeSetId === change.changeSetId && indexId === change.indexId && isOn(change, field);
}

/** The people of these histories see every set. */
function setOf({ changeSetId }: Change): string {
  return changeSetId ?? "";
}
