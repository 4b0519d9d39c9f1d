import { AlarmId, AlarmList, SettleAlarmInput, SettledAlarm } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { listAlarms } from "#/operations/alarms/list.ts";
import { resumeSending } from "#/operations/alarms/resume-sending.ts";
import { settleAlarm } from "#/operations/alarms/settle.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const list = apiRoute("read", {
  operationId: "listAlarms",
  method: "get",
  path: "/alarms",
  tags: ["Isolation alarms"],
  summary: "The isolation alarms that stop the sending of the connection",
  responses: { 200: jsonAnswer("Oldest first; those that the caller sees", AlarmList) },
});

const settle = apiRoute("settle", {
  operationId: "settleAlarm",
  method: "post",
  path: "/alarms/{alarmId}/settle",
  tags: ["Isolation alarms"],
  summary: "Say what a value that another index took too means, with a reason",
  request: { params: z.object({ alarmId: AlarmId }), body: jsonInput(SettleAlarmInput) },
  responses: {
    200: jsonAnswer("The alarm; sending stays stopped until it is resumed", SettledAlarm),
    ...problems(
      "not_found",
      "wrong_state",
      "version_mismatch",
      "moved_since_seen",
      "already_exists",
      "cannot_encode",
      "service_unreachable",
      "service_refused",
      "service_answer_invalid",
      "service_timeout",
      "service_paused",
    ),
  },
});

const resume = apiRoute(
  { forAll: "settle" },
  {
    operationId: "resumeSending",
    method: "post",
    path: "/sending/resume",
    tags: ["Isolation alarms"],
    summary: "Let what alarms stopped be sent, once each of them is settled",
    responses: {
      200: jsonAnswer("The alarms that stop the sending: none", AlarmList),
      ...problems("wrong_state"),
    },
  },
);

export function alarmRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listAlarms(c.get("context")), 200))
    .openapi(settle, async (c) =>
      c.json(await settleAlarm(c.get("context"), c.req.valid("param").alarmId, c.req.valid("json")), 200),
    )
    .openapi(resume, async (c) => c.json(await resumeSending(c.get("context")), 200));
}
