import type { Deps } from "#/context/deps.ts";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { StoppedError, StoreUnavailableError, SupersededError } from "#/runtime/errors.ts";
import { selectDueChangeSets, selectNextDueAt } from "#/store/tables/changes/change-set-leases.ts";
import { endLease, leaseClockOf, LeaseLostError } from "#/store/lease.ts";
import { takeChangeSet } from "./lease.ts";
import { pauseUnsent } from "./pause-unsent.ts";
import { markAbandonedUnknown, sendChangeSet } from "./send-change-set.ts";
import { type SenderSettings, senderDefaults } from "./sending.ts";

export interface Sender {
  /** Sends and settles everything that is due, one change set after the other. */
  runDue(): Promise<void>;
  /** Runs until it is stopped: at each due time, and when it is woken. */
  start(): void;
  /** Begins nothing more, and waits for the step under way; its lease is released. */
  stop(): Promise<void>;
  /** After `stop`: the change sets on their way are paused, but for those that another process sends. */
  holdBack(): Promise<void>;
}

const LONGEST_SLEEP_MS = 60 * 60 * 1000;
const POLL_MS = 5_000;

/** The worker of this process that sends approved changes. */
export function createSender(deps: Deps, given: Partial<SenderSettings> = {}): Sender {
  const settings = { ...senderDefaults, ...given };
  const owner = deps.newId("snd");
  let running: Promise<void> | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function runDue(): Promise<void> {
    const failures: unknown[] = [];
    const due = { connectionId: deps.connection.id, owner, now: deps.clock.now(), clock: leaseClockOf(deps) };
    for (const changeSetId of await selectDueChangeSets(deps.store.db, due)) {
      if (isStopped) return;
      const lease = await takeChangeSet(deps, { changeSetId, owner, forMs: settings.leaseMs });
      if (lease === undefined) continue;
      try {
        await withCallOrigin({ kind: "work", name: "sending", id: changeSetId }, () =>
          sendChangeSet({ deps, lease, settings }),
        );
        await endLease(deps.store.db, lease);
      } catch (error) {
        if (error instanceof StoppedError) {
          // What was sent and not read back yet is settled by whoever comes next.
          await markAbandonedUnknown({ deps, lease, settings });
          await endLease(deps.store.db, lease);
          return;
        }
        // Whoever comes next, this process or another, takes over what was being sent. A store that cannot be reached keeps
        // the lease, and this process takes it again.
        if (!(error instanceof LeaseLostError)) await endLease(deps.store.db, lease).catch(() => undefined);
        if (error instanceof LeaseLostError || error instanceof SupersededError)
          deps.log.info({ changeSetId, reason: error.message }, "another process took over a change set");
        // Other change sets are not delayed.
        else failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async function runAndSleep(): Promise<void> {
    clearTimeout(timer);
    let waitMs = POLL_MS;
    try {
      await runDue();
      const next = await selectNextDueAt(deps.store.db, { connectionId: deps.connection.id, owner });
      const untilNext = next === null ? LONGEST_SLEEP_MS : next.getTime() - deps.clock.now().getTime();
      const longest = deps.store.kind === "postgres" ? POLL_MS : LONGEST_SLEEP_MS;
      waitMs = Math.min(Math.max(untilNext, 20), longest);
    } catch (error) {
      if (isStopped) return;
      const hasStoreFailed = error instanceof StoreUnavailableError;
      deps.log[hasStoreFailed ? "warn" : "error"]({ err: error }, "sending a change set failed; it will be retried");
    }
    if (isStopped) return;
    timer = setTimeout(trigger, waitMs);
    timer.unref();
  }

  let isTriggeredAgain = false;
  function trigger(): void {
    if (isStopped) return;
    if (running !== undefined) {
      isTriggeredAgain = true;
      return;
    }
    running = runAndSleep().finally(() => {
      running = undefined;
      if (!isTriggeredAgain) return;
      isTriggeredAgain = false;
      trigger();
    });
  }

  return {
    runDue,
    start() {
      deps.sendingSignal.subscribe(trigger);
      trigger();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
    holdBack: () => pauseUnsent({ deps, settings, owner }),
  };
}
