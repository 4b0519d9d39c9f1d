import type { ChangeSet } from "@dc/contract";
import { readForLateRequests } from "#/sending/late-requests.ts";
import { CONNECTION } from "#system-tests/model/history.ts";
import type { Acting } from "./acting.ts";

/** What the sender does, also where its calls fail, and how people hold it. */
export function sendingActions({
  history,
  random,
  options,
  stack,
  person,
  say,
  skip,
  miss,
  refused,
  anyChange,
  act,
  pickSet,
}: Acting) {
  return {
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
    pause: async () => await turnSet("pause", ({ state, paused }) => state === "applying" && paused === null),
    resume: async () => await turnSet("resume", ({ paused }) => paused !== null),
    "pause all": async () => await turnAll("pause"),
    "resume all": async () => await turnAll("resume"),
    async settle() {
      const unknown = anyChange("unknown");
      if (unknown.length === 0) return skip("nothing to settle");
      const { id } = random.pick(unknown);
      const as = random.pick(["read", "not applied"]);
      if (!refused(await stack.call(person, "POST", `/changes/${id}/settle`, { as }))) say(`${id} as ${as}`);
    },
    async "send and be refused"() {
      if (nothingWaits()) return skip("nothing waits");
      await stack.control("/faults", { kind: "status", status: 422, method: "POST", times: 1 });
      stack.app.clock.advance(5000);
      await history.send();
      say("the service refuses what is sent first");
    },
    async "send and lose a write"() {
      if (nothingWaits()) return skip("nothing waits");
      stack.app.clock.advance(5000);
      if (await history.sendAndLose()) say("its caller sees a reset connection");
      else miss("nothing was sent");
    },
    async "a lost write lands"() {
      if (history.lost() === 0) return skip("there is none");
      stack.app.clock.advance(random.pick([60_000, 600_000]));
      await history.land();
      say("minutes later");
      stack.app.clock.advance(60_000);
      await readForLateRequests(stack.app.deps, new AbortController().signal);
    },
    async "send and leak"() {
      if (nothingWaits()) return skip("nothing waits");
      stack.app.clock.advance(5000);
      if (await history.sendAndLeak("base")) say("base takes what is sent");
      else miss("nothing was sent");
    },
    async "send and leak into others"() {
      if (nothingWaits()) return skip("nothing waits");
      stack.app.clock.advance(5000);
      if (await history.sendAndLeak("indices")) say("every index version takes what is sent");
      else miss("nothing was sent");
    },
  };

  function nothingWaits(): boolean {
    return history.isStopped || anyChange("queued", "deferred").length === 0;
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

  async function turnSet(verb: "pause" | "resume", fits: (changeSet: ChangeSet) => boolean): Promise<void> {
    const set = pickSet(fits);
    if (set === undefined) return skip(`nothing to ${verb}`);
    if (refused(await act(set, verb))) return;
    say(set.id);
    history.paused[verb === "pause" ? "add" : "delete"](set.id);
    if (verb === "resume" && history.checking.delete(set.id)) await stack.app.deps.background.idle();
  }

  async function turnAll(verb: "pause" | "resume"): Promise<void> {
    if (history.paused.has(CONNECTION) === (verb === "pause")) return skip(`nothing to ${verb}`);
    if (refused(await stack.call(person, "POST", `/${verb}`, {}))) return;
    say("the connection");
    history.paused[verb === "pause" ? "add" : "delete"](CONNECTION);
  }
}
