import { expect, test } from "vitest";
import { type Engine, EngineError } from "#/store/engine/engine.ts";
import { change, QUIET_MS } from "#/testing/changes.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { openNewTestStore } from "#/testing/stores/store.ts";

// Proves (F03): whichever query of the store or call of the service is the last of a process that sends a job, before it is
// done or after, the next process ends the job: every change is applied, and every record was written once. With
// TEST_RECORDS=20 and TEST_EVERY=1 at each of them. Cannot prove: what of an unfinished write a disk keeps (`pnpm test:kills`).

const RECORDS = Number(process.env["TEST_RECORDS"] ?? 3);
const FROM = Number(process.env["TEST_FROM"] ?? 1);
const EVERY = Number(process.env["TEST_EVERY"] ?? 29);

/** What a process does to store and service, until it ends at its n-th step. */
class Steps {
  taken = 0;
  breaks = 0;
  #last = { at: Infinity, isDone: false };
  #hasEnded = false;

  async take<T>(work: () => Promise<T>): Promise<T> {
    this.taken += 1;
    const isLast = this.taken === this.#last.at;
    if (!this.#hasEnded && (!isLast || this.#last.isDone)) {
      const result = await work();
      if (!isLast && !this.#hasEnded) return result;
    }
    this.#hasEnded = true;
    throw new EngineError({
      message: "killed",
      code: undefined,
      constraint: undefined,
      table: undefined,
      severity: undefined,
      isFatal: true,
    });
  }

  endAt(at: number, isDone: boolean): void {
    this.taken = 0;
    this.#last = { at, isDone };
  }

  /** Whether it had ended. */
  startAgain(): boolean {
    const hadEnded = this.#hasEnded;
    this.#hasEnded = false;
    this.#last.at = Infinity;
    if (hadEnded) this.breaks += 1;
    return hadEnded;
  }
}

test.each([
  ["before it is done", false],
  ["after it was done", true],
])(
  "a job of a process that ends at a query or a call, %s, goes on and writes nothing twice",
  { timeout: 3_600_000 },
  async (_, isDone) => {
    const steps = new Steps();
    let inner: Engine | undefined;
    const store = await openNewTestStore((engine) => {
      inner = engine;
      return {
        query: async (sql, parameters) => await steps.take(async () => await engine.query(sql, parameters)),
        get breaks() {
          return steps.breaks;
        },
        close: async () => await engine.close(),
      };
    });
    await using stack = await createSendingStack({
      store,
      service: { retry: { attempts: 1 } },
      onCall: async (_init, call) => await steps.take(call),
    });
    const { app } = stack;
    const schedules = [...new Set(app.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/g))].slice(0, RECORDS);
    expect(schedules).toHaveLength(RECORDS);
    let runs = 0;
    let seen = 0;
    for (let at = FROM, wasKilled = true; wasKilled; at += EVERY) {
      runs += 1;
      const value = `Step ${at}`;
      const asked = schedules.map((id) => change({ type: "schedule", id }, "name", { op: "set", value }));
      const ids = await stack.applied(asked);
      steps.endAt(at, isDone);
      await stack.pass().catch(() => undefined);
      wasKilled = steps.startAgain();
      if (wasKilled) await inner?.query("rollback", []);
      await stack.restart();
      const states = async () => (await stack.rows(ids)).map(({ state }) => state);
      for (let pass = 0; pass < 6 && (await states()).some((state) => state !== "applied"); pass += 1) {
        app.clock.advance(QUIET_MS);
        await stack.pass();
      }
      expect(await states(), value).toEqual(ids.map(() => "applied"));
      const written = app.sandbox.ledger.after(seen).map(({ index, path }) => `${index} ${path}`);
      seen += written.length;
      expect(written, value).toHaveLength(RECORDS);
      for (const id of schedules)
        expect(written, value).toContainEqual(expect.stringMatching(new RegExp(`^${INDEX} .*${id}`)));
    }
    console.log(`${runs} runs of a job of ${RECORDS} records, the last of which was not killed`);
    expect(runs).toBeGreaterThan(5);
  },
);
