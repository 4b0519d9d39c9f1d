import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { askServer } from "./ask-server.ts";
import { CommandError, runCommand, UsageError } from "./command.ts";
import { hasStore, openUnlessServed, storeAddress } from "./store-address.ts";
import { BACKUP_PATH } from "#/server/operator-listener.ts";
import { readSettings, type Settings } from "#/server/settings.ts";
import { streamSnapshot, writeWholeFile } from "#/store/snapshot/snapshot-file.ts";

const help = `pnpm backup FILE

Writes the whole store to a new file, while the server runs or not. Needs the server's settings (DATA_DIR, HOST and PORT, or
DATABASE_URL; SECRET_KEY if the server has it). The file holds no key: keep the secret key too, in another place.
`;

await runCommand(help, async (args) => {
  const [file, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (file === undefined || more.length > 0) throw new UsageError("Name one file, which is written.");
  const path = resolve(file);
  if (existsSync(path)) throw new CommandError(`${path} exists. Name a new file.`);
  await writeBackup(readSettings(process.env), path);
  return `The store was written to ${path}.`;
});

async function writeBackup(settings: Settings, path: string): Promise<void> {
  const address = storeAddress(settings.databaseUrl ?? settings.dataDir);
  if (!hasStore(address)) throw new CommandError(`${settings.dataDir} has no store.`);
  const store = await openUnlessServed(address);
  if (store === undefined) return await writeBackupOfServer(settings, path);
  try {
    await writeWholeFile(path, (to) => streamSnapshot(store.db, new Date(), to));
  } finally {
    await store.close();
  }
}

/** Asks the server that has the data directory open. */
async function writeBackupOfServer(settings: Settings, path: string): Promise<void> {
  const answer = await askServer(settings, BACKUP_PATH, "backup");
  await writeWholeFile(path, (to) => pipeline(answer, to));
}
