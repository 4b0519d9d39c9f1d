import { type ChangeRow, updateChange } from "#/store/tables/changes.ts";
import { json } from "#/store/sql/json.ts";
import type { WriteResult } from "#/upstream/encode-failure.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import { describeOutcome } from "./describe-outcome.ts";
import { underLease } from "./lease.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { senderActor, type Sending } from "./sender-settings.ts";

/** What a write that was not confirmed means for its changes. */
export async function notDone(
  sending: Sending,
  sent: readonly ChangeRow[],
  result: Exclude<WriteResult, { outcome: "done" }>,
): Promise<void> {
  const { deps, lease, settings } = sending;
  await settings.onStep("before outcome");
  const told = describeOutcome(result, sent.length);
  await underLease(deps, lease, async (ledger) => {
    for (const change of sent) {
      await moveChange(deps, ledger, change, {
        events: [told.event],
        set: {
          because: told.because,
          words: told.words === null ? null : json(told.words),
          request_id: told.words?.requestId ?? null,
          try_after:
            told.event === "lose"
              ? quietEnd(sending)
              : told.event === "defer"
                ? later(sending, told.retryAfterMs)
                : null,
        },
        word: told.word,
        action: told.action,
        why: told.because,
        actor: senderActor,
        requestId: told.words?.requestId ?? null,
      });
    }
  });
}

/** Nobody knows what became of these; they are read after a quiet moment. */
export async function makeUnknown(
  sending: Sending,
  sent: readonly ChangeRow[],
  because: string,
  requestId: string | null,
): Promise<void> {
  const { deps, lease } = sending;
  await underLease(deps, lease, async (ledger) => {
    for (const change of sent) {
      await moveChange(deps, ledger, change, {
        events: ["lose"],
        set: { because, try_after: quietEnd(sending), request_id: requestId },
        word: "Not known to be applied",
        action: "change.unknown",
        why: because,
        actor: senderActor,
        requestId,
      });
    }
  });
}

/** The service cannot be asked now. */
export async function deferAll(
  sending: Sending,
  changes: readonly ChangeRow[],
  failure: ServiceFailure,
): Promise<void> {
  await putOff(sending, changes, `Waiting for the service. ${failure.detail}`, failure.retryAfterMs);
}

/** Tried again later; what is deferred already only gets another moment. */
export async function putOff(
  sending: Sending,
  changes: readonly ChangeRow[],
  because: string,
  retryAfterMs: number | null,
): Promise<void> {
  const { deps, lease } = sending;
  await underLease(deps, lease, async (ledger) => {
    for (const change of changes) {
      const set = { because, try_after: later(sending, retryAfterMs) };
      if (change.state === "deferred" || change.state === "unknown" || change.state === "held") {
        await updateChange(ledger.trx, change, set, deps.clock.now());
      } else {
        await moveChange(deps, ledger, change, {
          events: ["defer"],
          set,
          word: "Put off",
          action: "change.defer",
          why: because,
          actor: senderActor,
          requestId: null,
        });
      }
    }
  });
}

/** Ends changes that cannot be done, before or after they were sent. */
export async function failAll({ deps, lease }: Sending, changes: readonly ChangeRow[], because: string): Promise<void> {
  await underLease(deps, lease, async (ledger) => {
    for (const change of changes) {
      const events =
        change.state === "unknown"
          ? (["give up"] as const)
          : change.state === "held"
            ? (["release", "send", "refuse"] as const)
            : (["send", "refuse"] as const);
      await moveChange(deps, ledger, change, {
        events,
        set: { because, try_after: null },
        word: "Failed",
        action: "change.fail",
        why: because,
        actor: senderActor,
        requestId: null,
      });
    }
  });
}

/** When a lost reply may be asked about. */
export function quietEnd({ deps, settings }: Sending): Date {
  return new Date(deps.clock.now().getTime() + settings.quietMs);
}

function later({ deps, settings }: Sending, retryAfterMs: number | null): Date {
  return new Date(deps.clock.now().getTime() + Math.max(settings.deferMs, retryAfterMs ?? 0));
}
