import {
  ApplyChangeSetInput,
  ChosenChangesInput,
  AskForChangesInput,
  ChangeExportQuery,
  ChangePatch,
  ChangePage,
  ChangeQuery,
  ChangeSet,
  ChangeSetJob,
  ChangeSetPage,
  ChangeSetPeople,
  ChangeSetPlan,
  ChangeSetQuery,
  ChangeSetVersionInput,
  Comment,
  CommentInput,
  CommentPage,
  CommentQuery,
  ExportedChange,
  OpenChangeSetInput,
  PageQuery,
  RejectChangesInput,
  RevertedChangeSet,
  RevertInput,
  ScheduleChangeSetInput,
  RevertPreview,
  RevertQuery,
  ReviewPage,
  ReviewQuery,
  Runbook,
  SettleAtRestInput,
  SettleMovedInput,
  SplitChangeSet,
  SplitChangeSetInput,
  StagedChanges,
  UpdateChangeSetInput,
  WithdrawChangeSetInput,
  maxStagedAtOnce,
} from "@dc/contract";
import { z } from "@hono/zod-openapi";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { exportChangesOfSet } from "#/operations/change-sets/export.ts";
import type { RequestContext } from "#/context/deps.ts";
import { listChangeSets, listChangesOfSet, listMovedChanges, readChangeSet } from "#/operations/change-sets/list.ts";
import { commentOnChangeSet, listComments } from "#/operations/change-sets/comments.ts";
import {
  approveChangeSet,
  askForChanges,
  rejectChanges,
  reopenChangeSet,
  submitChangeSet,
  withdrawRequest,
} from "#/operations/change-sets/review.ts";
import { listPeopleOfSet } from "#/operations/change-sets/people.ts";
import { viewJob } from "#/operations/jobs/view.ts";
import { viewPlan } from "#/operations/change-sets/view-plan.ts";
import { viewReview } from "#/operations/change-sets/view-review.ts";
import { previewRevert, revertChangeSet } from "#/operations/change-sets/revert.ts";
import { retryChangeSet } from "#/operations/change-sets/retry.ts";
import { settleAtRest, settleMoved } from "#/operations/change-sets/settle.ts";
import { splitOff } from "#/operations/change-sets/split-off.ts";
import { scheduleChangeSet, unscheduleChangeSet } from "#/operations/change-sets/schedule.ts";
import { pauseChangeSet, resumeChangeSet } from "#/operations/change-sets/pause.ts";
import { undoChangeSet } from "#/operations/change-sets/undo.ts";
import { discardChangeSet } from "#/operations/change-sets/discard.ts";
import { editChangeSet } from "#/operations/change-sets/update.ts";
import { confirmTakingBack, dropTakingBack } from "#/operations/taking-back/confirm.ts";
import { withdrawChangeSet } from "#/operations/change-sets/withdraw.ts";
import { openChangeSet } from "#/operations/change-sets/open.ts";
import { viewRunbook } from "#/operations/runbook/view.ts";
import { listInSteps } from "#/routes/list-in-steps.ts";
import { exportOperation, operation, routesOf, serviceProblems } from "#/routes/operation.ts";
import { stagingProblems, TAKING_BACK } from "./changes.ts";

const CHOSEN =
  "It concerns the changes that `changeIds` and `nodes` name, or else all of the set; `state`, `verdict` and `q` narrow them down.";
const refusals = ["not_found", "wrong_state", "version_mismatch"] as const;
/** With those of a set that has no change, or none left. */
const refusalsOfOpen = [...refusals, "set_empty", "set_ended"] as const;

const currentSet = async ({ context, params }: { context: RequestContext; params: { changeSetId: string } }) =>
  await readChangeSet(context, params.changeSetId);

export function changeSetRoutes() {
  return routesOf(
    "Change sets",
    operation("read", "listChangeSets", "GET /change-sets", {
      summary: "List change sets, newest first",
      query: ChangeSetQuery,
      answer: [200, "A page; when filtered by state it may be short and still have a next page", ChangeSetPage],
      call: ({ context, query }) => listChangeSets(context, query),
    }),
    operation("stage", "openChangeSet", "POST /change-sets", {
      summary:
        "Open a change set with its name, its evidence, its changes in any number of directories, and what is right: all or none",
      body: listInSteps(OpenChangeSetInput, { list: "changes", most: maxStagedAtOnce }),
      answer: [
        201,
        "The change set, what was staged, and what was verified; what would change nothing is left out",
        StagedChanges,
      ],
      problems: [...stagingProblems, "set_empty"],
      call: ({ context, body }) => openChangeSet(context, body),
    }),
    operation("read", "getChangeSet", "GET /change-sets/{changeSetId}", {
      summary: "Get a change set",
      answer: [200, "The change set", ChangeSet],
      problems: ["not_found"],
      call: ({ context, params }) => readChangeSet(context, params.changeSetId),
    }),
    operation("stage", "updateChangeSet", "PATCH /change-sets/{changeSetId}", {
      summary: "Name a change set, give it evidence, or say what it is for, whose it is and who is to review it",
      body: UpdateChangeSetInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusals, "in_progress"],
      current: currentSet,
      call: ({ context, params, body }) => editChangeSet(context, params.changeSetId, body),
    }),
    operation("read", "listPeopleOfChangeSet", "GET /change-sets/{changeSetId}/people", {
      summary: "List who sees all directories of a change set, and who of them may approve it",
      answer: [200, "By their names", ChangeSetPeople],
      problems: ["not_found"],
      call: ({ context, params }) => listPeopleOfSet(context, params.changeSetId),
    }),
    operation("stage", "discardChangeSet", "DELETE /change-sets/{changeSetId}", {
      summary: "Discard a draft",
      answer: [204, "Discarded"],
      problems: [...refusals, "in_progress"],
      current: currentSet,
      call: ({ context, params }) => discardChangeSet(context, params.changeSetId),
    }),
    operation("read", "listChangesOfSet", "GET /change-sets/{changeSetId}/changes", {
      summary: "List the changes of a change set",
      query: ChangeQuery,
      answer: [200, "One page, in the order in which they were staged", ChangePage],
      problems: ["not_found"],
      call: ({ context, params, query }) => listChangesOfSet(context, params.changeSetId, query),
    }),
    operation("apply", "applyChangeSet", "POST /change-sets/{changeSetId}/apply", {
      summary: "Apply a draft, which is sent after five seconds, or send held changes",
      description:
        'A draft needs a reason: in `evidence` here, in the evidence of the change set, or in that of each of its changes. Each change is compared with what its author saw, on readings no older than `applyAgeHours` of the connection. Older ones are read again first: if that ends within two seconds, the answer is the applied set (200); otherwise the set is `checking` (202), cannot be edited meanwhile (`in_progress`), and goes on by itself to `queued`, or back to its state before, with the reason in `notApplied`. Where the standard index, the index or the directory says something else than the author saw, the answer is `moved_since_seen` and names each such change; what the directory says already is withdrawn. Changes that hold from a later day are split off, one set for each day with its approvals, and applied on that day as the caller (`splitOff`; `schedule` of the set itself where none of it holds today). Held changes are compared likewise: what moved stays held, and with `moved: "split off"` the others are sent.',
      body: ApplyChangeSetInput,
      answer: [200, "The change set", ChangeSet],
      unless: [202, "What it was decided on is being read first", ({ state }) => state === "checking"],
      problems: [...refusalsOfOpen, "moved_since_seen", "ground_not_read", "approval_required"],
      current: currentSet,
      call: ({ context, params, body }) => applyChangeSet(context, params.changeSetId, body),
    }),
    operation("apply", "scheduleChangeSet", "POST /change-sets/{changeSetId}/schedule", {
      summary: "Have a change set applied at an hour of a day",
      description:
        "It is applied then as the caller, whose rights, and the approvals, are judged again. What it was decided on is read and compared as by `apply`. Why it was not applied is told by `notApplied` and in the inbox. In place of an earlier schedule.",
      body: ScheduleChangeSetInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusalsOfOpen, "approval_required", "in_progress"],
      call: ({ context, params, body }) => scheduleChangeSet(context, params.changeSetId, body),
    }),
    operation("apply", "unscheduleChangeSet", "POST /change-sets/{changeSetId}/schedule/drop", {
      summary: "Take back the schedule of a change set",
      body: ChangeSetVersionInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusals, "in_progress"],
      call: ({ context, params, body }) => unscheduleChangeSet(context, params.changeSetId, body.version),
    }),
    operation("stage", "submitChangeSet", "POST /change-sets/{changeSetId}/submit", {
      summary: "Ask for the review of a draft",
      body: ChangeSetVersionInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusalsOfOpen, "moved_since_seen"],
      current: currentSet,
      call: ({ context, params, body }) => submitChangeSet(context, params.changeSetId, body.version),
    }),
    operation("read", "getReview", "GET /change-sets/{changeSetId}/review", {
      summary: "Get the groups, lines or changes of a change set, as a reviewer sees them",
      description:
        "A line is the same change of the same record in any number of directories. What the standard index and the index say is as last read.",
      query: ReviewQuery,
      answer: [200, "One page, by the names of the groups", ReviewPage],
      problems: ["not_found"],
      call: ({ context, params, query }) => viewReview(context, params.changeSetId, query),
    }),
    operation("approve", "approveChangeSet", "POST /change-sets/{changeSetId}/approve", {
      summary: "Approve the changes in review that one did not stage",
      description: `${CHOSEN} What somebody asked to be changed stays in review until that is answered.`,
      body: ChosenChangesInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusalsOfOpen, "moved_since_seen"],
      current: currentSet,
      call: ({ context, params, body }) => approveChangeSet(context, params.changeSetId, body),
    }),
    operation("approve", "rejectChanges", "POST /change-sets/{changeSetId}/reject", {
      summary: "Reject changes, with a reason",
      description: CHOSEN,
      body: RejectChangesInput,
      answer: [200, "The change set", ChangeSet],
      problems: refusalsOfOpen,
      current: currentSet,
      call: ({ context, params, body }) => rejectChanges(context, params.changeSetId, body),
    }),
    operation("approve", "askForChanges", "POST /change-sets/{changeSetId}/requests", {
      summary: "Ask for changes of what is in review",
      description: `${CHOSEN} An approved change is in review again and keeps its approvals. None is applied before the request is answered: by an edit, by splitting the change off, or by withdrawing the request.`,
      body: AskForChangesInput,
      answer: [200, "The change set", ChangeSet],
      problems: refusalsOfOpen,
      current: currentSet,
      call: ({ context, params, body }) => askForChanges(context, params.changeSetId, body),
    }),
    operation("approve", "withdrawRequest", "POST /change-sets/{changeSetId}/requests/{commentId}/withdraw", {
      summary: "Withdraw what one asked to be changed",
      body: ChangeSetVersionInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusals, "forbidden"],
      current: currentSet,
      call: ({ context, params, body }) => withdrawRequest(context, params.changeSetId, params.commentId, body.version),
    }),
    operation("read", "listComments", "GET /change-sets/{changeSetId}/comments", {
      summary: "List what was said about a change set and its changes",
      query: CommentQuery,
      answer: [200, "One page, oldest first", CommentPage],
      problems: ["not_found"],
      call: ({ context, params, query }) => listComments(context, params.changeSetId, query),
    }),
    operation("comment", "commentOnChangeSet", "POST /change-sets/{changeSetId}/comments", {
      summary: "Comment on a change set, or on some of its changes",
      body: CommentInput,
      answer: [200, "The comment", Comment],
      problems: ["not_found"],
      call: ({ context, params, body }) => commentOnChangeSet(context, params.changeSetId, body),
    }),
    operation("stage", "reopenChangeSet", "POST /change-sets/{changeSetId}/reopen", {
      summary: "Make changes in review drafts again, without their approvals, so that they can be edited",
      description: `${CHOSEN} The others stay as they are, with their approvals.`,
      body: ChosenChangesInput,
      answer: [200, "The change set", ChangeSet],
      problems: refusals,
      current: currentSet,
      call: ({ context, params, body }) => reopenChangeSet(context, params.changeSetId, body),
    }),
    operation("read", "getRevertPreview", "GET /change-sets/{changeSetId}/revert", {
      summary: "Get what reverting a change set would take back, and what not",
      query: RevertQuery,
      answer: [200, "By what was last read", RevertPreview],
      problems: ["not_found", ...serviceProblems],
      call: ({ context, params, query }) => previewRevert(context, params.changeSetId, query.to),
    }),
    operation("stage", "revertChangeSet", "POST /change-sets/{changeSetId}/revert", {
      summary: "Stage what takes back the applied changes of a change set, in a new draft",
      description:
        "Where an override stood before, it is staged again; where none stood, a reset to the value before, or to what the standard index says now. A change that a later one stands on, or whose value changed since, is left as it is and named. The changes stay applied until those that take them back are.",
      body: RevertInput,
      answer: [200, "The new draft, and what was left out", RevertedChangeSet],
      problems: ["not_found", "wrong_state", "version_mismatch", ...serviceProblems],
      current: currentSet,
      call: ({ context, params, body }) => revertChangeSet(context, params.changeSetId, body),
    }),
    operation("stage", "splitChangeSet", "POST /change-sets/{changeSetId}/split", {
      summary: "Split changes that were not applied, or are held, off into a change set of their own",
      description: `${CHOSEN} They keep their state, their approvals and the evidence of the set; both sets name each other. The rest goes on by itself. Readers get held changes as before; a token splits off held changes of its own.`,
      body: SplitChangeSetInput,
      answer: [200, "What is left, and what was split off", SplitChangeSet],
      problems: [...refusals, "forbidden"],
      current: currentSet,
      call: ({ context, params, body }) => splitOff(context, params.changeSetId, body),
    }),
    exportOperation("read", "exportChangesOfSet", "/change-sets/{changeSetId}/changes/export", {
      summary: "Export the changes of a set with their receipts and verdicts, or what they make of each record",
      query: ChangeExportQuery,
      item: z.union([ExportedChange, ChangePatch]),
      name: "change-set",
      problems: ["not_found"],
      call: ({ context, params, query }) => exportChangesOfSet(context, params.changeSetId, query),
    }),
    operation("read", "listMovedChanges", "GET /change-sets/{changeSetId}/moved", {
      summary: "List the changes whose ground moved, by the last readings",
      answer: [200, "The first 200, and how many there are", ChangePage],
      problems: ["not_found"],
      call: ({ context, params }) => listMovedChanges(context, params.changeSetId),
    }),
    operation("stage", "settleMovedChanges", "POST /change-sets/{changeSetId}/moved", {
      summary: "Settle changes that were not applied, and whose ground moved",
      body: SettleMovedInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusals, "moved_since_seen"],
      current: currentSet,
      call: ({ context, params, body }) => settleMoved(context, params.changeSetId, body),
    }),
    operation("apply", "settleChangesAtRest", "POST /change-sets/{changeSetId}/at-rest", {
      summary: "Settle live changes that are not sent, because their ground moved",
      description: TAKING_BACK,
      body: SettleAtRestInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusals, "moved_since_seen"],
      current: currentSet,
      call: ({ context, params, body }) => settleAtRest(context, params.changeSetId, body),
    }),
    operation("apply", "undoChangeSet", "POST /change-sets/{changeSetId}/undo", {
      summary: "Undo the application of a change set before it is sent, or cancel its check",
      body: ChangeSetVersionInput,
      answer: [
        200,
        "The change set: approved again if somebody had approved it, else a draft, or held if it was held before",
        ChangeSet,
      ],
      problems: refusals,
      current: currentSet,
      call: ({ context, params, body }) => undoChangeSet(context, params.changeSetId, body.version),
    }),
    operation("read", "getPlanOfChangeSet", "GET /change-sets/{changeSetId}/plan", {
      summary: "Get what applying a change set would send, how long that takes, and what would be held",
      answer: [200, "The plan, drawn anew for each request", ChangeSetPlan],
      problems: ["not_found"],
      call: ({ context, params }) => viewPlan(context, params.changeSetId),
    }),
    operation("read", "getJobOfChangeSet", "GET /change-sets/{changeSetId}/job", {
      summary: "Get how far the sending of a change set is, and what it waits for",
      answer: [200, "The job that sends it", ChangeSetJob],
      problems: ["not_found"],
      call: ({ context, params }) => viewJob(context, params.changeSetId),
    }),
    operation("apply", "pauseChangeSet", "POST /change-sets/{changeSetId}/pause", {
      summary: "Pause the sending of a change set",
      description: "No other record is begun once this is answered; what is on its way is finished.",
      body: ChangeSetVersionInput,
      answer: [200, "The change set", ChangeSet],
      problems: refusals,
      current: currentSet,
      call: ({ context, params, body }) => pauseChangeSet(context, params.changeSetId, body.version),
    }),
    operation("apply", "resumeChangeSet", "POST /change-sets/{changeSetId}/resume", {
      summary: "Resume the sending of a paused change set",
      body: ChangeSetVersionInput,
      answer: [200, "The change set", ChangeSet],
      problems: refusals,
      current: currentSet,
      call: ({ context, params, body }) => resumeChangeSet(context, params.changeSetId, body.version),
    }),
    operation("apply", "retryChangeSet", "POST /change-sets/{changeSetId}/retry", {
      summary: "Send the failed changes of a change set once more, in a new one",
      description:
        "Each failed change is sent again once, however often this is asked for. They keep their approvals, and are compared as what is applied; where what one was decided on moved or cannot be read, the new set is not applied, `notApplied` says so, and what moved has no approval.",
      body: ChangeSetVersionInput,
      answer: [200, "The change set that retries", ChangeSet],
      unless: [202, "What they were decided on is being read first", ({ state }) => state === "checking"],
      problems: [...refusals, "already_exists"],
      current: currentSet,
      call: ({ context, params, body }) => retryChangeSet(context, params.changeSetId, body.version),
    }),
    operation("apply", "withdrawChangeSet", "POST /change-sets/{changeSetId}/withdraw", {
      summary: "Withdraw the changes that were never sent, also of a set that is being sent",
      description: TAKING_BACK,
      body: WithdrawChangeSetInput,
      answer: [200, "The change set", ChangeSet],
      problems: refusalsOfOpen,
      current: currentSet,
      call: ({ context, params, body }) => withdrawChangeSet(context, params.changeSetId, body),
    }),
    operation("approve", "confirmTakingBack", "POST /change-sets/{changeSetId}/taking-back/confirm", {
      summary: "Confirm what somebody asks to be taken back",
      description:
        "It is done by the last confirmation that is needed, to what can be taken back by then. A confirmation counts while its giver may approve.",
      body: ChangeSetVersionInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusals, "forbidden"],
      current: currentSet,
      call: ({ context, params, body }) => confirmTakingBack(context, params.changeSetId, body.version),
    }),
    operation("apply", "dropTakingBack", "POST /change-sets/{changeSetId}/taking-back/drop", {
      summary: "Drop what somebody asks to be taken back, which oneself asked for, or may approve",
      body: ChangeSetVersionInput,
      answer: [200, "The change set", ChangeSet],
      problems: [...refusals, "forbidden"],
      current: currentSet,
      call: ({ context, params, body }) => dropTakingBack(context, params.changeSetId, body.version),
    }),
    operation("read", "getRunbookOfChangeSet", "GET /change-sets/{changeSetId}/runbook", {
      summary: "Get the steps for making the held changes of a change set by hand",
      query: PageQuery,
      answer: [200, "A page of the steps, and the same as Markdown", Runbook],
      problems: ["not_found", "conflict"],
      call: ({ context, params, query }) => viewRunbook(context, params, query),
    }),
  );
}
