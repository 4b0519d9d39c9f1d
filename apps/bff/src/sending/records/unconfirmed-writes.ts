import type { ChangeReason } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import { annotateChange, annotateChanges } from "#/ledger/changes.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { json } from "#/store/sql/json.ts";
import { lockStandingAlarms } from "#/store/tables/changes/alarms.ts";
import type { WriteResult } from "#/upstream/encode-failure.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import { describeOutcome } from "./describe-outcome.ts";
import { underLease } from "#/sending/lease.ts";
import { moveChange, moveChanges } from "#/ledger/move-change.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import type { Sending } from "#/sending/sending.ts";
import { SupersededError } from "#/runtime/errors.ts";

/** Records what an unconfirmed write means for its changes. What never left is no attempt: they are as `before` it. */
export async function recordUnconfirmedWrite(
  sending: Sending,
  { sent, before }: { sent: readonly ChangeRow[]; before: readonly ChangeRow[] },
  result: Exclude<WriteResult, { outcome: "done" }>,
): Promise<void> {
  const { deps, lease, settings } = sending;
  await settings.onStep("before outcome");
  const outcome = describeOutcome(result, sent.length);
  const hasLeft = result.outcome === "refused" || result.outcome === "unknown";
  const earlier = new Map(before.map(({ id, attempt, sent_at }) => [id, { attempt, sent_at }]));
  await underLease(deps, lease, async (ledger) => {
    // One time for all that one request had, so that they stay together.
    const tryAfter =
      outcome.event === "lose"
        ? nextReadAt(sending)
        : outcome.event === "defer"
          ? later(sending, outcome.retryAfterMs)
          : null;
    for (const change of sent) {
      await moveChange(deps, ledger, change, {
        events: [outcome.event],
        set: {
          ...reasonColumns(outcome.reason),
          words: outcome.words === null ? null : json(outcome.words),
          request_id: outcome.words?.requestId ?? null,
          try_after: tryAfter,
          ...(hasLeft ? {} : earlier.get(change.id)),
        },
        step: outcome.step,
        why: outcome.reason,
        actor: consoleActors.sender,
        requestId: outcome.words?.requestId ?? null,
      });
    }
  });
}

/** The outcome of these changes is unknown; they are read after the quiet time. */
export async function makeUnknown(
  sending: Sending,
  sent: readonly ChangeRow[],
  reason: ChangeReason,
  requestId: string | null,
): Promise<void> {
  const { deps, lease } = sending;
  await underLease(deps, lease, async (ledger) => {
    const tryAfter = nextReadAt(sending);
    for (const change of sent) {
      await moveChange(deps, ledger, change, {
        events: ["lose"],
        set: { ...reasonColumns(reason), try_after: tryAfter, request_id: requestId },
        step: "unknown",
        why: reason,
        actor: consoleActors.sender,
        requestId,
      });
    }
  });
}

/** Defers changes because the service cannot be reached now. */
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

/** Schedules another try; a change that is already deferred only gets a new time. */
export async function defer(
  sending: Sending,
  changes: readonly ChangeRow[],
  reason: ChangeReason,
  retryAfterMs: number | null,
): Promise<void> {
  const { deps, lease } = sending;
  await underLease(deps, lease, async (ledger) => {
    const set = { ...reasonColumns(reason), try_after: later(sending, retryAfterMs) };
    for (const change of changes) {
      if (change.state === "deferred" || change.state === "unknown") {
        await annotateChange(deps, ledger, change, set);
      } else {
        await moveChange(deps, ledger, change, {
          events: change.state === "held" ? ["release"] : ["defer"],
          set,
          step: "deferred",
          why: reason,
          actor: consoleActors.sender,
          requestId: null,
        });
      }
    }
  });
}

/**
 * After an alarm nothing is tried until a person resumes sending, which may happen at this very moment. What somebody stopped
 * otherwise stays due.
 */
export async function deferUntilResumed({ deps, lease }: Sending, changes: readonly ChangeRow[]): Promise<void> {
  const reason = { code: "sending-stopped" } as const;
  const set = { ...reasonColumns(reason), try_after: null };
  await inSteps(changes, async (some) => {
    await underLease(deps, lease, async (ledger) => {
      const standing = await lockStandingAlarms(ledger.trx, deps.connection.id, "share");
      if (standing.length === 0) return;
      const held = some.filter(({ state }) => state === "held");
      const lost = some.filter(({ state }) => state === "unknown");
      const waiting = some.filter((change) => !held.includes(change) && !lost.includes(change));
      const setOfLost = { ...reasonColumns({ code: "held-back-reads-as-before" }), try_after: null };
      if (
        !(await annotateChanges(deps, ledger, waiting, set)) ||
        !(await annotateChanges(deps, ledger, lost, setOfLost))
      )
        throw new SupersededError("Some of the changes were changed in the meantime.");
      const move = {
        events: ["release"] as const,
        set,
        step: "deferred" as const,
        why: reason,
        actor: consoleActors.sender,
        requestId: null,
      };
      await moveChanges(
        deps,
        ledger,
        held.map((row) => ({ row, move })),
      );
    });
  });
}

/** Ends changes that cannot be made, before or after they were sent. */
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
        why: reason,
        actor: consoleActors.sender,
        requestId: null,
      });
    }
  });
}

/** When the outcome of a lost reply may be read. */
export function nextReadAt({ deps, settings }: Sending): Date {
  return new Date(deps.clock.now().getTime() + settings.quietMs);
}

function later({ deps, settings }: Sending, retryAfterMs: number | null): Date {
  return new Date(deps.clock.now().getTime() + Math.max(settings.deferMs, retryAfterMs ?? 0));
}
