import { type Change, ChangePage, ChangeSet, CommentPage } from "@dc/contract";
import { waitsForSomebody } from "#system-tests/model/oracle.ts";
import type { Acting } from "./acting.ts";
import { setOf } from "./changes.ts";

/** What people say of what is in review, moved or at rest. */
export function reviewingActions({
  history,
  invariants,
  random,
  stack,
  approvals,
  person,
  say,
  skip,
  refused,
  anyChange,
  act,
  pickSet,
  settled,
  alone,
  forgetField,
  forgetChange,
  forget,
}: Acting) {
  return {
    async review() {
      const set = pickSet(({ state, counts }) => state === "in review" || (state === "draft" && counts.draft > 0));
      if (set === undefined) return skip("nothing to review");
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
      if (verb === "reject") for (const change of about) forgetChange(change);
    },
    async answer() {
      const set = pickSet(({ state }) => state === "in review");
      if (set === undefined) return skip("nothing is in review");
      const { body } = await stack.call(person, "GET", `/change-sets/${set.id}/comments`);
      const request = CommentPage.parse(body).items.find(({ open }) => open > 0);
      if (request === undefined) return skip("nothing was asked");
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
      if (moved.length === 0) return skip("nothing moved");
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
      if (change === undefined || set === undefined) return skip("nothing is at rest");
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
      if (set?.takingBack == null) return skip("nothing is asked to be taken back");
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
  };
}
