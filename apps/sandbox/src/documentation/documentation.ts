import type { Samples } from "#/seed/samples.ts";
import { kindsOf, type Dialect } from "#/spelling/dialect.ts";
import { routesOf } from "#/spelling/routes.ts";
import { bookingChapters } from "./booking-chapters.ts";
import type { PageContext } from "./endpoint-section.ts";
import { errorsChapter } from "./errors-chapter.ts";
import { createExchange, type Fetch } from "./example-exchange.ts";
import { chooseExampleRecords } from "./example-records.ts";
import { generalChapter } from "./general-chapter.ts";
import { indexChapter } from "./index-chapter.ts";
import { code, codes } from "./markdown.ts";
import { recordChapter } from "./record-chapter.ts";

export interface DocumentationOptions {
  readonly dialect: Dialect;
  /** The running service. The examples are sent to it, and some of them write. */
  readonly send: Fetch;
  readonly baseUrl: string;
  readonly writes: boolean;
  readonly now: () => number;
  readonly samples: Samples;
}

const listedRecords = 5;
/** Enough for one of them to have a value in every field. */
const candidatePractitioners = 120;

/** Writes the service's documentation as a Markdown page, with requests and responses of the running service. */
export async function writeDocumentation({
  dialect,
  send,
  baseUrl,
  writes,
  now,
  samples,
}: DocumentationOptions): Promise<string> {
  const schedules = firstColumn(samples.rosterOf(candidatePractitioners));
  const insurances = firstColumn(samples.plans);
  const context: PageContext = {
    dialect,
    baseUrl,
    writes,
    now,
    routes: routesOf(dialect).filter(({ requiresWrites }) => writes || !requiresWrites),
    send: createExchange(dialect, send),
  };
  const examples = await chooseExampleRecords(context, schedules);
  const schedule = examples.schedule?.id ?? "";
  const [insurance = ""] = insurances;
  const parts = generalChapter(context);
  for (const kind of kindsOf(dialect)) parts.push(...(await recordChapter(context, kind, examples)));
  if (!dialect.records.plan)
    parts.push(
      "## Insurances",
      `No endpoint returns insurances. You receive a list of their ids with your key. The ids begin with ${code(dialect.ids.plan.prefix)}.`,
    );
  const sampleSchedules = [...new Set([schedule, ...schedules])].slice(0, listedRecords);
  parts.push(
    ...(await bookingChapters(context, { schedule, insurance })),
    ...(await indexChapter(context)),
    ...(await errorsChapter(context)),
    "## Sample records",
    `With the test key you read the same records as with any other key. Schedules: ${codes(sampleSchedules)}. Insurances: ${codes(insurances.slice(0, listedRecords))}.`,
  );
  return `${parts.join("\n\n")}\n`;
}

function firstColumn(csv: string): string[] {
  return csv
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",")[0] ?? "");
}
