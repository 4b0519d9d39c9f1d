import { AlarmList, ChangePage, SettleAlarmInput, SettledAlarm } from "@dc/contract";
import { changesOn, type History } from "#system-tests/model/history.ts";
import type { Acting } from "./acting.ts";
import { isOn } from "./changes.ts";

/** How people settle alarms. */
export function alarmsActions({ history, random, stack, person, say, skip, refused, takeSet, ask }: Acting) {
  return {
    async "settle an alarm"() {
      const { items } = AlarmList.parse((await stack.call(person, "GET", "/alarms")).body);
      const alarm = items.find(({ settled }) => settled === null);
      if (alarm === undefined) return skip("none is open");
      const as = random.pick(["kept", "not ours", "reset"] as const);
      const place = { indexId: alarm.index.id, record: alarm.record };
      const fields = history.fields.filter(({ record }) => record.id === alarm.record.id);
      const ofPlace = fields.flatMap((of) => changesOn(history, place.indexId, of));
      for (const { id, state } of ofPlace) if (state === "draft") history.mayVanish.add(id);
      const answer = await settleAlarm(history, person, alarm.id, as);
      if (refused(answer)) return;
      history.settledAlarms.add(alarm.id);
      say(`${alarm.id}: ${as}`);
      const { draftId } = SettledAlarm.parse(answer.body);
      if (draftId === null) return;
      history.resets.add(alarm.id);
      await takeSet(draftId, person);
      const { body } = await stack.call(person, "GET", `/change-sets/${draftId}/changes?limit=200`);
      for (const change of ChangePage.parse(body).items) {
        const of = fields.find((one) => isOn(change, one));
        if (of === undefined || change.indexId !== place.indexId || history.changes.has(change.id)) continue;
        ask(draftId, change.operation, { indexId: place.indexId, field: of });
      }
    },
    async "resume after alarms"() {
      if (!history.isStopped) return skip("nothing stopped");
      if (refused(await stack.call(person, "POST", "/sending/resume"))) return;
      history.isStopped = false;
      say("sending goes on");
    },
  };
}

export async function settleAlarm({ stack }: History, person: number, id: string, answer: SettleAlarmInput["answer"]) {
  return await stack.call(person, "POST", `/alarms/${id}/settle`, { answer, reason: "Looked at both" });
}
