import { z } from "zod";
import { Change, ChangeId } from "./changes.ts";
import { ChangeState, Flag, Reading, Verdict } from "#/records/comparison.ts";
import { Actor, prefixedId, Timestamp } from "#/ids.ts";
import { maxChosenChanges, maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { trimmedText } from "#/trimmed-text.ts";

const count = z.int();
const version = z.int();

export const CommentId = prefixedId("com");

/** A verdict as a review counts it: changed outside comes before the verdict, and what was never read has none. */
export const ReviewVerdict = z.enum([...Verdict.options, "outside", "not read"]);
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

/** By what the changes of a review are grouped. */
export const ReviewGrouping = z.enum(["person", "directory", "kind"]);
export type ReviewGrouping = z.infer<typeof ReviewGrouping>;

const NodeKey = z.string().min(1).max(300).describe("The key of a group or of a line, as the review lists it");

const filters = {
  state: ChangeState.optional().describe("Only changes in this state"),
  verdict: ReviewVerdict.optional().describe("Only changes of a value with this verdict, as last read"),
  q: z.string().max(maxLength.search).optional().describe("Words in the names of people, records and directories"),
};

export const ReviewQuery = PageQuery.extend({
  ...filters,
  by: ReviewGrouping.default("person").describe("By what changes are grouped"),
  level: z
    .enum(["group", "line", "change"])
    .default("line")
    .describe("Groups; lines, each the same change in any number of directories; or single changes"),
  within: NodeKey.optional().describe("Only what is in this group or line, or this one change by its id"),
});
export type ReviewQuery = z.input<typeof ReviewQuery>;

const ComparedChange = z
  .strictObject({
    verdict: Verdict.nullable().describe("Null where one side was never read, or the change has ended"),
    flags: z.array(Flag),
    base: Reading.nullable(),
    index: Reading.nullable(),
    effective: Reading.nullable(),
    preview: Reading.nullable().describe("What it will be, with the drafts laid over it"),
    readAt: Timestamp.nullable().describe("The older of both readings"),
  })
  .nullable()
  .describe("The part that the change decides, or did before it ended, as last read; null where that is not known");

/** A change of a set as it is exported: with what base and its directory say now. */
export const ExportedChange = Change.extend({ compared: ComparedChange }).meta({ id: "ExportedChange" });
export type ExportedChange = z.infer<typeof ExportedChange>;

/** A change as its reviewer sees it: with what base and the directory say now, and what was said about it. */
export const ReviewedChange = Change.extend({
  compared: ComparedChange,
  approvals: z.array(z.strictObject({ by: Actor, at: Timestamp })).describe("Who approved it, oldest first"),
  openRequests: z
    .array(z.strictObject({ commentId: CommentId, by: Actor, at: Timestamp, words: z.string() }))
    .describe("What its reviewers ask to be changed, oldest first; it cannot be applied before that is answered"),
  comments: count.describe("How many comments are about it"),
}).meta({ id: "ReviewedChange" });
export type ReviewedChange = z.infer<typeof ReviewedChange>;

const forCaller = {
  approvable: count.describe(
    "Changes in review that the caller may approve: not their own, and not approved by them already",
  ),
  own: count.describe(
    "Changes in review that somebody else has to approve, since the caller or a token of theirs staged them or kept them on what is there now",
  ),
};

const counts = {
  changes: count,
  directories: count,
  verdicts: z
    .array(z.strictObject({ verdict: ReviewVerdict, changes: count }))
    .describe("Of the changes that have not ended"),
  ...forCaller,
};

/** A group, a line or a single change of a review. */
export const ReviewNode = z
  .strictObject({
    key: NodeKey,
    group: z.strictObject({ key: NodeKey, ...counts }).describe("The group that it belongs to"),
    ...counts,
    states: z.array(z.strictObject({ state: ChangeState, changes: count })),
    values: z
      .strictObject({ seen: count, base: count, effective: count, preview: count })
      .nullable()
      .describe(
        "How many different values its changes have: in the directory as their author saw it, in base and in the directory now, and once those that have not ended are applied; null for a group",
      ),
    openRequests: count.describe("How many of its changes somebody asked to be changed"),
    change: ReviewedChange.describe("The first of its changes; a group has it for its names, without the comparison"),
  })
  .meta({ id: "ReviewNode" });
export type ReviewNode = z.infer<typeof ReviewNode>;
export const ReviewPage = pageOf(ReviewNode)
  .extend({
    found: z
      .strictObject({ open: count.describe("Changes in review or approved"), ...forCaller })
      .describe("Of all that the filters find, on whichever page"),
  })
  .meta({ id: "ReviewPage" });
export type ReviewPage = z.infer<typeof ReviewPage>;

const named = {
  changeIds: z.array(ChangeId).min(1).max(maxChosenChanges).optional(),
  nodes: z.array(NodeKey).min(1).max(maxChosenChanges).optional().describe("Keys of groups and lines"),
};

/** Changes of one set: those that are named; else all. Of these, those that the filters find. */
const chosen = { version, ...named, ...filters };

export const ChosenChangesInput = z.strictObject(chosen).meta({ id: "ChosenChangesInput" });
export type ChosenChangesInput = z.infer<typeof ChosenChangesInput>;

/** Rejected changes have ended; the others of the set go on. */
export const RejectChangesInput = z
  .strictObject({ ...chosen, reason: trimmedText().min(1, "must not be empty: give a reason").max(maxLength.reason) })
  .meta({ id: "RejectChangesInput" });
export type RejectChangesInput = z.input<typeof RejectChangesInput>;

/** Changes that are to go into a set of their own. */
export const SplitChangeSetInput = z.strictObject(chosen).meta({ id: "SplitChangeSetInput" });
export type SplitChangeSetInput = z.infer<typeof SplitChangeSetInput>;

const words = trimmedText().min(1, "must not be empty").max(maxLength.comment);

export const AskForChangesInput = z.strictObject({ ...chosen, words }).meta({ id: "AskForChangesInput" });
export type AskForChangesInput = z.input<typeof AskForChangesInput>;

/** A comment on the changes that are named or found, else on the whole set. */
export const CommentInput = z.strictObject({ ...named, ...filters, words }).meta({ id: "CommentInput" });
export type CommentInput = z.input<typeof CommentInput>;

export const CommentQuery = PageQuery.extend({
  changeId: ChangeId.optional().describe("Only what was said about this change"),
});
export type CommentQuery = z.infer<typeof CommentQuery>;

export const Comment = z
  .strictObject({
    id: CommentId,
    words: z.string(),
    by: Actor,
    at: Timestamp,
    asks: z.boolean().describe("Whether it asks for changes"),
    changes: count.describe("How many changes it is about; 0 where it is about the set"),
    gone: count.describe("How many of them were discarded since"),
    open: count.describe("Of a request: how many of them are not answered yet"),
    about: Change.pick({
      id: true,
      changeSetId: true,
      indexName: true,
      record: true,
      recordName: true,
      practitioner: true,
      field: true,
    })
      .nullable()
      .describe("The first of those that are there, in the set that it is in by now"),
    changeIds: z
      .array(ChangeId)
      .describe("The first 200 of those that are there; an edit is in the place of what it edits"),
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof Comment>;
export const CommentPage = pageOf(Comment).meta({ id: "CommentPage" });
export type CommentPage = z.infer<typeof CommentPage>;
