import { AlarmList } from "@dc/contract";
import type { History } from "#system-tests/model/history.ts";
import type { Acting } from "./acting.ts";

/** How people settle alarms. */
export function alarmsActions({ history, random, stack, person, say, refused }: Acting) {
  return {
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
  };
}

export async function settleAlarm({ stack }: History, person: number, id: string, answer: "kept" | "not ours") {
  return await stack.call(person, "POST", `/alarms/${id}/settle`, { answer, reason: "Looked at both" });
}
