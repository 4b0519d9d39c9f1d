import { Change as ChangeSchema, ChangePage, ChangeSet } from "@dc/contract";
import { testEvidence } from "#/testing/evidence.ts";
import type { Acting } from "./acting.ts";
import { isCopy, setOf } from "./changes.ts";

/** What people apply, take back and send again. */
export function applyingActions({
  history,
  random,
  stack,
  approvals,
  person,
  say,
  refused,
  anyChange,
  act,
  pickSet,
  takeSet,
  alone,
  forgetField,
  forget,
}: Acting) {
  return {
    async apply() {
      const set =
        pickSet(({ state }) => state === "approved") ??
        pickSet(({ state, counts }) => state === "draft" && counts.draft > 0);
      if (set === undefined) return say("nothing to apply");
      if (refused(await act(set, "apply", set.state === "draft" ? { evidence: testEvidence } : {}))) return;
      say(`person ${person} applies ${set.id}`);
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
  };

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
}
