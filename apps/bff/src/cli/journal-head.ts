import { json } from "node:stream/consumers";
import { askServer } from "./ask-server.ts";
import { CommandError, runCommand, UsageError } from "./command.ts";
import { hasStore, openUnlessServed, storeAddress } from "./store-address.ts";
import { anchorText } from "#/journal/verify.ts";
import { JOURNAL_HEAD_PATH } from "#/server/operator-listener.ts";
import { readSettings, type Settings } from "#/server/settings.ts";
import { type JournalHead, selectJournalHead } from "#/store/tables/activity/journal-segments.ts";

const help = `pnpm journal:head

Prints the last sealed entry of the record as NUMBER:EPOCH:HASH. Keep the line elsewhere, with others of earlier days:
journal:verify finds by it what was cut off or rewritten since. Needs the server's settings.
`;

await runCommand(help, async (args) => {
  if (args.length > 0) throw new UsageError("journal:head takes no argument.");
  const head = await readHead(readSettings(process.env));
  if (head === undefined) throw new CommandError("Nothing is sealed yet.");
  return anchorText(head);
});

async function readHead(settings: Settings): Promise<JournalHead | undefined> {
  const address = storeAddress(settings.databaseUrl ?? settings.dataDir);
  if (!hasStore(address)) throw new CommandError(`${settings.dataDir} has no store.`);
  const store = await openUnlessServed(address);
  if (store === undefined) {
    const head = await json(await askServer(settings, JOURNAL_HEAD_PATH, "head of the record"));
    return (head as JournalHead | null) ?? undefined;
  }
  try {
    return await selectJournalHead(store.db);
  } finally {
    await store.close();
  }
}
