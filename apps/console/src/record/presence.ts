import type { RecordView } from "@dc/contract";
import type { NoteKind } from "#/marks/note.tsx";
import { type Lifecycle, type LiveChange, reasonOf } from "./lifecycle.ts";
import { isProvisionalId } from "./provisional-id.ts";

/** A note about a record as a whole: a title and its consequences. */
export interface Presence {
  kind: NoteKind;
  title: string;
  says: string;
}

export interface PresenceContext {
  /** The name of the other side: "the standard index", or another directory. */
  against: string;
  /** The gateway's answer for a missing record. */
  missing: string;
}

/** Null if the record is on both sides and nothing is staged for it as a whole. */
export function presenceOf(
  view: RecordView,
  lifecycle: Lifecycle,
  { against, missing }: PresenceContext,
): Presence | null {
  const { presence } = view.comparison;
  if (presence === "not read") return null;
  const staged = lifecycle.staged?.operation.op;
  if (staged !== undefined) {
    const waits = lifecycle.staged?.state === "queued" ? "Applied, and sent in a few seconds" : "Nothing was sent";
    return staged === "create"
      ? plain(`This ${view.record.type} is staged.`, `${waits}. It is created here once the change set is applied.`)
      : plain("Its deletion is staged.", `${waits}. What is shown stands until the change set is applied.`);
  }
  const stands = lifecycle.live;
  if (stands !== null) {
    return stands.operation.op === "create"
      ? presenceOfCreated(view, stands, against)
      : presenceOfDeleted(view, stands, missing);
  }
  return presenceAlone(view, { against, missing });
}

function presenceOfCreated(
  { record, comparison, here }: RecordView,
  { state, because }: LiveChange,
  against: string,
): Presence {
  switch (state) {
    case "held":
      return {
        kind: "held",
        title: "Created here, held.",
        says: `${reasonOf(because) ?? "It was not sent."} Readers of the gateway get it as ${record.id} until the service gives it an id of its own.`,
      };
    case "unknown":
      return {
        kind: "unknown",
        title: "It is not known whether it was created.",
        says: because ?? "It was sent, and no reply came. It won’t be sent again automatically.",
      };
    case "sending":
      return plain("It is being created.", "The service has not answered yet.");
    case "deferred":
      return plain("Created here, not sent yet.", because ?? "It will be retried.");
    case "applied":
      if (here.state === "missing")
        return {
          kind: "outside",
          title: "Removed from the index, not by this console.",
          says: `This ${record.type} was created here. Readers of the gateway still get it.`,
        };
      return comparison.presence === "both"
        ? plain("Created here.", `${upper(against)} now has it, too.`)
        : plain("Only in this index.", `It was created here, so there is nothing to take from ${against}.`);
  }
}

function presenceOfDeleted({ here }: RecordView, { state, because }: LiveChange, missing: string): Presence {
  switch (state) {
    case "held":
      return {
        kind: "held",
        title: "Deleted here, held.",
        says: `${reasonOf(because) ?? "It was not sent."} The index still has it; readers of the gateway get ${missing}.`,
      };
    case "unknown":
      return {
        kind: "unknown",
        title: "It is not known whether it was deleted.",
        says: because ?? "It was sent, and no reply came. The next reading settles it.",
      };
    case "sending":
      return plain("It is being deleted.", "The service has not answered yet.");
    case "deferred":
      return plain("Deleted here, not sent yet.", because ?? "It will be retried.");
    case "applied":
      return here.state === "found"
        ? {
            kind: "outside",
            title: "Back in the index, not by this console.",
            says: `It was deleted here. Readers of the gateway get ${missing}.`,
          }
        : plain("Deleted here.", `Readers of this index get ${missing}.`);
  }
}

function presenceAlone({ record, comparison }: RecordView, { against, missing }: PresenceContext): Presence | null {
  const isOutside = comparison.flags.includes("outside");
  switch (comparison.presence) {
    case "missing here":
      return isOutside
        ? {
            kind: "outside",
            title: comparison.flags.includes("late request")
              ? "Deleted in the index, perhaps by a delayed deletion of ours."
              : "Deleted in the index, not by this console.",
            says: `${upper(against)} still has this ${record.type}. Readers of this index get ${missing}.`,
          }
        : {
            kind: "outside",
            title: `This directory has no such ${record.type}.`,
            says: `${upper(against)} has; readers of this directory get ${missing}.`,
          };
    case "missing in standard":
      return plain("Only in this index.", `There is nothing to take from ${against}.`);
    case "in neither":
      return isProvisionalId(record.id)
        ? plain(
            `This ${record.type} no longer exists.`,
            "It was staged to be created here, and its draft was discarded or its creation withdrawn.",
          )
        : {
            kind: "failed",
            title: `The service knows no ${record.type} with this id,`,
            says: `here or in ${against}. The id may be mistyped, or it was deleted.`,
          };
    case "both":
    case "not read":
      return null;
  }
}

const plain = (title: string, says: string): Presence => ({ kind: "plain", title, says });

const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
