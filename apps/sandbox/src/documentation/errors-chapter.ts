import { code, dotted, table } from "./markdown.ts";
import type { Writer } from "./writer.ts";
import { collectionPath } from "#/spelling/dialect.ts";
import { problemCodes, type ProblemCode } from "#/spelling/spelling.ts";

const occasions: Readonly<Record<ProblemCode, string>> = {
  bad_request: "the request is not understood: a member, parameter or header is missing, unknown or wrong",
  unauthorized: "the key is missing or is none",
  standard_index_read_only: "a write names the standard index version",
  test_index_permanent: "the test index version cannot be deleted",
  not_found: "there is nothing at this path, or no such record in this index version",
  index_not_found: "there is no such index version",
  index_of_another: "the index version is another developer's",
  slot_taken: "the slot has been taken meanwhile",
  slot_not_offered: "the schedule offers no such slot",
  unknown_reference: "an id in the body leads nowhere",
  rate_limited: "too many requests; `Retry-After` says when to come back",
  internal: "we failed, and nothing was changed",
  unavailable: "we are away for a moment",
};

/** The statuses and bodies of refusals, with one as it was answered. */
export async function errorsChapter(writer: Writer): Promise<string[]> {
  const { dialect, writes } = writer;
  const { errors } = dialect;
  const told = problemCodes.filter((problem) => writes || problem !== "test_index_permanent");
  const rows = new Map<string, { status: number; code: string; when: string[] }>();
  for (const problem of told) {
    const row = { status: errors.statuses[problem], code: errors.codes[problem], when: [occasions[problem]] };
    const key = `${row.status} ${row.code}`;
    rows.set(key, { ...row, when: [...(rows.get(key)?.when ?? []), ...row.when] });
  }
  const lost = `${collectionPath(dialect, "schedule")}/${dialect.ids.schedule.prefix}0000`;
  const { shown } = await writer.ask({ method: "GET", path: lost });
  return [
    "## Errors",
    "A refused request changes nothing. The body of every error:",
    table(
      ["Member", "Type", "Means"],
      [
        [code(dotted(errors.code)), "text", "the code, from the list below"],
        [code(dotted(errors.words)), "text", "what was wrong, for people"],
        [
          code(dotted(errors.field)),
          "text",
          "the member, parameter or header at fault; left out where it is no single one",
        ],
        [code(dotted(errors.requestId)), "text", "names the request, as the header does"],
      ],
    ),
    table(
      ["Status", "Code", "When"],
      [...rows.values()]
        .toSorted((one, other) => one.status - other.status)
        .map((row) => [String(row.status), code(row.code), row.when.join("; or ")]),
    ),
    shown,
  ];
}
