import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ChangeImportPreview, Creation, RosterImport, RosterPage, SheetText } from "@dc/contract";
import { maxSheetBytes } from "@dc/contract/limits";
import { buildServer } from "@dc/tooling/server-build";
import { makeInitialStore } from "@dc/tooling/testing/initial-store";
import { type ServerProcess, startServer } from "@dc/tooling/testing/server-process";
import { type ServiceProcess, startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { writeXlsx } from "hucre/xlsx";
import { inlineCell, workbookOf } from "#/testing/hostile-workbook.ts";

// F32: files that are large, damaged, or made to cost much, sent to the running server as overrides and as a roster. Prints what
// each was answered, how long that took, how much more memory the server held (its threads among it), and how long another
// person's small request waited at most meanwhile. Then kill -9 while a file is previewed, and while the roster of a workbook
// is read. Fails where an answer is another one than it must be, or memory grew by more than is allowed. Needs Linux.
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: { lines: { type: "string", default: "2000" }, kills: { type: "string", default: "3" } },
});
const [LINES, KILLS] = [Number(values.lines), Number(values.kills)];
const MEBIBYTE = 1024 * 1024;
const MOST_GROWTH_MIB = 128;
const PATIENCE_MS = 60_000;
// Those of a server that is deployed.
const NODE_FLAGS = ["--max-semi-space-size=8"];
const text = (given: string) => Buffer.from(given);
const rowsOf = (...rows: string[]) => `<sheetData>${rows.map((cells) => `<row>${cells}</row>`).join("")}</sheetData>`;
const HEADINGS = inlineCell("Practitioner") + inlineCell("Display name");
const BOMB = rowsOf(`${inlineCell("x".repeat(1_000))}`.repeat(1_000)).repeat(230);

interface Hostile {
  what: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
  /** The statuses of its preview, and of its text as a roster. */
  answers: readonly [number, number];
}

const REFUSED = [400, 400] as const;
const TOO_LARGE = [413, 413] as const;
const TAKEN = [200, 200] as const;
const files: readonly Hostile[] = [
  { what: "50 MB", bytes: () => Buffer.alloc(50 * MEBIBYTE, 0x61), answers: [413, 413] },
  { what: "the largest file, one cell", bytes: () => Buffer.alloc(maxSheetBytes, 0x61), answers: [200, 413] },
  { what: "1,000,000 rows", bytes: () => text("a,b\n".repeat(1_000_000)), answers: [413, 200] },
  { what: "100,000 columns, 30 rows", bytes: () => text(`a${",".repeat(100_000)}\n`.repeat(30)), answers: [413, 200] },
  { what: "one row of 100,000 columns", bytes: () => text(`${"a,".repeat(100_000)}\nb`), answers: TAKEN },
  { what: "a NUL among text", bytes: () => text("id,name\na\0b,c"), answers: REFUSED },
  { what: "UTF-8 and Windows-1252", bytes: () => Buffer.from([0xc3, 0xbc, 0x2c, 0xfc, 0x0a]), answers: TAKEN },
  { what: "a quote never closed", bytes: () => text(`id,name\n"${"a,\n".repeat(1_300_000)}`), answers: [413, 200] },
  { what: "3,900,000 quotes", bytes: () => text(`id,name\n${'"'.repeat(3_900_000)}`), answers: TAKEN },
  {
    what: "3,900,000 blanks inside a cell",
    bytes: () => text(`practitioner,display name\na${" ".repeat(3_900_000)}b,c`),
    answers: TAKEN,
  },
  { what: "bomb: 240 MB", bytes: () => workbookOf({ sheet: BOMB }), answers: TOO_LARGE },
  { what: "bomb: says 1 MB", bytes: () => workbookOf({ sheet: BOMB, says: MEBIBYTE }), answers: REFUSED },
  { what: "bomb: says nothing", bytes: () => workbookOf({ sheet: BOMB, says: 0 }), answers: REFUSED },
  {
    what: "bomb: 1 GB of shared strings, says nothing",
    bytes: () => workbookOf({ sheet: rowsOf(), strings: Buffer.alloc(1024 * MEBIBYTE, 0x20), says: 0 }),
    answers: REFUSED,
  },
  {
    what: "140 MB of shared strings, as it says",
    bytes: () => workbookOf({ sheet: rowsOf(), strings: Buffer.alloc(140 * MEBIBYTE, 0x20) }),
    answers: TOO_LARGE,
  },
  {
    what: "90 MB of shared strings, as it says",
    bytes: () => workbookOf({ sheet: rowsOf(), strings: Buffer.alloc(90 * MEBIBYTE, 0x20) }),
    answers: TAKEN,
  },
  { what: "50,000 rows, 20 columns, shared strings", bytes: sharedTexts, answers: [200, 413] },
  {
    what: "a workbook in a workbook",
    bytes: () => workbookOf({ sheet: workbookOf({ sheet: BOMB }) }),
    answers: TAKEN,
  },
  {
    what: "a broken half of a workbook",
    bytes: () => workbookOf({ sheet: rowsOf(inlineCell("a")) }).subarray(0, 400),
    answers: REFUSED,
  },
  {
    what: "entities in entities",
    bytes: () => {
      const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
      const doctype = `<!DOCTYPE x [<!ENTITY e0 "lol">${entities.join("")}]>`;
      return workbookOf({ sheet: rowsOf(inlineCell("&e12;")), doctype });
    },
    answers: TAKEN,
  },
  {
    what: "2,000,000 tags in each other",
    bytes: () => workbookOf({ sheet: "<a>".repeat(2_000_000) }),
    answers: TAKEN,
  },
  {
    what: "cells at the last row and column",
    bytes: () =>
      workbookOf({
        sheet: `<sheetData>${'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'.repeat(2_000)}</sheetData>`,
      }),
    answers: TOO_LARGE,
  },
  {
    what: "a cell of 3,900,000 blanks in a workbook",
    bytes: () => workbookOf({ sheet: rowsOf(HEADINGS, inlineCell(`a${" ".repeat(3_900_000)}b`) + inlineCell("Ann")) }),
    answers: TAKEN,
  },
  {
    what: "a cell of 3,900,000 commas in a workbook",
    bytes: () => workbookOf({ sheet: rowsOf(HEADINGS, inlineCell(`${",".repeat(3_900_000)}b`) + inlineCell("Ann")) }),
    answers: TAKEN,
  },
];

/** A workbook as spreadsheets save it: 400,000 different texts, of which each cell names one. */
function sharedTexts(): Uint8Array {
  const [rows, columns, texts] = [50_000, 20, 400_000];
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (_, at) => `<c t="s"><v>${(row * columns + at) % texts}</v></c>`);
    return cells.join("");
  });
  const strings = Array.from({ length: texts }, (_, at) => `<si><t>Größe 東京 ${at}</t></si>`);
  return workbookOf({ sheet: rowsOf(HEADINGS, ...lines), strings: text(`<sst>${strings.join("")}</sst>`) });
}

const failures: string[] = [];
await buildServer(fileURLToPath(new URL("../../../..", import.meta.url)));
await makeInitialStore();
await run();
for (const failure of failures) console.log(failure);
process.exit(failures.length === 0 ? 0 : 1);

async function run(): Promise<void> {
  await using service = await startService({ practitioners: LINES });
  await using server = await startServer({ service, nodeFlags: NODE_FLAGS });
  for (const file of files) {
    const content = Buffer.from(await file.bytes()).toString("base64");
    const requests = [
      ["overrides", "/change-imports/preview", { fileName: "hostile", content }],
      ["roster", "/sheet-text", { content }],
    ] as const;
    for (const [at, [as, path, body]] of requests.entries()) {
      const figures = await meanwhile(server, async () => await statusOf(server, path, body));
      const { status, ms, growth, waited } = figures;
      console.log(
        `${file.what.padEnd(42)} as ${as.padEnd(9)} ${status} in ${ms.toFixed(0).padStart(5)} ms, +${growth.toFixed(0).padStart(3)} MiB; others waited ${waited.toFixed(0)} ms at most`,
      );
      if (status !== file.answers[at]) failures.push(`${file.what}, as ${as}: answered with ${status}`);
      if (growth > MOST_GROWTH_MIB) failures.push(`${file.what}, as ${as}: +${growth.toFixed(0)} MiB`);
      if (status !== 0) continue;
      await server.stop("SIGKILL");
      await server.start();
    }
  }
  await killWhileReading(server, service);
}

/** The status of an answer; 0 where none came. */
async function statusOf(server: ServerProcess, path: string, body: unknown): Promise<number> {
  const call = server.call("POST", path, body).then(({ status }) => status);
  return await Promise.race([call.catch(() => 0), sleep(PATIENCE_MS, 0, { ref: false })]);
}

/** How long work takes, how much more memory the server holds at most, and how long another small request waits at most. */
async function meanwhile(server: ServerProcess, work: () => Promise<number>) {
  const rest = residentMiB(server.pid);
  let [most, waited, isOver] = [rest, 0, false];
  const others = (async () => {
    while (!isOver) {
      const since = performance.now();
      await Promise.race([
        server.call("GET", "/api/v1/session").catch(() => null),
        sleep(PATIENCE_MS, null, { ref: false }),
      ]);
      waited = Math.max(waited, performance.now() - since);
      await sleep(10);
    }
  })();
  const sampling = setInterval(() => (most = Math.max(most, residentMiB(server.pid))), 20);
  const since = performance.now();
  const status = await work();
  const ms = performance.now() - since;
  clearInterval(sampling);
  isOver = true;
  await others;
  return { status, ms, growth: most - rest, waited };
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** A file is the same after kill -9 as before; the roster of a workbook is read on, each line once. */
async function killWhileReading(server: ServerProcess, service: ServiceProcess): Promise<void> {
  const { indexId } = Creation.parse((await server.call("POST", "/index-versions", { name: "Files" })).body);
  const [, ...ids] = String(await service.control("GET", `/samples/roster.csv?practitioners=${LINES}`))
    .trim()
    .split("\n");
  const sheets = [{ name: "People", rows: [["Schedule ID"], ...ids.map((id) => [id])] }];
  const content = Buffer.from(await writeXlsx({ sheets })).toString("base64");
  const preview = { fileName: "roster.xlsx", content, indexId };
  const countsNow = async () =>
    JSON.stringify(
      ChangeImportPreview.parse((await server.call("POST", "/change-imports/preview", preview)).body).counts,
    );
  const before = await countsNow();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const cut = countsNow().catch(() => "cut off");
    await sleep(50 * kill);
    await server.stop("SIGKILL");
    await cut;
    await server.start();
  }
  if ((await countsNow()) !== before) failures.push("a preview says something else after kill -9");
  const { text: roster } = SheetText.parse((await server.call("POST", "/sheet-text", { content })).body);
  const begun = await server.call("POST", `/index-versions/${indexId}/roster-imports`, {
    from: "text",
    text: roster,
    source: "csv",
  });
  const { id } = RosterImport.parse(begun.body);
  const importNow = async () => RosterImport.parse((await server.call("GET", `/roster-imports/${id}`)).body);
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(200);
    if ((await importNow()).state === "running") killed += 1;
    await server.stop("SIGKILL");
    await server.start();
  }
  const { lines } = await until("the roster is read", importNow, ({ state }) => state === "done", 600_000);
  const list = await server.call("GET", `/index-versions/${indexId}/roster?type=schedule&limit=1&state=found`);
  const { total } = RosterPage.parse(list.body);
  console.log(
    `kill -9 while previewed ${KILLS} times, while a roster was read ${killed} times: ${lines.found} of ${ids.length} lines found, ${total} places listed`,
  );
  if (lines.found !== ids.length || (total ?? 0) < ids.length) failures.push("lines are missing after kill -9");
}
