import {
  Change as ChangeSchema,
  ChangePage,
  ChangeSet,
  Decided,
  RevertedChangeSet,
  SplitChangeSet,
} from "@dc/contract";
import { z } from "zod";
import { changesOn } from "#system-tests/model/history.ts";
import { viewPath } from "#system-tests/model/check-views.ts";
import { testEvidence } from "#/testing/evidence.ts";
import type { Acting } from "./acting.ts";
import { isAskedOn, isOn, setOf } from "./changes.ts";
import { pickElement, randomOperation } from "./random-values.ts";

const Staged = z.strictObject({
  changeSet: ChangeSet,
  changeIds: z.array(z.string()),
  changes: z.array(ChangeSchema),
  replaced: z.array(ChangeSchema),
  dropped: z.array(z.int()),
  verified: z.null(),
});

/** What people stage, discard, decide, split off and revert. */
export function stagingActions({
  history,
  invariants,
  random,
  stack,
  approvals,
  person,
  indexId,
  field,
  say,
  skip,
  refused,
  aim,
  act,
  pickSet,
  takeSet,
  ask,
  alone,
  forgetField,
  forgetChange,
}: Acting) {
  return {
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
      for (const [at, operation] of operations.entries())
        ask(changeSet.id, operation, { indexId, field }, dropped.includes(at));
    },
    async discard() {
      const drafts = alone("draft");
      if (drafts.length === 0) return skip("nothing to discard");
      const change = random.pick(drafts);
      history.mayVanish.add(change.id).add(setOf(change));
      if (refused(await stack.call(person, "DELETE", `/changes/${change.id}`))) return;
      say(change.id);
      forgetField(change);
    },
    async decide() {
      const place = aim(["held", "deferred", "applied", "unknown"]);
      const { field, indexId } = place;
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
        evidence: { reason: "The practice called" },
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
      // Undo of its set does not bring it back.
      if (decided.outcome === "withdrawn") for (const change of decided.changes) forgetChange(change);
      if (decided.outcome === "staged") {
        for (const change of decided.changes) {
          ask(setOf(change), change.operation, place);
          await takeSet(setOf(change), person);
        }
      }
    },
    async split() {
      const change = alone("draft").find((one) => (history.sets.get(setOf(one))?.changeSet.counts.draft ?? 0) > 1);
      const set = change === undefined ? undefined : history.sets.get(setOf(change))?.changeSet;
      if (change === undefined || set === undefined) return skip("nothing to split");
      const answer = await act(set, "split", { changeIds: [change.id] });
      if (refused(answer)) return;
      const { id } = SplitChangeSet.parse(answer.body).splitOff;
      for (const asked of history.asked) if (isAskedOn(asked, change)) asked.changeSetId = id;
      await takeSet(id, person);
      history.mayVanish.add(change.id);
      say(`${change.id} into ${id}`);
    },
    async revert() {
      const set = pickSet(({ state }) => state === "applied" || state === "partly applied" || state === "held");
      if (set === undefined) return skip("nothing to revert");
      const answer = await act(set, "revert");
      if (refused(answer)) return;
      const { id, version } = RevertedChangeSet.parse(answer.body).changeSet;
      history.reverted.add(set.id);
      // It is sent into review with a reason alone.
      refused(await stack.call(person, "PATCH", `/change-sets/${id}`, { version, evidence: testEvidence }));
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

  /** A new set, or one of the person's, which refuses if it is the draft of another directory. */
  function setOverSeveral(): string {
    const open = [...history.sets.values()].filter((set) => set.person === person && set.changeSet.state === "draft");
    return open.length === 0 ? "/change-sets" : `/change-sets/${random.pick(open).changeSet.id}/changes`;
  }

  function takeStaged(body: unknown, who: number): void {
    const { changeSet, changes } = Staged.parse(body);
    history.sets.set(changeSet.id, { changeSet, person: history.sets.get(changeSet.id)?.person ?? who });
    for (const change of changes) history.changes.set(change.id, { change });
  }
}
