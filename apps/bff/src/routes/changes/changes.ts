import {
  Change,
  ChangeId,
  ChangeSetId,
  Decided,
  DecideInput,
  DecisionId,
  IndexId,
  OverridePage,
  OverrideQuery,
  PageQuery,
  Runbook,
  SettleChangeInput,
  StageChangesInput,
  StagedChanges,
  StageInSetInput,
  UndoStagingInput,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { discardDraft } from "#/operations/changes/discard-draft.ts";
import { sendAgain } from "#/operations/changes/send-again.ts";
import { settleChange } from "#/operations/changes/settle.ts";
import { stageAsked, stageInSet, undoStaging } from "#/operations/changes/stage.ts";
import { withdrawChange } from "#/operations/changes/withdraw.ts";
import { decide } from "#/operations/decisions/decide.ts";
import { undoDecision } from "#/operations/decisions/undo.ts";
import { listOverrides } from "#/operations/overrides/list.ts";
import { viewRunbook } from "#/operations/runbook/view.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const inIndex = z.object({ indexId: IndexId });
const ofChange = z.object({ changeId: ChangeId });
const ofChangeSet = z.object({ changeSetId: ChangeSetId });

/** What staging is refused for; undoing it stages again what it replaced. */
const stagingProblems = problems(
  "not_found",
  "wrong_state",
  "moved_since_seen",
  "already_exists",
  "standard_index_read_only",
  "cannot_encode",
  "service_unreachable",
  "service_refused",
  "service_answer_invalid",
  "service_timeout",
  "service_paused",
);

const stage = apiRoute("stage", {
  operationId: "stageChanges",
  method: "post",
  path: "/index-versions/{indexId}/changes",
  tags: ["Changes"],
  summary: "Stage changes into the caller's draft of an index, or into a named draft: all or none",
  request: { params: inIndex, body: jsonInput(StageChangesInput) },
  responses: {
    201: jsonAnswer("The draft, and what was staged; what would change nothing is left out", StagedChanges),
    ...stagingProblems,
  },
});

const stageInto = apiRoute("stage", {
  operationId: "stageInChangeSet",
  method: "post",
  path: "/change-sets/{changeSetId}/changes",
  tags: ["Changes"],
  summary: "Stage changes in several index versions into one draft over them: all or none",
  request: { params: ofChangeSet, body: jsonInput(StageInSetInput) },
  responses: {
    201: jsonAnswer("The draft, and what was staged; what would change nothing is left out", StagedChanges),
    ...stagingProblems,
  },
});

const undoStagingRoute = apiRoute("stage", {
  operationId: "undoStaging",
  method: "post",
  path: "/change-sets/{changeSetId}/changes/undo",
  tags: ["Changes"],
  summary: "Undo one staging: discard what it staged, and stage again the drafts that it replaced",
  request: { params: ofChangeSet, body: jsonInput(UndoStagingInput) },
  responses: {
    200: jsonAnswer("The draft, and what was staged again", StagedChanges),
    ...stagingProblems,
  },
});

const discard = apiRoute("stage", {
  operationId: "discardChange",
  method: "delete",
  path: "/changes/{changeId}",
  tags: ["Changes"],
  summary: "Discard a draft change",
  request: { params: ofChange },
  responses: { 204: { description: "Discarded" }, ...problems("not_found", "wrong_state") },
});

const withdrawOne = apiRoute("apply", {
  operationId: "withdrawChange",
  method: "post",
  path: "/changes/{changeId}/withdraw",
  tags: ["Changes"],
  summary: "Withdraw a change that was never sent",
  request: { params: ofChange },
  responses: { 200: jsonAnswer("The change", Change), ...problems("not_found", "wrong_state") },
});

const send = apiRoute("apply", {
  operationId: "sendChange",
  method: "post",
  path: "/changes/{changeId}/send",
  tags: ["Changes"],
  summary: "Send a held, deferred or failed change again",
  request: { params: ofChange },
  responses: {
    200: jsonAnswer("The change, or the copy that is sent in place of a failed one", Change),
    ...problems("not_found", "wrong_state", "version_mismatch", "already_exists"),
  },
});

const settle = apiRoute("settle", {
  operationId: "settleChange",
  method: "post",
  path: "/changes/{changeId}/settle",
  tags: ["Changes"],
  summary: "Settle a change whose reply was lost",
  request: { params: ofChange, body: jsonInput(SettleChangeInput) },
  responses: {
    200: jsonAnswer("The change; with `read`, it is settled as soon as the service answered", Change),
    ...problems("not_found", "wrong_state"),
  },
});

const undoDecisionRoute = apiRoute("decide", {
  operationId: "undoDecision",
  method: "post",
  path: "/index-versions/{indexId}/decisions/{decisionId}/undo",
  tags: ["Changes"],
  summary: "Undo one's own decision that took effect at once, within the time to undo",
  request: { params: inIndex.extend({ decisionId: DecisionId }) },
  responses: {
    200: jsonAnswer("The value is as it was before the decision", Decided),
    ...problems("not_found", "wrong_state"),
  },
});

const decideRoute = apiRoute("decide", {
  operationId: "decideField",
  method: "post",
  path: "/index-versions/{indexId}/decisions",
  tags: ["Changes"],
  summary:
    "Decide about a value: keep ours, take base, reset, remove, accept, restore, pin the value as it is, pin or follow",
  request: { params: inIndex, body: jsonInput(DecideInput) },
  responses: {
    200: jsonAnswer("The result of the decision", Decided),
    ...problems(
      "not_found",
      "wrong_state",
      "version_mismatch",
      "moved_since_seen",
      "already_exists",
      "standard_index_read_only",
      "cannot_encode",
      "service_unreachable",
      "service_refused",
      "service_answer_invalid",
      "service_timeout",
      "service_paused",
    ),
  },
});

const overrides = apiRoute("read", {
  operationId: "listOverrides",
  method: "get",
  path: "/index-versions/{indexId}/overrides",
  tags: ["Changes"],
  summary: "List the overrides of an index",
  request: { params: inIndex, query: OverrideQuery },
  responses: { 200: jsonAnswer("A page, by record and field", OverridePage), ...problems("not_found") },
});

const runbook = apiRoute("read", {
  operationId: "getRunbookOfIndexVersion",
  method: "get",
  path: "/index-versions/{indexId}/runbook",
  tags: ["Changes"],
  summary: "Get the steps for making the held changes of an index by hand",
  request: { params: inIndex, query: PageQuery },
  responses: {
    200: jsonAnswer("A page of the steps, and the same as Markdown", Runbook),
    ...problems("not_found", "conflict"),
  },
});

export function changeRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(stage, async (c) =>
      c.json(await stageAsked(c.get("context"), { ...c.req.valid("param"), ...c.req.valid("json") }), 201),
    )
    .openapi(stageInto, async (c) =>
      c.json(await stageInSet(c.get("context"), { ...c.req.valid("param"), ...c.req.valid("json") }), 201),
    )
    .openapi(undoStagingRoute, async (c) =>
      c.json(await undoStaging(c.get("context"), { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    )
    .openapi(discard, async (c) => {
      await discardDraft(c.get("context"), c.req.valid("param").changeId);
      return c.body(null, 204);
    })
    .openapi(withdrawOne, async (c) =>
      c.json(await withdrawChange(c.get("context"), c.req.valid("param").changeId), 200),
    )
    .openapi(send, async (c) => c.json(await sendAgain(c.get("context"), c.req.valid("param").changeId), 200))
    .openapi(settle, async (c) =>
      c.json(await settleChange(c.get("context"), c.req.valid("param").changeId, c.req.valid("json")), 200),
    )
    .openapi(decideRoute, async (c) =>
      c.json(await decide(c.get("context"), { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    )
    .openapi(undoDecisionRoute, async (c) => c.json(await undoDecision(c.get("context"), c.req.valid("param")), 200))
    .openapi(overrides, async (c) =>
      c.json(await listOverrides(c.get("context"), c.req.valid("param").indexId, c.req.valid("query")), 200),
    )
    .openapi(runbook, async (c) =>
      c.json(await viewRunbook(c.get("context"), c.req.valid("param"), c.req.valid("query")), 200),
    );
}
