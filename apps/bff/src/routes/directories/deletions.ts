import { DeleteIndexVersionInput, Deletion, DeletionPlan, SendDeletionInput, SettleDeletionInput } from "@dc/contract";
import {
  deleteIndexVersion,
  sendHeldDeletion,
  settleDeletion,
  withdrawDeletion,
} from "#/operations/deletions/delete.ts";
import { planDeletion } from "#/operations/deletions/plan.ts";
import { operation, routesOf } from "#/routes/operation.ts";

const ofService = ["service_refused", "service_unreachable", "service_timeout", "service_paused"] as const;

export function deletionRoutes() {
  return routesOf(
    "Index versions",
    operation("read", "getDeletion", "GET /index-versions/{indexId}/deletion", {
      summary: "Get what deleting an index version would do, and what became of it",
      answer: [200, "The plan, with the latest deletion", DeletionPlan],
      problems: ["not_found"],
      call: ({ context, params }) => planDeletion(context, params.indexId),
    }),
    operation("delete", "deleteIndexVersion", "POST /index-versions/{indexId}/deletion", {
      summary: "Delete an index version in the service, or hold its deletion",
      body: DeleteIndexVersionInput,
      answer: [200, "Deleted", Deletion],
      unless: [202, "Held, or requested without a reply", ({ state }) => state !== "deleted"],
      problems: ["not_found", "wrong_state", "moved_since_seen", ...ofService],
      call: ({ context, params, body }) => deleteIndexVersion(context, params.indexId, body),
    }),
    operation("delete", "sendDeletion", "POST /index-versions/{indexId}/deletion/send", {
      summary: "Send a held deletion of an index version",
      body: SendDeletionInput,
      answer: [200, "Deleted", Deletion],
      unless: [202, "Held, or requested without a reply", ({ state }) => state !== "deleted"],
      problems: ["not_found", "wrong_state", "moved_since_seen", ...ofService],
      call: ({ context, params, body }) => sendHeldDeletion(context, params.indexId, body),
    }),
    operation("delete", "withdrawDeletion", "POST /index-versions/{indexId}/deletion/withdraw", {
      summary: "Withdraw a held deletion of an index version",
      answer: [200, "Withdrawn", Deletion],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params }) => withdrawDeletion(context, params.indexId),
    }),
    operation("delete", "settleDeletion", "POST /index-versions/{indexId}/deletion/settle", {
      summary: "Settle a deletion whose reply was lost, or that was carried out elsewhere",
      body: SettleDeletionInput,
      answer: [200, "Settled", Deletion],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params, body }) => settleDeletion(context, params.indexId, body.as),
    }),
  );
}
