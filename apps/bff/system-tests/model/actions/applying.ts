import { setTimeout } from "node:timers/promises";
import { type Change, Change as ChangeSchema, ChangePage, ChangeSet } from "@dc/contract";
import { testEvidence } from "#/testing/evidence.ts";
import type { Acting } from "./acting.ts";
import { isCopy, isOn, setOf } from "./changes.ts";

const evidenceFor = ({ state }: ChangeSet) => (state === "draft" ? { evidence: testEvidence } : {});

/** What people apply, take back and send again. */
export function applyingActions({
  history,
  random,
  stack,
  approvals,
  person,
  say,
  skip,
  miss,
  refused,
  anyChange,
  act,
  pickSet,
  takeSet,
  ask,
  alone,
  forgetField,
  forget,
}: Acting) {
  return {
    async apply() {
      const set = toApply();
      if (set === undefined) return skip("nothing to apply");
      if (refused(await act(set, "apply", evidenceFor(set)))) return;
      say(`person ${person} applies ${set.id}`);
    },
    async "pause a check"() {
      const set = toApply();
      if (set === undefined) return skip("nothing to apply");
      stack.app.clock.advance(1000);
      const release = history.holdReads();
      let isAnswered = false;
      const asked = act(set, "apply", evidenceFor(set)).finally(() => (isAnswered = true));
      let checked: ChangeSet | undefined;
      while (!isAnswered && checked?.checking == null) {
        await setTimeout(2);
        checked = ChangeSet.parse((await stack.call(person, "GET", `/change-sets/${set.id}`)).body);
      }
      const paused = checked?.checking == null ? null : await act(checked, "pause");
      release();
      if (refused(await asked)) return;
      if (paused === null) return miss("nothing is checked");
      if (refused(paused)) return;
      say(`person ${person} applies ${set.id}, and pauses its check`);
      history.checking.add(set.id);
      history.paused.add(set.id);
    },
    async undo() {
      const sets = [...history.sets.values()].map(({ changeSet }) => changeSet);
      const set =
        sets.find(({ sendAfter, state }) => sendAfter !== null && ["queued", "applying"].includes(state)) ??
        sets.find(({ state }) => state === "checking");
      if (set === undefined) return skip("nothing to undo");
      if (refused(await act(set, "undo"))) return;
      say(`person ${person} undoes ${set.id}`);
      if (history.checking.delete(set.id)) history.paused.delete(set.id);
    },
    async withdraw() {
      const open = [...anyChange("held", "deferred"), ...alone("queued")];
      if (open.length === 0) return skip("nothing to withdraw");
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
    async retry() {
      const set = pickSet(({ counts }) => counts.failed > 0);
      if (set === undefined) return skip("nothing failed");
      const answer = await act(set, "retry");
      if (refused(answer)) return;
      const retry = ChangeSet.parse(answer.body);
      say(`${set.id} as ${retry.id}`);
      await takeSet(retry.id, person);
      const { body } = await stack.call(0, "GET", `/change-sets/${retry.id}/changes?limit=200`);
      for (const copy of ChangePage.parse(body).items) {
        askAgain(copy);
        for (const from of anyChange("failed"))
          if (setOf(from) === set.id && isCopy(from, copy)) approvals.copy(from, copy);
      }
    },
    async "send again"() {
      const ended = anyChange("failed", "deferred", "held");
      if (ended.length === 0) return skip("nothing to send again");
      const asked = random.pick(ended);
      const answer = await stack.call(person, "POST", `/changes/${asked.id}/send`);
      if (refused(answer)) return;
      const change = ChangeSchema.parse(answer.body);
      say(`${asked.id} (${asked.state}) as ${change.id}`);
      if (change.id !== asked.id) {
        askAgain(change);
        approvals.copy(asked, change);
      }
      await takeSet(setOf(change), person);
    },
  };

  /** Undo leads a change that is sent once more back into a draft, with what was asked for. */
  function askAgain(change: Change): void {
    const field = history.fields.find((one) => isOn(change, one));
    if (field !== undefined) ask(setOf(change), change.operation, { indexId: change.indexId, field });
  }

  function toApply(): ChangeSet | undefined {
    return (
      pickSet(({ state }) => state === "approved") ??
      // Where others must approve, a draft is refused.
      (history.approvals.required === 0 || random.chance(0.2)
        ? pickSet(({ state, counts }) => state === "draft" && counts.draft > 0)
        : undefined)
    );
  }

  async function withdrawSet(more: object): Promise<void> {
    const set = pickSet(({ state }) => ["draft", "queued", "held", "applying"].includes(state));
    if (set === undefined) return skip("nothing to withdraw");
    const answer = await act(set, "withdraw", { reason: "Not so", ...more });
    if (refused(answer)) return;
    const isAsked = ChangeSet.parse(answer.body).takingBack !== null;
    say(`person ${person} ${isAsked ? "asks for" : "does"} it: ${set.id}`);
    approvals.takeBack(person, set.id);
    if (!isAsked) forget(({ changeSetId }) => changeSetId === set.id);
  }
}
