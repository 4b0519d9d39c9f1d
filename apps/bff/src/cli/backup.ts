import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError, runCommand, UsageError } from "./command.ts";
import { hasStore, openStore, type StoreAddress } from "./target-store.ts";
import { SettingError } from "#/runtime/errors.ts";
import { readSecretKey, secretsFrom } from "#/runtime/secrets.ts";
import { BACKUP_PATH } from "#/server/operator-listener.ts";
import { readSettings, type Settings } from "#/server/settings.ts";
import { streamSnapshot, writeWholeFile } from "#/store/snapshot/snapshot-file.ts";

const help = `pnpm backup FILE

Writes the whole store to a new file, while the server runs or not. Needs the server's settings (DATA_DIR, HOST and PORT, or
DATABASE_URL; SECRET_KEY if the server has it). The file holds no key: keep the secret key too, in another place.
`;

await runCommand(help, async ([file, ...more]) => {
  if (file === undefined || more.length > 0) throw new UsageError("Name the file to write.");
  const path = resolve(file);
  if (existsSync(path)) throw new CommandError(`${path} exists. Name a new file.`);
  await writeBackup(readSettings(process.env), path);
  return `The store was written to ${path}.`;
});

async function writeBackup(settings: Settings, path: string): Promise<void> {
  const address: StoreAddress =
    settings.databaseUrl === undefined
      ? { kind: "embedded", dataDir: settings.dataDir }
      : { kind: "postgres", databaseUrl: settings.databaseUrl };
  if (!hasStore(address)) throw new CommandError(`${settings.dataDir} has no store.`);
  const store = await openStore(address).catch((error: unknown) => {
    if (error instanceof SettingError && error.setting === "DATA_DIR") return undefined;
    throw error;
  });
  if (store === undefined) return await writeBackupOfServer(settings, path);
  try {
    await writeWholeFile(path, (to) => streamSnapshot(store.db, new Date(), to));
  } finally {
    await store.close();
  }
}

/** Asks the server that has the data directory open. */
async function writeBackupOfServer(settings: Settings, path: string): Promise<void> {
  const { operatorToken } = secretsFrom(settings.secretKey ?? readSecretKey(settings.dataDir));
  const host = settings.host === "0.0.0.0" ? "127.0.0.1" : settings.host === "::" ? "[::1]" : settings.host;
  const url = `http://${host}:${settings.port}${BACKUP_PATH}`;
  const answer = await fetch(url, { method: "POST", headers: { Authorization: `Bearer ${operatorToken}` } }).catch(
    (error: unknown) => {
      throw new CommandError(
        `The server that has ${settings.dataDir} does not answer at ${url}. Set HOST and PORT as it has them.`,
        {
          cause: error,
        },
      );
    },
  );
  const { body } = answer;
  if (answer.status !== 200 || body === null)
    throw new CommandError(
      `The server at ${url} gave no backup (${answer.status}). Is it the one that has ${settings.dataDir}?`,
    );
  await writeWholeFile(path, (to) => pipeline(Readable.fromWeb(body), to));
}
