import {
  Change,
  Decided,
  DecideInput,
  Override,
  OverrideExportQuery,
  OverridePage,
  OverrideQuery,
  PageQuery,
  Runbook,
  SettleChangeInput,
  SetUntilInput,
  StageChangesInput,
  StagedChanges,
  StageInSetInput,
  UndecidedPage,
  UndecidedQuery,
  UndoStagingInput,
  UntilSet,
  WithdrawInput,
  maxStagedAtOnce,
} from "@dc/contract";
import { discardDraft } from "#/operations/changes/discard-draft.ts";
import { sendAgain } from "#/operations/changes/send-again.ts";
import { settleChange } from "#/operations/changes/settle.ts";
import { stageAsked, stageInSet, undoStaging } from "#/operations/changes/stage.ts";
import { withdrawChange } from "#/operations/changes/withdraw.ts";
import { decide } from "#/operations/decisions/decide.ts";
import { listUndecided } from "#/operations/decisions/list-undecided.ts";
import { undoDecision } from "#/operations/decisions/undo.ts";
import { exportOverrides } from "#/operations/overrides/export.ts";
import { setUntilOf } from "#/operations/overrides/set-until.ts";
import { listOverrides } from "#/operations/overrides/list.ts";
import { viewRunbook } from "#/operations/runbook/view.ts";
import { listInSteps } from "#/routes/list-in-steps.ts";
import { exportOperation, operation, routesOf, serviceProblems } from "#/routes/operation.ts";

/** What staging is refused for; undoing it stages again what it replaced. */
export const stagingProblems = [
  "not_found",
  "wrong_state",
  "moved_since_seen",
  "already_exists",
  "standard_index_read_only",
  "cannot_encode",
  ...serviceProblems,
] as const;

/** What all ways of taking back say of the people that it takes. */
export const TAKING_BACK =
  "Where approvals are required, taking back what readers get needs as many people who may approve as a change needs approvals, and a reason. With fewer it is only asked for: nothing changes but `takingBack` of the change set, which others confirm.";

export function changeRoutes() {
  return routesOf(
    "Changes",
    operation("stage", "stageChanges", "POST /index-versions/{indexId}/changes", {
      summary: "Stage changes into the caller's draft of an index: all or none",
      body: listInSteps(StageChangesInput, { list: "changes", most: maxStagedAtOnce }),
      answer: [201, "The draft, and what was staged; what would change nothing is left out", StagedChanges],
      problems: stagingProblems,
      call: ({ context, params, body }) => stageAsked(context, { ...params, ...body }),
    }),
    operation("stage", "stageInChangeSet", "POST /change-sets/{changeSetId}/changes", {
      summary: "Stage more changes into a change set, in any number of index versions: all or none",
      body: listInSteps(StageInSetInput, { list: "changes", most: maxStagedAtOnce }),
      answer: [201, "The draft, and what was staged; what would change nothing is left out", StagedChanges],
      problems: stagingProblems,
      call: ({ context, params, body }) => stageInSet(context, { ...params, ...body }),
    }),
    operation("stage", "undoStaging", "POST /change-sets/{changeSetId}/changes/undo", {
      summary: "Undo one staging: discard what it staged, and stage again the drafts that it replaced",
      description:
        "A change set over index versions that the staging opened, and that holds nothing then, is discarded: `changeSet` is as it was.",
      body: UndoStagingInput,
      answer: [200, "The draft, and what was staged again", StagedChanges],
      problems: stagingProblems,
      call: ({ context, params, body }) => undoStaging(context, { ...params, ...body }),
    }),
    operation("stage", "discardChange", "DELETE /changes/{changeId}", {
      summary: "Discard a draft change",
      answer: [204, "Discarded"],
      problems: ["not_found", "wrong_state", "in_progress"],
      call: ({ context, params }) => discardDraft(context, params.changeId),
    }),
    operation("apply", "withdrawChange", "POST /changes/{changeId}/withdraw", {
      summary: "Withdraw a change that was never sent",
      description: TAKING_BACK,
      body: WithdrawInput,
      answer: [200, "The change", Change],
      problems: ["not_found", "wrong_state", "version_mismatch", "in_progress"],
      call: ({ context, params, body }) => withdrawChange(context, params.changeId, body.reason),
    }),
    operation("apply", "sendChange", "POST /changes/{changeId}/send", {
      summary: "Send a held, deferred or failed change again",
      description:
        "A held one as `apply` of its set sends it, a failed one as a copy in a set of its own, which is checked and applied; where what it was decided on moved or cannot be read, `notApplied` of that set says so.",
      answer: [200, "The change, or the copy that is sent in place of a failed one", Change],
      unless: [
        202,
        "What it was decided on is being read first, or its set was not applied",
        ({ state }) => state !== "deferred" && state !== "queued",
      ],
      problems: [
        "not_found",
        "wrong_state",
        "version_mismatch",
        "in_progress",
        "already_exists",
        "moved_since_seen",
        "ground_not_read",
      ],
      call: ({ context, params }) => sendAgain(context, params.changeId),
    }),
    operation("settle", "settleChange", "POST /changes/{changeId}/settle", {
      summary: "Settle a change whose reply was lost",
      body: SettleChangeInput,
      answer: [200, "The change; with `read`, it is settled as soon as the service answered", Change],
      problems: ["moved_since_seen", "not_found", "wrong_state"],
      call: ({ context, params, body }) => settleChange(context, params.changeId, body),
    }),
    operation("decide", "decideField", "POST /index-versions/{indexId}/decisions", {
      summary:
        "Decide about values, any number as one act: keep ours, take base, reset, remove, accept, restore, pin the value as it is, pin or follow",
      description: `All are decided or none: where one is refused or has moved since it was seen, \`errors\` names each. Removing an override takes back: ${TAKING_BACK.charAt(0).toLowerCase()}${TAKING_BACK.slice(1)}`,
      body: DecideInput,
      answer: [200, "The result of the decision", Decided],
      problems: [...stagingProblems, "version_mismatch"],
      call: ({ context, params, body }) => decide(context, { ...params, ...body }),
    }),
    operation("decide", "undoDecision", "POST /index-versions/{indexId}/decisions/{decisionId}/undo", {
      summary: "Undo one's own decision that took effect at once, within the time to undo",
      answer: [200, "The value is as it was before the decision", Decided],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params }) => undoDecision(context, params),
    }),
    operation("read", "listUndecided", "GET /index-versions/{indexId}/undecided", {
      summary: "List the records of an index with values in conflict or moved",
      description:
        "What is to be decided, as of the last comparison, with what base, index and the directory say of it.",
      query: UndecidedQuery,
      answer: [200, "A page, by practitioner and record", UndecidedPage],
      problems: ["not_found"],
      call: ({ context, params, query }) => listUndecided(context, params.indexId, query),
    }),
    operation("read", "listOverrides", "GET /index-versions/{indexId}/overrides", {
      summary: "List the overrides of an index",
      query: OverrideQuery,
      answer: [200, "A page, by record and field", OverridePage],
      problems: ["not_found"],
      call: ({ context, params, query }) => listOverrides(context, params.indexId, query),
    }),
    operation("decide", "setUntilOfOverrides", "POST /index-versions/{indexId}/overrides/until", {
      summary: "Say until which day overrides hold, or that they have no end",
      description:
        "In place of what was said before, all or none: their values stay as they are, and nothing is sent. An override whose last day has passed is ended as any other, by `reset to base` or `remove override`.",
      body: SetUntilInput,
      answer: [200, "All of them", UntilSet],
      problems: ["not_found", "wrong_state", "version_mismatch", "standard_index_read_only"],
      call: ({ context, params, body }) => setUntilOf(context, { ...params, ...body }),
    }),
    exportOperation("read", "exportOverrides", "/index-versions/{indexId}/overrides/export", {
      summary: "Export the overrides of an index",
      query: OverrideExportQuery,
      item: Override,
      name: "overrides",
      problems: ["not_found"],
      call: ({ context, params, query }) => exportOverrides(context, params.indexId, query),
    }),
    operation("read", "getRunbookOfIndexVersion", "GET /index-versions/{indexId}/runbook", {
      summary: "Get the steps for making the held changes of an index by hand",
      query: PageQuery,
      answer: [200, "A page of the steps, and the same as Markdown", Runbook],
      problems: ["not_found", "conflict"],
      call: ({ context, params, query }) => viewRunbook(context, params, query),
    }),
  );
}
