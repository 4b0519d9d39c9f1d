import {
  DeleteIndexVersionInput,
  Deletion,
  DeletionPlan,
  IndexId,
  SendDeletionInput,
  SettleDeletionInput,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import {
  deleteIndexVersion,
  sendHeldDeletion,
  settleDeletion,
  withdrawDeletion,
} from "#/operations/deletions/delete.ts";
import { planDeletion } from "#/operations/deletions/plan.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const params = z.object({ indexId: IndexId });
const tags = ["Index versions"];
const ofService = ["service_refused", "service_unreachable", "service_timeout", "service_paused"] as const;

const get = apiRoute("read", {
  operationId: "getDeletion",
  method: "get",
  path: "/index-versions/{indexId}/deletion",
  tags,
  summary: "Get what deleting an index version would do, and what became of it",
  request: { params },
  responses: { 200: jsonAnswer("The plan, with the latest deletion", DeletionPlan), ...problems("not_found") },
});

const create = apiRoute("delete", {
  operationId: "deleteIndexVersion",
  method: "post",
  path: "/index-versions/{indexId}/deletion",
  tags,
  summary: "Delete an index version in the service, or hold its deletion",
  request: { params, body: jsonInput(DeleteIndexVersionInput) },
  responses: {
    200: jsonAnswer("Deleted", Deletion),
    202: jsonAnswer("Held, or requested without a reply", Deletion),
    ...problems("not_found", "wrong_state", "moved_since_seen", ...ofService),
  },
});

const send = apiRoute("delete", {
  operationId: "sendDeletion",
  method: "post",
  path: "/index-versions/{indexId}/deletion/send",
  tags,
  summary: "Send a held deletion of an index version",
  request: { params, body: jsonInput(SendDeletionInput) },
  responses: {
    200: jsonAnswer("Deleted", Deletion),
    202: jsonAnswer("Held, or requested without a reply", Deletion),
    ...problems("not_found", "wrong_state", "moved_since_seen", ...ofService),
  },
});

const withdraw = apiRoute("delete", {
  operationId: "withdrawDeletion",
  method: "post",
  path: "/index-versions/{indexId}/deletion/withdraw",
  tags,
  summary: "Withdraw a held deletion of an index version",
  request: { params },
  responses: { 200: jsonAnswer("Withdrawn", Deletion), ...problems("not_found", "wrong_state") },
});

const settle = apiRoute("delete", {
  operationId: "settleDeletion",
  method: "post",
  path: "/index-versions/{indexId}/deletion/settle",
  tags,
  summary: "Settle a deletion whose reply was lost, or that was carried out elsewhere",
  request: { params, body: jsonInput(SettleDeletionInput) },
  responses: { 200: jsonAnswer("Settled", Deletion), ...problems("not_found", "wrong_state") },
});

export function deletionRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(get, async (c) => c.json(await planDeletion(c.get("context"), c.req.valid("param").indexId), 200))
    .openapi(create, async (c) => {
      const { indexId } = c.req.valid("param");
      const deletion = await deleteIndexVersion(c.get("context"), indexId, c.req.valid("json"));
      return deletion.state === "deleted" ? c.json(deletion, 200) : c.json(deletion, 202);
    })
    .openapi(send, async (c) => {
      const deletion = await sendHeldDeletion(c.get("context"), c.req.valid("param").indexId, c.req.valid("json"));
      return deletion.state === "deleted" ? c.json(deletion, 200) : c.json(deletion, 202);
    })
    .openapi(withdraw, async (c) => c.json(await withdrawDeletion(c.get("context"), c.req.valid("param").indexId), 200))
    .openapi(settle, async (c) => {
      const { indexId } = c.req.valid("param");
      return c.json(await settleDeletion(c.get("context"), indexId, c.req.valid("json").as), 200);
    });
}
