import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { CommandError, runCommand, UsageError } from "./command.ts";
import { summaryOf } from "./snapshot-summary.ts";
import { fillNewStore, hasStore, openStore, shownAddress, storeAddress } from "./store-address.ts";
import { APPLICATION_NAME, type Store } from "#/store/engine/database.ts";
import { loadSnapshotFile, streamSnapshot, writeWholeFile } from "#/store/snapshot/snapshot-file.ts";

const help = `pnpm store:move --from STORE --to STORE

Copies a store to an empty one, with all ids and sequences, and compares every table. A STORE is a data directory, or a
database as postgres://user@host/name. Stop the servers first. The source stays as it is.

When moving away from a data directory, start the servers with SECRET_KEY set to the content of its secret.key.
`;

await runCommand(help, async (args) => {
  const { from, to } = readStores(args);
  const source = storeAddress(from);
  const target = storeAddress(to);
  if (!hasStore(source)) throw new CommandError(`${shownAddress(source)} has no store.`);
  using folder = passingFolder();
  const path = join(folder.path, "store.gz");
  const store = await openStore(source);
  try {
    await requireNoServer(store, shownAddress(source));
    await writeWholeFile(path, (stream) => streamSnapshot(store.db, new Date(), stream));
  } finally {
    await store.close();
  }
  const end = await fillNewStore(target, (filled) => loadSnapshotFile(filled.db, path));
  return `${summaryOf(end)} were copied from ${shownAddress(source)} to ${shownAddress(target)}, and are equal there.`;
});

/** A folder for the copy, which holds names and phones in clear: removed at the end, and where the command is stopped. */
function passingFolder(): Disposable & { path: string } {
  let made: string | undefined;
  const remove = () => {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  };
  // Before there is a folder, so that no moment is left in which a signal would leave it behind.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      remove();
      process.exit(1);
    });
  const path = (made = mkdtempSync(join(tmpdir(), "store-move-")));
  return { path, [Symbol.dispose]: remove };
}

function readStores(args: string[]): { from: string; to: string } {
  const { from, to } = parseArgs({ args, options: { from: { type: "string" }, to: { type: "string" } } }).values;
  if (from === undefined || to === undefined) throw new UsageError("Name both stores.");
  return { from, to };
}

/** What a server writes after the copy would be missing in it. A data directory is locked by its server. */
async function requireNoServer(store: Store, shown: string): Promise<void> {
  if (store.kind === "embedded") return;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`.execute(
    store.db,
  );
  if ((rows[0]?.count ?? 0) > 0) throw new CommandError(`A server uses ${shown}. Stop it first.`);
}
