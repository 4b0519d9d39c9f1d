import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { ChangeImportPreview, ChangeSet, Creation, RosterImport, RosterPage } from "@dc/contract";
import { buildServer } from "@dc/tooling/server-build";
import { makeInitialStore } from "@dc/tooling/testing/initial-store";
import { addressOf, startServer } from "@dc/tooling/testing/server-process";
import { startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { z } from "zod";
import { testEvidence } from "#/testing/evidence.ts";

// Overrides whose values a spreadsheet would take for formulas, numbers or dates, or split, are exported, opened and saved by
// LibreOffice in each format, and imported again: no cell is a formula, and every cell says the same. Needs LibreOffice Calc.
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: { cells: { type: "string", default: "1000" } },
});
const CELLS = Number(values.cells);
const AT_ONCE = 100;
const STARTS = [
  "=",
  "+",
  "-",
  "@",
  "\t=",
  "\r=",
  "'",
  '"',
  "=cmd|' /C calc'!",
  '=HYPERLINK("http://x.example","',
  "0",
  "1e",
];
const ENDS = ["1+1", "A1", " a,b;c|d", 'say "yes"', "two\nlines", "12/11/2026", "TRUE", "د. ليلى 🩺", " trailing "];
/** What a spreadsheet takes for a day, a time, a number or a truth value, and blanks that CSV does not keep. */
const TAKEN = ["5/6", "March 5", "12/14/2026", "10:30", "1.50", ".5", "1,000", "50%", "$5", "(415)", "true", " Elm "];
const CSV_OUT = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false";

await buildServer(fileURLToPath(new URL("../../../..", import.meta.url)));
await makeInitialStore();
const folder = mkdtempSync(join(tmpdir(), "test-spreadsheets-"));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  await using service = await startService({ practitioners: CELLS + 200 });
  await using server = await startServer({ service });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { indexId } = Creation.parse(await call("POST", "/index-versions", { name: "Spreadsheets" }));
  const text = String(await service.control("GET", `/samples/roster.csv?practitioners=${CELLS}`));
  const { id } = RosterImport.parse(
    await call("POST", `/index-versions/${indexId}/roster-imports`, { from: "text", text }),
  );
  await until(
    "the roster is read",
    async () => RosterImport.parse(await call("GET", `/roster-imports/${id}`)),
    ({ state }) => state === "done",
  );
  const people: string[] = [];
  for (let cursor: string | null = ""; cursor !== null && people.length < CELLS;) {
    const page: RosterPage = RosterPage.parse(
      await call(
        "GET",
        `/index-versions/${indexId}/roster?limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      ),
    );
    people.push(...page.items.map(({ record }) => record.id));
    cursor = page.nextCursor;
  }
  let count = 0;
  for (let at = 0; at < Math.min(CELLS, people.length); at += AT_ONCE) {
    const changes = people.slice(at, Math.min(at + AT_ONCE, CELLS)).map((person, within) => ({
      record: { type: "practitioner", id: person },
      field: "displayName",
      operation: { op: "set", value: valueOf(at + within) },
    }));
    const staged = z
      .looseObject({ changeSet: ChangeSet })
      .parse(await call("POST", `/index-versions/${indexId}/changes`, { changes }));
    const { id: setId, version } = staged.changeSet;
    await call("POST", `/change-sets/${setId}/apply`, { version, evidence: testEvidence });
    count += changes.length;
  }
  const overrides = `/index-versions/${indexId}/overrides`;
  await until(
    "all are live",
    async () => z.looseObject({ total: z.int() }).parse(await call("GET", `${overrides}?limit=1`)).total,
    (total) => total === count,
  );
  let formulas = 0;
  for (const format of ["csv", "xlsx"]) {
    const answer = await fetch(server.url + addressOf(`${overrides}/export?format=${format}`), {
      headers: { cookie: server.cookie },
    });
    const ours = join(folder, `overrides.${format}`);
    writeFileSync(ours, new Uint8Array(await answer.arrayBuffer()));
    formulas += (readFileSync(await convert(ours, "fods"), "utf8").match(/table:formula=/g) ?? []).length;
    for (const to of ["xlsx", CSV_OUT]) {
      const saved = readFileSync(await convert(ours, to));
      const { counts, items } = ChangeImportPreview.parse(
        await call("POST", "/change-imports/preview", {
          fileName: `saved.${format}`,
          content: saved.toString("base64"),
        }),
      );
      const { same, ...others } = counts;
      const lost = Object.values(others).reduce((sum, one) => sum + one, 0);
      console.log(`${format}, saved as ${to.split(":")[0]}: ${same} cells the same, ${lost} not`);
      const wrong = items.filter(({ state }) => state !== "same").slice(0, 5);
      assert.deepEqual(
        [same, lost],
        [count, 0],
        JSON.stringify(wrong.map(({ says, now, state }) => [says, now, state])),
      );
    }
  }
  console.log(`${formulas} formula cells of ${count * 2}`);
  assert.equal(formulas, 0);
}

function valueOf(at: number): string {
  const whole = TAKEN[at % (2 * TAKEN.length)];
  if (whole !== undefined) return whole;
  return `${STARTS[at % STARTS.length]}${ENDS[Math.floor(at / STARTS.length) % ENDS.length]} ${at}`;
}

/** Opens a file in LibreOffice, as UTF-8 with commas and days and numbers found where it is CSV, and saves it in another format. */
async function convert(file: string, to: string): Promise<string> {
  const out = mkdtempSync(join(folder, "saved-"));
  const profile = pathToFileURL(join(folder, "profile")).href;
  const reading = file.endsWith(".csv") ? ["--infilter=Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true"] : [];
  const flags = ["--headless", `-env:UserInstallation=${profile}`, ...reading, "--convert-to", to, "--outdir", out];
  await promisify(execFile)("soffice", [...flags, file], { timeout: 120_000 });
  return join(out, `overrides.${to.split(":")[0]}`);
}
