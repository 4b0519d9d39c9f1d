import { expect, test } from "vitest";
import { createTestApp } from "#/testing/app.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { json } from "#/store/sql/json.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { insertSeenPlans } from "#/store/tables/connections/plans.ts";
import { selectReadings, touchReadings, upsertReadings } from "#/store/tables/records/readings.ts";
import { selectSummaries, upsertSummaries } from "#/store/tables/records/record-summaries.ts";
import { recordAt } from "./among-records.ts";

describeOnPostgres("two who write some of the same rows, each in another order", () => {
  test("both write them: neither waits for the other in a circle", async () => {
    await using app = await createTestApp({ sandbox: { practitioners: 400 }, store: await openTestStoreOnPostgres() });
    const ids = sampleSchedules(app, 300);
    const { indexId } = await createDirectory(app, { roster: ids.join("\n") });
    const { connection, store } = app.deps;
    const records = ids.map((id) => ({ type: "schedule", id }));
    const of = { connectionId: connection.id, indexId, records };
    const readings = await selectReadings(
      store.db,
      connection.id,
      records.map((record) => ({ indexId, record })),
    );
    const summaries = await selectSummaries(store.db, of);
    expect([readings.length, summaries.length]).toEqual([ids.length, ids.length]);
    let at = app.clock.now().getTime();
    const together = async (write: (trx: Transaction, turn: <T>(all: readonly T[]) => T[]) => Promise<void>) => {
      at += 1000;
      await Promise.all(
        [false, true].map((isReversed) =>
          transact(store.db, (trx) => write(trx, (all) => (isReversed ? all.toReversed() : [...all]))),
        ),
      );
    };
    for (let round = 0; round < 8; round++) {
      await together((trx, turn) =>
        upsertReadings(trx, turn(readings.map((row) => ({ ...row, fetched_at: new Date(at) })))),
      );
      await together((trx, turn) =>
        touchReadings(trx, connection.id, turn(readings.map((row) => ({ ...recordAt(row), fetchedAt: new Date(at) })))),
      );
      await together((trx, turn) =>
        upsertSummaries(trx, turn(summaries.map((row) => ({ ...row, same: round, effective: json(row.effective) })))),
      );
      await together((trx, turn) => insertSeenPlans(trx, connection.id, turn(ids.map((id) => `${id}-${round}`))));
    }
    expect((await selectSummaries(store.db, of)).map(({ same }) => same)).toEqual(ids.map(() => 7));
  });
});
