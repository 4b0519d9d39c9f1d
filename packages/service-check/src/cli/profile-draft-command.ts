import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isJsonObject, type Json, parseJson } from "@dc/api-client";
import { draftFromOpenApi } from "#/draft/draft-from-openapi.ts";
import { draftFromRecordings } from "#/draft/draft-from-recordings.ts";
import type { DraftReport } from "#/draft/draft-report.ts";
import { DescriptionError, readRecordings, type RecordedFile } from "#/draft/read-recordings.ts";
import { readOpenApi } from "#/draft/read-openapi.ts";
import { describeFailure, UsageError } from "./command-errors.ts";
import { readFlags, type CommandContext, type Flags } from "./command-line.ts";
import { profileDraftTable } from "./profile-draft-table.ts";

const known = { texts: ["name", "out", "practitioner", "schedule"], switches: ["json", "help"] };

const help = `pnpm profile:draft INPUT… [--out FILE] [--name NAME] [--practitioner PATH] [--schedule PATH]

Proposes a profile from what is certain of a service, with a reason for each line and a question for each gap.
It sends nothing: whether the draft is right is for pnpm profile:check and pnpm contract to say.

An INPUT is one of these:
  an OpenAPI document      version 3, as JSON; its paths, types and schemas tell, and no names
  a recorded answer        a JSON file, or a list of them; several are read together:
                           { "request":  { "method": "GET", "path": "/agendas/ag-1?view=full",
                                           "headers": { "X-Release": "2026-01-31" }, "body": … },
                             "response": { "status": 200, "headers": { … }, "body": … } }
  a folder                 all JSON files in it

  --out FILE               write the profile there; a file that exists is kept, and only a valid profile is written
  --name NAME              the name of the profile; else that of the first input
  --practitioner PATH      where a practitioner is read, such as /doctors/{id}, if the draft asks for it
  --schedule PATH          the same for a schedule
  --json                   print the profile, its lines and its questions as JSON

Record a read of each kind of record, each list, the open slots, one creation and one update, and a few refusals. Keys
and patients' data are neither needed nor repeated: a key may be replaced by any text.
Exit code: 0 the draft is a valid profile, 2 it is none yet and nothing is written, 1 no draft could be made.
`;

function jsonIn(file: string): Json {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new UsageError(
      `${file} cannot be read (${code}). Give an OpenAPI document, a recorded answer or a folder of them.`,
    );
  }
  try {
    return parseJson(text);
  } catch (error) {
    const isYaml = /\.ya?ml$/i.test(file);
    const words = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} is not JSON: ${isYaml ? "convert the YAML to JSON first" : words}.`);
  }
}

function filesAt(input: string): readonly RecordedFile[] {
  const isFolder = existsSync(input) && statSync(input).isDirectory();
  if (!isFolder) return [{ name: basename(input), content: jsonIn(input) }];
  const names = readdirSync(input)
    .filter((name) => name.toLowerCase().endsWith(".json"))
    .toSorted();
  if (names.length === 0) throw new UsageError(`${input} has no file that ends with .json.`);
  return names.map((name) => ({ name, content: jsonIn(join(input, name)) }));
}

function draftOf(files: readonly RecordedFile[], name: string, { texts }: Flags): DraftReport {
  const told = { practitioner: texts["practitioner"], schedule: texts["schedule"] };
  const document = files.find(({ content }) => isJsonObject(content) && content["openapi"] !== undefined);
  if (document === undefined) return draftFromRecordings(readRecordings(files), name, told);
  if (files.length > 1) throw new UsageError(`${document.name} is an OpenAPI document: give it alone.`);
  return draftFromOpenApi(readOpenApi(document.name, document.content), name, told);
}

function run(flags: Flags, { out }: CommandContext): 0 | 2 {
  const [first] = flags.positionals;
  if (first === undefined)
    throw new UsageError(
      "An input is required: pnpm profile:draft service.openapi.json, or a folder of recorded answers.",
    );
  const target = flags.texts["out"];
  if (target !== undefined && existsSync(target)) throw new UsageError(`${target} exists; --out does not replace it.`);
  const name = flags.texts["name"] ?? basename(first).replace(/(\.openapi)?\.json$/i, "");
  const report = draftOf(flags.positionals.flatMap(filesAt), name, flags);
  const isValid = report.problems.length === 0;
  const text = `${JSON.stringify(report.profile, null, 2)}\n`;
  const isJson = flags.switches.has("json");
  if (isValid && target !== undefined) writeFileSync(target, text);
  out(isJson ? `${JSON.stringify(report, null, 2)}\n` : profileDraftTable(report, target ?? null));
  if (isValid && target === undefined && !isJson) out(`\n${text}`);
  return isValid ? 0 : 2;
}

/** Runs `pnpm profile:draft` and returns the exit code. */
export function profileDraftCommand(argv: readonly string[], surroundings: CommandContext): 0 | 1 | 2 {
  try {
    const flags = readFlags(argv, known);
    if (flags.switches.has("help")) {
      surroundings.out(help);
      return 0;
    }
    return run(flags, surroundings);
  } catch (error) {
    surroundings.err(`${error instanceof DescriptionError ? error.message : describeFailure(error)}\n`);
    return 1;
  }
}
