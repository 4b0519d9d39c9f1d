import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { NAME, NEW_PHONE, REASON, SOURCE, type JobSubject } from "#/bench/jobs-in-console.ts";
import { serviceHeaders, type BenchStack } from "#/bench/bench-stack.ts";
import { Hands, type Effort } from "#/bench/keystroke-level.ts";

const run = promisify(execFile);

/** Ctrl+R, four letters that find a command in the shell's history, and Enter. */
const RECALL_KEYS = 7;

/** Does the three jobs with curl in a shell with prepared functions, and in an open spreadsheet. */
export async function jobsByHand(
  stack: BenchStack,
  subject: JobSubject,
  between: () => Promise<void>,
): Promise<Effort[]> {
  const dir = mkdtempSync(join(tmpdir(), "bench-hand-"));
  try {
    writeFileSync(join(dir, "helpers.sh"), helpers(stack));
    const shell = async (line: string) =>
      (await run("bash", ["-c", `. ./helpers.sh; ${line}`], { cwd: dir })).stdout.trim();
    const setUp = await setUpDirectory(dir, shell, subject);
    const override = await overrideInCells(shell, subject, setUp.indexId);
    await between();
    const compare = await findOutWhy(shell, subject, setUp.indexId);
    return [setUp.effort, override, compare];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

type Shell = (line: string) => Promise<string>;

async function setUpDirectory(dir: string, shell: Shell, { roster }: JobSubject) {
  const hands = new Hands();
  const created = await recalled(hands, shell, `c '${NAME}'`, NAME);
  const indexId = /idx_\w+/.exec(created)?.[0];
  if (indexId === undefined) throw new Error(`No index version was created by hand: ${created}`);
  // I=, the id chosen by a double click, pasted by the middle button, Enter.
  hands.think();
  hands.strike(2);
  hands.point(2);
  hands.point(1);
  hands.strike(1);
  // cat > roster by history, paste, Enter, Ctrl+D.
  hands.think();
  hands.strike(RECALL_KEYS + 3 + 1 + 2);
  writeFileSync(join(dir, "roster"), roster.split("\n").slice(1).join("\n"));
  await recalled(hands, shell, `I=${indexId}; for s in $(cat roster); do g schedules/$s > $s.json; done`);
  const people = `grep -ho '"practitioner":"[^"]*' sch_*.json | cut -d'"' -f4 | sort -u`;
  await recalled(hands, shell, `I=${indexId}; for p in $(${people}); do g practitioners/$p > $p.json; done`);
  // A row of the spreadsheet: referrer, name, id pasted, date.
  openSpreadsheet(hands);
  hands.strike("Dr. Lindqvist".length + 1 + NAME.length + 1 + 2 + 1 + 2 + 1);
  return { indexId, effort: hands.effort };
}

async function overrideInCells(shell: Shell, subject: JobSubject, indexId: string): Promise<Effort> {
  const hands = new Hands();
  // Both ids are pasted from the spreadsheet, after one search for the caller's name.
  openSpreadsheet(hands);
  hands.strike(2 + 7 + 1);
  await recalled(hands, shell, `I=${indexId}; g practitioners/${subject.practitionerId}`, "", 1);
  await recalled(hands, shell, `I=${indexId}; g schedules/${subject.scheduleId}`, "", 1);
  // Three rows: record id, field, old value and plan ids are copied; date, index, reason and source filled down after the first.
  openSpreadsheet(hands);
  for (const [row, value] of [NEW_PHONE, ...subject.plans].entries()) {
    hands.think();
    hands.point(2);
    hands.strike(4 + 1 + (row === 0 ? "phone".length : "remove".length) + 1);
    hands.strike(row === 0 ? 2 + 1 + value.length + 1 : 2 + 1);
    hands.strike(row === 0 ? 2 + 1 + 2 + 1 + REASON.length + 1 + SOURCE.length + 1 : 2 * 4 + 4);
  }
  return hands.effort;
}

async function findOutWhy(shell: Shell, subject: JobSubject, indexId: string): Promise<Effort> {
  const hands = new Hands();
  for (const record of [`practitioners/${subject.practitionerId}`, `schedules/${subject.scheduleId}`]) {
    await recalled(hands, shell, `d ${indexId} ${record}`, "", 1);
  }
  // Whether base moved: the file saved at the start, compared with the standard index now.
  const moved = await recalled(hands, shell, `o ${subject.scheduleId} schedules`, "", 1);
  if (moved === "") throw new Error("The difference by hand shows nothing, though base moved.");
  // Why: the record's rows of the spreadsheet, found by its id, for each of the two records.
  openSpreadsheet(hands);
  for (const _record of [subject.practitionerId, subject.scheduleId]) {
    hands.think();
    hands.strike(2 + 2 + 1);
  }
  return hands.effort;
}

/** Runs a command from the shell's history after typing part of it anew and pasting ids. */
async function recalled(hands: Hands, shell: Shell, line: string, typed = "", pasted = 0): Promise<string> {
  hands.think();
  hands.strike(RECALL_KEYS + typed.length);
  for (let id = 0; id < pasted; id += 1) {
    hands.point(2);
    hands.strike(3);
  }
  return hands.wait(() => shell(line));
}

function openSpreadsheet(hands: Hands): void {
  hands.think();
  hands.strike(2);
  hands.point();
}

/**
 * The shell functions that a skilled person has prepared: c creates, g reads, d compares with the standard index, o
 * with a saved file.
 */
function helpers({ service }: BenchStack): string {
  const given = Object.entries(serviceHeaders("$I")).map(([name, value]) => `-H "${name}: ${value}"`);
  const pretty = `node -e 'console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0,"utf8")),null,1))'`;
  return `B=${service.url}
g() { curl -sS --fail ${given.join(" ")} "$B/$1"; }
c() { curl -sS --fail ${given.filter((header) => !header.includes("$I")).join(" ")} -H "Content-Type: application/json" -d "{\\"name\\":\\"$1\\"}" "$B/index_version"; }
p() { ${pretty}; }
d() { diff <(I=$1 g "$2" | p) <(I=idx_standard g "$2" | p) || true; }
o() { diff <(p < "$1.json") <(I=idx_standard g "$2/$1" | p) || true; }
`;
}
