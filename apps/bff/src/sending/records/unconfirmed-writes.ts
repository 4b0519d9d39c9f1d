import type { ChangeReason } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import { annotateChange } from "#/ledger/changes.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes.ts";
import { json } from "#/store/sql/json.ts";
import { lockStandingAlarms } from "#/store/tables/alarms.ts";
import type { WriteResult } from "#/upstream/encode-failure.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import { describeOutcome } from "./describe-outcome.ts";
import { underLease } from "#/sending/lease.ts";
import { moveChange } from "#/ledger/move-change.ts";
import type { Sending } from "#/sending/sending.ts";

/** What a write that was not confirmed means for its changes. */
export async function recordUnconfirmedWrite(
  sending: Sending,
  sent: readonly ChangeRow[],
  result: Exclude<WriteResult, { outcome: "done" }>,
): Promise<void> {
  const { deps, lease, settings } = sending;
  await settings.onStep("before outcome");
  const outcome = describeOutcome(result, sent.length);
  await underLease(deps, lease, async (ledger) => {
    for (const change of sent) {
      await moveChange(deps, ledger, change, {
        events: [outcome.event],
        set: {
          ...reasonColumns(outcome.reason),
          words: outcome.words === null ? null : json(outcome.words),
          request_id: outcome.words?.requestId ?? null,
          try_after:
            outcome.event === "lose"
              ? nextReadAt(sending)
              : outcome.event === "defer"
                ? later(sending, outcome.retryAfterMs)
                : null,
        },
        step: outcome.step,
        action: outcome.action,
        why: outcome.reason,
        actor: consoleActors.sender,
        requestId: outcome.words?.requestId ?? null,
      });
    }
  });
}

/** Nobody knows what became of these; they are read after a quiet moment. */
export async function makeUnknown(
  sending: Sending,
  sent: readonly ChangeRow[],
  reason: ChangeReason,
  requestId: string | null,
): Promise<void> {
  const { deps, lease } = sending;
  await underLease(deps, lease, async (ledger) => {
    for (const change of sent) {
      await moveChange(deps, ledger, change, {
        events: ["lose"],
        set: { ...reasonColumns(reason), try_after: nextReadAt(sending), request_id: requestId },
        step: "unknown",
        action: "change.unknown",
        why: reason,
        actor: consoleActors.sender,
        requestId,
      });
    }
  });
}

/** The service cannot be asked now. */
export async function deferForFailure(
  sending: Sending,
  changes: readonly ChangeRow[],
  failure: ServiceFailure,
): Promise<void> {
  await defer(
    sending,
    changes,
    { code: "service-unavailable", params: { failure: failure.message } },
    failure.retryAfterMs,
  );
}

/** Tried again later; what is deferred already only gets another moment. */
export async function defer(
  sending: Sending,
  changes: readonly ChangeRow[],
  reason: ChangeReason,
  retryAfterMs: number | null,
): Promise<void> {
  const { deps, lease } = sending;
  await underLease(deps, lease, async (ledger) => {
    for (const change of changes) {
      const set = { ...reasonColumns(reason), try_after: later(sending, retryAfterMs) };
      if (change.state === "deferred" || change.state === "unknown" || change.state === "held") {
        await annotateChange(deps, ledger, change, set);
      } else {
        await moveChange(deps, ledger, change, {
          events: ["defer"],
          set,
          step: "deferred",
          action: "change.defer",
          why: reason,
          actor: consoleActors.sender,
          requestId: null,
        });
      }
    }
  });
}

/** An alarm stops the sending: nothing is tried again until a person resumes it, which may be at this very moment. */
export async function deferUntilResumed({ deps, lease }: Sending, changes: readonly ChangeRow[]): Promise<void> {
  const reason = { code: "sending-stopped" } as const;
  await underLease(deps, lease, async (ledger) => {
    const standing = await lockStandingAlarms(ledger.trx, deps.connection.id, "share");
    const set = { ...reasonColumns(reason), try_after: standing.length > 0 ? null : deps.clock.now() };
    for (const change of changes) {
      if (change.state === "deferred" || change.state === "unknown") {
        await annotateChange(deps, ledger, change, set);
        continue;
      }
      await moveChange(deps, ledger, change, {
        events: change.state === "held" ? ["release", "defer"] : ["defer"],
        set,
        step: "deferred",
        action: "change.defer",
        why: reason,
        actor: consoleActors.sender,
        requestId: null,
      });
    }
  });
}

/** Ends changes that cannot be done, before or after they were sent. */
export async function failAll(
  { deps, lease }: Sending,
  changes: readonly ChangeRow[],
  reason: ChangeReason,
): Promise<void> {
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
        set: { ...reasonColumns(reason), try_after: null },
        step: "failed",
        action: "change.fail",
        why: reason,
        actor: consoleActors.sender,
        requestId: null,
      });
    }
  });
}

/** When a lost reply may be asked about. */
export function nextReadAt({ deps, settings }: Sending): Date {
  return new Date(deps.clock.now().getTime() + settings.quietMs);
}

function later({ deps, settings }: Sending, retryAfterMs: number | null): Date {
  return new Date(deps.clock.now().getTime() + Math.max(settings.deferMs, retryAfterMs ?? 0));
}
