import { once } from "node:events";
import { existsSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { CommandError, runCommand, UsageError } from "./command.ts";
import { hasStore, openStore, storeAddress } from "./store-address.ts";
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
  const address = storeAddress(settings.databaseUrl ?? settings.dataDir);
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
  // Unlike fetch, this waits for the snapshot of a large store however long it takes.
  const asked = request(url, { method: "POST", headers: { Authorization: `Bearer ${operatorToken}` } });
  asked.end();
  const answer = await once(asked, "response").then(
    ([response]: IncomingMessage[]) => response,
    (error: unknown) => {
      throw new CommandError(
        `The server that has ${settings.dataDir} does not answer at ${url}. Set HOST and PORT as it has them.`,
        { cause: error },
      );
    },
  );
  if (answer === undefined) throw new CommandError(`The server at ${url} gave no backup.`);
  if (answer.statusCode === 500) throw new CommandError((await text(answer)).trim());
  if (answer.statusCode !== 200)
    throw new CommandError(
      `The server at ${url} gave no backup (${answer.statusCode}). Is it the one that has ${settings.dataDir}?`,
    );
  await writeWholeFile(path, (to) => pipeline(answer, to));
}
