import { collectionPath, isToldByField, type Dialect, type WaitForm } from "#/spelling/dialect.ts";
import { problemCodes, type ProblemCode } from "#/spelling/problem.ts";
import type { Path } from "#/json/path.ts";
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
  not_bookable: "the schedule, or its practitioner, takes no bookings at all",
  unknown_reference: "an id in the body refers to nothing",
  rate_limited: "too many requests",
  internal: "the service failed and changed nothing",
  unavailable: "the service is temporarily unavailable",
};

const wrong = "the field, query parameter or header that is wrong";

function row(path: Path | null, type: string, description: string): string[][] {
  return path === null ? [] : [[code(dotted(path)), type, description]];
}

const waitWords: Readonly<Record<WaitForm, string>> = {
  seconds: "the number of seconds to wait",
  milliseconds: "the number of milliseconds to wait",
  instant: "the time at which to try again, such as `2026-11-23T14:00:30.000Z`",
  "unix-seconds": "the time at which to try again, in seconds since 1970",
};

function limitParagraph({ errors, limits: { callsPerMinute, betweenCallsMs, wait } }: Dialect): string {
  const limit = callsPerMinute === null ? "" : `A key may send ${callsPerMinute} requests in a minute. `;
  const pause = betweenCallsMs === undefined ? "" : `Leave ${betweenCallsMs} ms between two requests of a key. `;
  const place =
    wait === null
      ? "the header `Retry-After` is the number of seconds to wait"
      : `${"header" in wait ? `the header ${code(wait.header)}` : code(dotted(wait.body))} is ${waitWords[wait.as]}`;
  return `${limit}${pause}Where a request is refused with ${code(errors.codes.rate_limited)}, ${place}.`;
}

/** The statuses and bodies of errors, with a real one as the example. */
export async function errorsChapter({ dialect, writes, send }: PageContext): Promise<string[]> {
  const { errors } = dialect;
  const saysBookable = Object.values(dialect.records).some(({ bookable }) => bookable !== undefined);
  const documented = problemCodes.filter(
    (problem) => (writes || problem !== "test_index_permanent") && (saysBookable || problem !== "not_bookable"),
  );
  const rows = new Map<string, { status: number; code: string; causes: string[] }>();
  for (const problem of documented) {
    const [status, name] = [errors.statuses[problem], errors.codes[problem]];
    const key = `${status} ${name}`;
    const cause = isToldByField(errors, problem)
      ? `${causes[problem]}, where the field is ${code(dialect.headers.index)}`
      : causes[problem];
    rows.set(key, { status, code: name, causes: [...(rows.get(key)?.causes ?? []), cause] });
  }
  const listed = errors.details === null ? [] : [...errors.details.at.slice(0, -1), `${errors.details.at.at(-1)}[]`];
  const missing = `${collectionPath(dialect, "schedule")}/${dialect.ids.schedule.prefix}0000`;
  const { render } = await send({ method: "GET", path: missing });
  return [
    "## Errors",
    "A request that is refused changes nothing. Every error has this body:",
    table(
      ["Field", "Type", "Description"],
      [
        ...row(errors.type ?? null, "string", "what kind of error it is"),
        ...row(errors.code, "string", "the error code, see below"),
        ...row(errors.title, "string", "what the code means"),
        ...row(errors.message, "string", "a message for people"),
        ...row(errors.field, "string", `${wrong}; missing where it is not a single one`),
        ...(errors.details === null
          ? []
          : [
              ...row(errors.details.at, "array", "everything that is wrong, at least one entry"),
              ...row([...listed, ...errors.details.field], "string", `${wrong}; missing where it is not a single one`),
              ...row([...listed, ...errors.details.words], "string", "what is wrong with it, for people"),
              ...row(errors.details.code && [...listed, ...errors.details.code], "string", "the error code, see below"),
            ]),
        [code(dotted(errors.requestId)), "string", "identifies the request, like the header"],
      ],
    ),
    table(
      ["Status", "Code", "Cause"],
      [...rows.values()]
        .toSorted((a, b) => a.status - b.status)
        .map((row) => [String(row.status), code(row.code), row.causes.join("; or ")]),
    ),
    limitParagraph(dialect),
    render(),
  ];
}
