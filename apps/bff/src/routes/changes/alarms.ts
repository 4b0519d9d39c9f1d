import { AlarmList, SettleAlarmInput, SettledAlarm } from "@dc/contract";
import { listAlarms } from "#/operations/alarms/list.ts";
import { resumeSending } from "#/operations/alarms/resume-sending.ts";
import { settleAlarm } from "#/operations/alarms/settle.ts";
import { operation, routesOf, serviceProblems } from "#/routes/operation.ts";

export function alarmRoutes() {
  return routesOf(
    "Isolation alarms",
    operation("read", "listAlarms", "GET /alarms", {
      summary: "List the isolation alarms that stop the sending of the connection",
      answer: [200, "Oldest first; those that the caller sees", AlarmList],
      call: ({ context }) => listAlarms(context),
    }),
    operation("settle", "settleAlarm", "POST /alarms/{alarmId}/settle", {
      summary: "Settle an alarm: say with a reason what the value means that another index took too",
      body: SettleAlarmInput,
      answer: [200, "The alarm; sending stays stopped until it is resumed", SettledAlarm],
      problems: [
        "not_found",
        "wrong_state",
        "version_mismatch",
        "moved_since_seen",
        "already_exists",
        "cannot_encode",
        ...serviceProblems,
      ],
      call: ({ context, params, body }) => settleAlarm(context, params.alarmId, body),
    }),
    operation({ forAll: "settle" }, "resumeSending", "POST /sending/resume", {
      summary: "Resume the sending that alarms stopped, once each of them is settled",
      answer: [200, "The alarms that stop the sending: none", AlarmList],
      problems: ["wrong_state"],
      call: ({ context }) => resumeSending(context),
    }),
  );
}
