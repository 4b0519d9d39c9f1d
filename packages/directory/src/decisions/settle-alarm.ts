import type { FieldInput } from "#/compare/field-input.ts";
import type { Change } from "#/ledger/change.ts";
import type { ChangeEvent } from "#/ledger/change-state.ts";
import { touchedElements } from "#/ledger/operation.ts";
import type { Operation } from "#/ledger/operation.ts";
import type { Reading } from "#/records/reading.ts";
import { refusal } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { proposeReset } from "./propose-change.ts";
import type { Staging } from "./propose-change.ts";

/** What a person says of a value that was sent to one index and is in another too. */
export const alarmAnswers = ["kept", "not ours", "reset"] as const;
export type AlarmAnswer = (typeof alarmAnswers)[number];

/** What a settled alarm means for a change: it is applied where its own index took the value, and failed where it did not. */
export function eventOfSettledAlarm({ isInIndex }: { isInIndex: boolean }): ChangeEvent {
  return isInIndex ? "find" : "give up";
}

/**
 * What puts back what an alarmed change wrote: a reset of what it decides, to the base value from before it was sent. Base as it is
 * now may be the value itself.
 */
export function proposeResetOfAlarmed(input: FieldInput, alarmed: Change, baseBefore: Reading): Decision<Staging> {
  const asApplied: FieldInput = {
    ...input,
    base: baseBefore,
    changes: input.changes.map((change) => (change.id === alarmed.id ? { ...change, state: "applied" } : change)),
  };
  const parts = touchedElements(alarmed.operation, input.region) ?? [undefined];
  const proposals = parts.map((part) => proposeReset(asApplied, part));
  const stage = distinct(proposals.flatMap((proposal) => (proposal.ok ? proposal.stage : [])));
  if (stage.length > 0) return { ok: true, stage };
  return proposals.find((proposal) => !proposal.ok) ?? refusal("no override");
}

/** A phone that replaces another shares its row, which both keys name. */
function distinct(operations: readonly Operation[]): Operation[] {
  return [...new Map(operations.map((operation) => [JSON.stringify(operation), operation])).values()];
}
