import { collectionPath } from "#/spelling/dialect.ts";
import { problemCodes, type ProblemCode } from "#/spelling/problem.ts";
import type { PageContext } from "./endpoint-section.ts";
import { code, dotted, table } from "./markdown.ts";

const causes: Readonly<Record<ProblemCode, string>> = {
  bad_request: "a field, query parameter or header is missing, unknown or invalid",
  unauthorized: "the key is missing or invalid",
  standard_index_read_only: "the request would change the standard index version",
  test_index_permanent: "the test index version cannot be deleted",
  not_found: "the path does not exist, or this index version has no such record",
  index_not_found: "the index version does not exist",
  index_of_another: "the index version belongs to another developer",
  slot_taken: "the slot was taken in the meantime",
  slot_not_offered: "the schedule does not offer this slot",
  unknown_reference: "an id in the body refers to nothing",
  rate_limited: "too many requests; `Retry-After` says when to try again",
  internal: "the service failed and changed nothing",
  unavailable: "the service is temporarily unavailable",
};

/** The statuses and bodies of errors, with a real one as the example. */
export async function errorsChapter({ dialect, writes, send }: PageContext): Promise<string[]> {
  const { errors } = dialect;
  const documented = problemCodes.filter((problem) => writes || problem !== "test_index_permanent");
  const rows = new Map<string, { status: number; code: string; causes: string[] }>();
  for (const problem of documented) {
    const [status, name] = [errors.statuses[problem], errors.codes[problem]];
    const key = `${status} ${name}`;
    rows.set(key, { status, code: name, causes: [...(rows.get(key)?.causes ?? []), causes[problem]] });
  }
  const missing = `${collectionPath(dialect, "schedule")}/${dialect.ids.schedule.prefix}0000`;
  const { render } = await send({ method: "GET", path: missing });
  return [
    "## Errors",
    "A request that is refused changes nothing. Every error has this body:",
    table(
      ["Field", "Type", "Description"],
      [
        [code(dotted(errors.code)), "string", "the error code, see below"],
        [code(dotted(errors.message)), "string", "a message for people"],
        [
          code(dotted(errors.field)),
          "string",
          "the field, query parameter or header that is wrong; missing where it is not a single one",
        ],
        [code(dotted(errors.requestId)), "string", "identifies the request, like the header"],
      ],
    ),
    table(
      ["Status", "Code", "Cause"],
      [...rows.values()]
        .toSorted((one, other) => one.status - other.status)
        .map((row) => [String(row.status), code(row.code), row.causes.join("; or ")]),
    ),
    render(),
  ];
}
