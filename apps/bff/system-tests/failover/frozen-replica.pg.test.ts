import { type PostgresServer, startPostgres } from "@dc/tooling/testing/postgres-server";
import { expect, test } from "vitest";
import { standStill } from "./stand-still.ts";

// Proves: PostgreSQL ends a replica that stands still within a transaction, so that another one's write succeeds; once it goes
// on it has written nothing, says so, and works again. What the network delivers of one that stands still while it sends, over a
// newer value of the one that took over, is told by reading again. Cannot prove: the times, which the store is told are over;
// `sending/late-requests.pg.test.ts` keeps them with a given clock.
test("a replica that stands still, holding locks or sending, stops no other one and changes nothing in silence", async (context) => {
  await using postgres = await startPostgres({ flags: ["fsync=off"] }).catch((error: unknown): PostgresServer => {
    if ((process.env["CI"] ?? "") !== "") throw error;
    return context.skip(`no PostgreSQL: ${error instanceof Error ? error.message : String(error)}`);
  });
  await expect(standStill(postgres)).resolves.toBeUndefined();
});
