import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { askServer } from "./ask-server.ts";
import { CommandError, runCommand, UsageError } from "./command.ts";
import { hasStore, openUnlessServed, storeAddress } from "./store-address.ts";
import { JOURNAL_TABLES, journalLineReader } from "#/journal/read-lines.ts";
import { type Anchor, anchorText, JournalCheck, parseAnchor, type Verification } from "#/journal/verify.ts";
import { JOURNAL_PATH } from "#/server/operator-listener.ts";
import { readSettings, type Settings } from "#/server/settings.ts";
import { snapshotLines } from "#/store/snapshot/snapshot-file.ts";
import { takeSnapshot } from "#/store/snapshot/take-snapshot.ts";

const RESTORED = 3;

const help = `pnpm journal:verify [FILE] [--anchor NUMBER:EPOCH:HASH]…

Verifies the record of who did what: of a backup FILE, or of the store of the server's settings, which goes on meanwhile. Names
the first bad entry and what is wrong with it. An anchor is what journal:head printed earlier; without one, a tail that was cut
off and a record that was written anew throughout cannot be found. Ends with 0 where the record is whole, with 1 where it is
not, and with ${RESTORED} where it is whole and an anchor is of a time that a restored backup did not reach.
`;

await runCommand(help, async (args) => {
  const { file, anchors } = readArguments(args);
  const check = new JournalCheck();
  if (file === undefined) await readStore(readSettings(process.env), check);
  else {
    const path = resolve(file);
    if (!existsSync(path)) throw new CommandError(`${path} does not exist.`);
    await readSnapshot(createReadStream(path), check);
  }
  return resultOf(check.finish(anchors));
});

function readArguments(args: string[]): { file: string | undefined; anchors: Anchor[] } {
  const { values, positionals } = parseArgs({
    args,
    options: { anchor: { type: "string", multiple: true } },
    allowPositionals: true,
  });
  if (positionals.length > 1) throw new UsageError("Name one file.");
  const anchors = (values.anchor ?? []).map((text) => {
    const anchor = parseAnchor(text);
    if (anchor === undefined)
      throw new UsageError(`${text} is no anchor: it must be NUMBER:EPOCH:HASH, as journal:head prints it.`);
    return anchor;
  });
  return { file: positionals[0], anchors };
}

async function readStore(settings: Settings, check: JournalCheck): Promise<void> {
  const address = storeAddress(settings.databaseUrl ?? settings.dataDir);
  if (!hasStore(address)) throw new CommandError(`${settings.dataDir} has no store.`);
  const store = await openUnlessServed(address);
  if (store === undefined) return await readSnapshot(await askServer(settings, JOURNAL_PATH, "journal"), check);
  try {
    const reader = journalLineReader(check);
    await takeSnapshot(store.db, {
      takenAt: new Date(),
      tables: JOURNAL_TABLES,
      write: async (text) => text.split("\n").forEach((line) => reader.line(line)),
    });
    reader.end();
  } finally {
    await store.close();
  }
}

async function readSnapshot(compressed: Readable, check: JournalCheck): Promise<void> {
  const reader = journalLineReader(check);
  for await (const line of snapshotLines(compressed)) reader.line(line);
  reader.end();
}

function resultOf({ entries, unsealed, removedTo, head, flaw, restored }: Verification): string {
  if (flaw !== undefined) throw new CommandError(`${flaw.words}\nFirst bad entry: ${flaw.number} (${flaw.kind}).`);
  const awaited = unsealed === 1 ? "1 entry awaits its seal." : `${unsealed} entries await their seal.`;
  if (head === undefined) return `Nothing is sealed yet; ${awaited}`;
  const lines = [
    `The record is whole: ${entries} sealed entries up to ${anchorText(head)}.`,
    ...(removedTo === 0
      ? []
      : [`The entries up to ${removedTo} were removed by retention; their checkpoints follow from each other.`]),
    ...(unsealed === 0 ? [] : [awaited]),
  ];
  if (restored.length === 0) return lines.join("\n");
  throw new CommandError(
    [
      ...lines,
      ...restored.map(
        ({ anchor, after }) =>
          `Restored: the anchor of entry ${anchor.number} is of a time that the backup did not reach. The record goes on after entry ${after} in a new epoch. If you know of this restore, keep a new anchor.`,
      ),
    ].join("\n"),
    { exitCode: RESTORED },
  );
}
