import {
  ApplyChangeSetInput,
  ChangePage,
  ChangeQuery,
  ChangeSet,
  ChangeSetId,
  ChangeSetPage,
  ChangeSetQuery,
  ChangeSetVersionInput,
  PageQuery,
  RejectChangesInput,
  RevertedChangeSet,
  RevertPreview,
  Runbook,
  SplitChangeSet,
  SplitChangeSetInput,
  UpdateChangeSetInput,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { listChangeSets, listChangesOfSet, readChangeSet } from "#/operations/change-sets/list.ts";
import { approveChangeSet, rejectChanges, reopenChangeSet, submitChangeSet } from "#/operations/change-sets/review.ts";
import { openChangeSet } from "#/operations/change-sets/open.ts";
import { previewRevert, revertChangeSet } from "#/operations/change-sets/revert.ts";
import { splitOff } from "#/operations/change-sets/split-off.ts";
import { undoChangeSet } from "#/operations/change-sets/undo.ts";
import { discardChangeSet } from "#/operations/change-sets/discard.ts";
import { editChangeSet } from "#/operations/change-sets/update.ts";
import { withdrawChangeSet } from "#/operations/change-sets/withdraw.ts";
import { viewRunbook } from "#/operations/runbook/view.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const tags = ["Change sets"];
const params = z.object({ changeSetId: ChangeSetId });
const path = "/change-sets/{changeSetId}";
const refusals = problems("not_found", "wrong_state", "version_mismatch");

/** Answers where the service cannot be asked for what is now. */
const unread = [
  "service_timeout",
  "service_paused",
  "service_refused",
  "service_answer_invalid",
  "service_unreachable",
] as const;

const list = apiRoute("read", {
  operationId: "listChangeSets",
  method: "get",
  path: "/change-sets",
  tags,
  summary: "List change sets, newest first",
  request: { query: ChangeSetQuery },
  responses: {
    200: jsonAnswer("A page; when filtered by state it may be short and still have a next page", ChangeSetPage),
  },
});
const open = apiRoute("stage", {
  operationId: "openChangeSet",
  method: "post",
  path: "/change-sets",
  tags,
  summary: "Open the caller's draft over several directories: the newest that is still a draft, else a new one",
  responses: { 200: jsonAnswer("The draft, to be named where changes are staged", ChangeSet) },
});
const read = apiRoute("read", {
  operationId: "getChangeSet",
  method: "get",
  path,
  tags,
  summary: "Get a change set",
  request: { params },
  responses: { 200: jsonAnswer("The change set", ChangeSet), ...problems("not_found") },
});
const edit = apiRoute("stage", {
  operationId: "updateChangeSet",
  method: "patch",
  path,
  tags,
  summary: "Name a change set, or give it evidence",
  request: { params, body: jsonInput(UpdateChangeSetInput) },
  responses: { 200: jsonAnswer("The change set", ChangeSet), ...refusals },
});
const discard = apiRoute("stage", {
  operationId: "discardChangeSet",
  method: "delete",
  path,
  tags,
  summary: "Discard a draft",
  request: { params },
  responses: { 204: { description: "Discarded" }, ...refusals },
});
const changes = apiRoute("read", {
  operationId: "listChangesOfSet",
  method: "get",
  path: `${path}/changes`,
  tags,
  summary: "List the changes of a change set",
  request: { params, query: ChangeQuery },
  responses: {
    200: jsonAnswer("One page, in the order in which they were staged", ChangePage),
    ...problems("not_found"),
  },
});
const apply = apiRoute("apply", {
  operationId: "applyChangeSet",
  method: "post",
  path: `${path}/apply`,
  tags,
  summary: "Apply a draft, which is sent after five seconds, or send held changes",
  description:
    "A draft needs a reason: in `evidence` here, in the evidence of the change set, or in that of each of its changes.",
  request: { params, body: jsonInput(ApplyChangeSetInput) },
  responses: { 200: jsonAnswer("The change set", ChangeSet), ...refusals },
});
const submit = apiRoute("stage", {
  operationId: "submitChangeSet",
  method: "post",
  path: `${path}/submit`,
  tags,
  summary: "Ask for the review of a draft",
  request: { params, body: jsonInput(ChangeSetVersionInput) },
  responses: { 200: jsonAnswer("The change set", ChangeSet), ...refusals },
});
const approve = apiRoute("approve", {
  operationId: "approveChangeSet",
  method: "post",
  path: `${path}/approve`,
  tags,
  summary: "Approve the changes in review that one did not stage",
  request: { params, body: jsonInput(ChangeSetVersionInput) },
  responses: { 200: jsonAnswer("The change set", ChangeSet), ...refusals },
});
const reject = apiRoute("approve", {
  operationId: "rejectChanges",
  method: "post",
  path: `${path}/reject`,
  tags,
  summary: "Reject single changes, with a reason",
  request: { params, body: jsonInput(RejectChangesInput) },
  responses: { 200: jsonAnswer("The change set", ChangeSet), ...refusals },
});
const reopen = apiRoute("stage", {
  operationId: "reopenChangeSet",
  method: "post",
  path: `${path}/reopen`,
  tags,
  summary: "Make a change set in review a draft again, without its approvals",
  request: { params, body: jsonInput(ChangeSetVersionInput) },
  responses: { 200: jsonAnswer("The change set", ChangeSet), ...refusals },
});
const revertPreview = apiRoute("read", {
  operationId: "getRevertPreview",
  method: "get",
  path: `${path}/revert`,
  tags,
  summary: "Get what reverting a change set would take back, and what not",
  request: { params },
  responses: { 200: jsonAnswer("By what was last read", RevertPreview), ...problems("not_found", ...unread) },
});
const revert = apiRoute("stage", {
  operationId: "revertChangeSet",
  method: "post",
  path: `${path}/revert`,
  tags,
  summary: "Stage what takes back the applied changes of a change set, in a new draft",
  description:
    "Where an override stood before, it is staged again; where none stood, a reset to the value before. A change that a later one stands on, or whose value changed since, is left as it is and named. The changes stay applied until those that take them back are.",
  request: { params, body: jsonInput(ChangeSetVersionInput) },
  responses: {
    200: jsonAnswer("The new draft, and what was left out", RevertedChangeSet),
    ...problems("not_found", "wrong_state", "version_mismatch", ...unread),
  },
});
const split = apiRoute("stage", {
  operationId: "splitChangeSet",
  method: "post",
  path: `${path}/split`,
  tags,
  summary: "Split changes that were not applied off into a change set of their own",
  description:
    "They keep their state, their approvals and the evidence of the set; both sets name each other. The rest goes on by itself.",
  request: { params, body: jsonInput(SplitChangeSetInput) },
  responses: { 200: jsonAnswer("What is left, and what was split off", SplitChangeSet), ...refusals },
});
const undo = apiRoute("apply", {
  operationId: "undoChangeSet",
  method: "post",
  path: `${path}/undo`,
  tags,
  summary: "Undo the application of a change set before it is sent",
  request: { params, body: jsonInput(ChangeSetVersionInput) },
  responses: {
    200: jsonAnswer(
      "The change set: approved again if somebody had approved it, else a draft, or held if it was held before",
      ChangeSet,
    ),
    ...refusals,
  },
});
const withdrawSet = apiRoute("apply", {
  operationId: "withdrawChangeSet",
  method: "post",
  path: `${path}/withdraw`,
  tags,
  summary: "Withdraw the changes that were never sent",
  request: { params, body: jsonInput(ChangeSetVersionInput) },
  responses: { 200: jsonAnswer("The change set", ChangeSet), ...refusals },
});
const runbook = apiRoute("read", {
  operationId: "getRunbookOfChangeSet",
  method: "get",
  path: `${path}/runbook`,
  tags,
  summary: "Get the steps for making the held changes of a change set by hand",
  request: { params, query: PageQuery },
  responses: {
    200: jsonAnswer("A page of the steps, and the same as Markdown", Runbook),
    ...problems("not_found", "conflict"),
  },
});

export function changeSetRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listChangeSets(c.get("context"), c.req.valid("query")), 200))
    .openapi(open, async (c) => c.json(await openChangeSet(c.get("context")), 200))
    .openapi(read, async (c) => c.json(await readChangeSet(c.get("context"), c.req.valid("param").changeSetId), 200))
    .openapi(edit, async (c) =>
      c.json(await editChangeSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json")), 200),
    )
    .openapi(discard, async (c) => {
      await discardChangeSet(c.get("context"), c.req.valid("param").changeSetId);
      return c.body(null, 204);
    })
    .openapi(changes, async (c) =>
      c.json(await listChangesOfSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("query")), 200),
    )
    .openapi(apply, async (c) =>
      c.json(await applyChangeSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json")), 200),
    )
    .openapi(submit, async (c) =>
      c.json(
        await submitChangeSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json").version),
        200,
      ),
    )
    .openapi(approve, async (c) =>
      c.json(
        await approveChangeSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json").version),
        200,
      ),
    )
    .openapi(reject, async (c) =>
      c.json(await rejectChanges(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json")), 200),
    )
    .openapi(reopen, async (c) =>
      c.json(
        await reopenChangeSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json").version),
        200,
      ),
    )
    .openapi(revertPreview, async (c) =>
      c.json(await previewRevert(c.get("context"), c.req.valid("param").changeSetId), 200),
    )
    .openapi(revert, async (c) =>
      c.json(
        await revertChangeSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json").version),
        200,
      ),
    )
    .openapi(split, async (c) =>
      c.json(await splitOff(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json")), 200),
    )
    .openapi(undo, async (c) =>
      c.json(await undoChangeSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json").version), 200),
    )
    .openapi(withdrawSet, async (c) =>
      c.json(
        await withdrawChangeSet(c.get("context"), c.req.valid("param").changeSetId, c.req.valid("json").version),
        200,
      ),
    )
    .openapi(runbook, async (c) =>
      c.json(await viewRunbook(c.get("context"), c.req.valid("param"), c.req.valid("query")), 200),
    );
}
