import { runCommand } from "@dc/tooling/testing/server-process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openPostgresStore, storeOverEngine } from "#/store/engine/database.ts";
import { openEmbeddedEngine } from "#/store/engine/embedded-engine.ts";
import { anchorText } from "#/journal/verify.ts";
import { seal } from "#/testing/journal.ts";
import { selectJournalHead } from "#/store/tables/activity/journal-segments.ts";
import { pendingMigrations } from "#/store/migrations/migrate.ts";
import { unpackDataDirectory } from "#/testing/stores/earlier-store.ts";
import { createDatabase, describeOnPostgres } from "#/testing/stores/postgres.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "directory-console-move-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function move(from: string, to: string): Promise<string> {
  const { out, err } = await runCommand("store-move", ["--from", from, "--to", to], {});
  return out + err;
}

describeOnPostgres("moving a store", () => {
  it("goes to PostgreSQL and back, and never over what is there or below a running server", async () => {
    const earlier = new URL("../store/migrations/earlier-stores/0010-booking-attempts.tar.zst", import.meta.url);
    await unpackDataDirectory(fileURLToPath(earlier), folder);
    const database = await createDatabase();
    expect(await move(folder, database)).toMatch(
      /^[\d,]+ rows of \d+ tables were copied from .* and are equal there\.\n$/,
    );
    expect(await move(folder, database)).toMatch(/^The target is not empty/);
    const server = await openPostgresStore({ databaseUrl: database, onError: () => {} });
    expect(await seal(server)).toBeGreaterThan(0);
    const head = await selectJournalHead(server.db);
    expect(await move(database, join(folder, "back"))).toMatch(/^A server uses postgres:\/\/.*Stop it first\.\n$/);
    await server.close();
    expect(await move(database, join(folder, "back"))).toMatch(/are equal there/);

    const back = storeOverEngine(await openEmbeddedEngine({ dataDir: join(folder, "back"), onCrash: () => {} }));
    expect(await pendingMigrations(back.db)).toEqual([]);
    expect(await selectJournalHead(back.db)).toEqual(head);
    expect(await back.db.selectFrom("person").select("email").execute()).toEqual([{ email: "ada@example.org" }]);
    await back.close();
    // The chain is the same there, entry by entry.
    const anchor = anchorText(head ?? { number: 0, epoch: "", hash: "" });
    const settings = { DATA_DIR: join(folder, "back") };
    expect(await runCommand("journal-verify", ["--anchor", anchor], settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`up to ${anchor}.`),
    });
  });
});
