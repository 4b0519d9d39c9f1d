import type { Json } from "#/json/json.ts";
import { type ChangeReason, changeReasons } from "./change-reason.ts";
import { type CreationReason, creationReasons } from "./creation-reason.ts";
import { type DeletionReason, deletionReasons } from "./deletion-reason.ts";
import { messageText } from "./message.ts";

/** Why something happened, or did not, as the console knows it: the journal keeps it beside what happened. */
export type Reason = ChangeReason | CreationReason | DeletionReason;

const texts = { ...changeReasons, ...creationReasons, ...deletionReasons };

export function reasonText(reason: Reason | Json): string {
  return messageText(texts, reason);
}
