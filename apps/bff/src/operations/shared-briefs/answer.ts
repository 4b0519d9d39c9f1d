import type { AnswerInput, BriefChange, ClaimedChange, SharedAnswer } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { getBrief } from "#/operations/briefs/get.ts";
import { operationError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import { type ClaimRow, countAnswers, deleteAnswer, insertClaim } from "#/store/tables/directories/claims.ts";
import type { ShareLinkRow } from "#/store/tables/directories/share-links.ts";

const MOST_WAITING = 200;
const MOST_AT_ONCE = 20;

/** Keeps what the reader of a brief says of one line of it: of a practitioner, or of a change. It waits for a person, and changes nothing. */
export async function answerSharedBrief(
  context: RequestContext,
  link: ShareLinkRow | undefined,
  { practitionerId, changeId, state, says, about, words, howKnown, name }: AnswerInput,
): Promise<SharedAnswer> {
  if (link === undefined) throw operationError("invalid_token", "share-link-only");
  const { deps } = context;
  const indexId = link.index_id;
  const { items, changes, index } = await getBrief(context, {
    indexId,
    query: { limit: 1 },
    practitionerId,
    maxAge: "kept",
    since: changeId === null ? null : link.since,
  });
  const [row] = items;
  const change = changes.find(({ id: one, practitioner }) => one === changeId && practitioner?.id === practitionerId);
  if (changeId !== null && change === undefined) throw operationError("not_found", "brief-change");
  // Who left is answered about where the brief tells that they did.
  if (row === undefined && change?.kind !== "left")
    throw operationError("not_found", "roster-record", { type: "practitioner", id: practitionerId });
  const practitionerName = row?.name ?? change?.practitioner?.name ?? null;
  const now = deps.clock.now();
  const id = deps.newId("clm");
  const told = [
    practitionerName ?? practitionerId,
    ...(row === undefined ? [] : [row.phones.join(", "), ...row.sentences.map(({ text }) => text)]),
  ];
  const line = change?.text ?? told.filter((part) => part !== "").join(" · ");
  const isRight = says === "right";
  await inTransaction(context, async (trx) => {
    const { open, recent } = await countAnswers(trx, link.id);
    if (open >= MOST_WAITING) throw operationError("too_many_attempts", "answers-wait", { retryAfterSeconds: 86_400 });
    if (recent > MOST_AT_ONCE)
      throw operationError("too_many_attempts", "wait", { wait: "1 minute", retryAfterSeconds: 60 });
    await insertClaim(trx, {
      id,
      connection_id: link.connection_id,
      index_id: indexId,
      share_link_id: link.id,
      practitioner_id: practitionerId,
      practitioner_name: practitionerName,
      says,
      about: isRight ? null : about,
      words: isRight ? null : words,
      how_known: howKnown,
      said_by: name,
      line,
      change: change === undefined ? null : json(claimedChange(change)),
      state_seen: state,
      created_at: now,
    });
    await journal(context, trx, {
      subject: id,
      indexId,
      message: {
        code: "claim.make",
        params: {
          by: name,
          index: index.name,
          practitioner: practitionerName ?? practitionerId,
          says,
          sharedWith: link.shared_with,
        },
      },
      why: isRight ? null : words,
    });
  });
  return {
    id,
    practitionerId,
    changeId,
    says,
    words: isRight ? null : words,
    name,
    at: now.toISOString(),
    outcome: null,
  };
}

function claimedChange({ id, text, kind, record, field, parts, about }: BriefChange): ClaimedChange {
  return { id, text, kind, record, field, parts, about };
}

/** Takes back an answer that nobody settled. */
export async function takeBackAnswer(
  context: RequestContext,
  link: ShareLinkRow | undefined,
  id: string,
): Promise<void> {
  if (link === undefined) throw operationError("invalid_token", "share-link-only");
  await inTransaction(context, async (trx) => {
    if (!(await deleteAnswer(trx, { linkId: link.id, id }))) throw operationError("not_found", "claim");
    await journal(context, trx, {
      subject: id,
      indexId: link.index_id,
      message: { code: "claim.take-back", params: { by: link.shared_with } },
    });
  });
}

export function describeAnswer(row: ClaimRow): SharedAnswer {
  return {
    id: row.id,
    practitionerId: row.practitioner_id,
    changeId: row.change?.id ?? null,
    says: row.says,
    words: row.words,
    name: row.said_by,
    at: row.created_at.toISOString(),
    outcome: row.outcome,
  };
}
