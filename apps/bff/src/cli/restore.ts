import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError, runCommand, UsageError } from "./command.ts";
import { summaryOf } from "./snapshot-summary.ts";
import { fillNewStore, shownAddress, storeAddress } from "./store-address.ts";
import { readSettings } from "#/server/settings.ts";
import { loadSnapshotFile } from "#/store/snapshot/snapshot-file.ts";

const help = `pnpm restore FILE

Fills an empty store from a backup, compares every table with what the backup says of it, and brings it to this version.
The target is DATABASE_URL, else DATA_DIR; it must be empty, and no server may use it. Start the server with the secret key
of the time of the backup, or everybody has to sign in again.
`;

await runCommand(help, async ([file, ...more]) => {
  if (file === undefined || more.length > 0) throw new UsageError("Name the file to read.");
  const path = resolve(file);
  if (!existsSync(path)) throw new CommandError(`${path} does not exist.`);
  const { databaseUrl, dataDir } = readSettings(process.env);
  const address = storeAddress(databaseUrl ?? dataDir);
  const end = await fillNewStore(address, (store) => loadSnapshotFile(store.db, path));
  return `${summaryOf(end)} were restored to ${shownAddress(address)}.`;
});
