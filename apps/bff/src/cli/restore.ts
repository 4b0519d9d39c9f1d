import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CommandError, runCommand, UsageError } from "./command.ts";
import { summaryOf } from "./snapshot-summary.ts";
import { fillNewStore, shownAddress, storeAddress } from "./store-address.ts";
import { beginEpoch } from "#/journal/begin-epoch.ts";
import { newId } from "#/runtime/new-id.ts";
import { readSettings } from "#/server/settings.ts";
import { loadSnapshotFile, snapshotTakenAt } from "#/store/snapshot/snapshot-file.ts";

const help = `pnpm restore FILE [--to STORE]

Fills an empty store from a backup, compares every table with what the backup says of it, and brings it to this version.
A STORE is a data directory, or a database as postgres://user@host/name; without --to it is that of the settings:
DATABASE_URL, else DATA_DIR. It must be empty, and no server may use it. Start the server with the secret key of the time of
the backup, or everybody has to sign in again. The record goes on in a new epoch: keep a new anchor with journal:head.
`;

await runCommand(help, async (args) => {
  const { file, to } = readArguments(args);
  const path = resolve(file);
  if (!existsSync(path)) throw new CommandError(`${path} does not exist.`);
  const address = storeAddress(to ?? storeOfSettings());
  const end = await fillNewStore(address, async (store) => {
    const loaded = await loadSnapshotFile(store.db, path);
    await beginEpoch(store.db, { now: () => new Date(), newId, takenAt: await snapshotTakenAt(path) });
    return loaded;
  });
  return `${summaryOf(end)} were restored to ${shownAddress(address)}.`;
});

function readArguments(args: string[]): { file: string; to: string | undefined } {
  const { values, positionals } = parseArgs({ args, options: { to: { type: "string" } }, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("Name one file, which is read.");
  return { file, to: values.to };
}

function storeOfSettings(): string {
  const { databaseUrl, dataDir } = readSettings(process.env);
  return databaseUrl ?? dataDir;
}
