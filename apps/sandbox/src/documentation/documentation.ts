import { basics } from "./basics.ts";
import { bookingChapters } from "./booking-chapters.ts";
import { errorsChapter } from "./errors-chapter.ts";
import { indexChapter } from "./index-chapter.ts";
import { codes } from "./markdown.ts";
import { recordChapter } from "./record-chapter.ts";
import { chooseSubjects } from "./subjects.ts";
import { createAsk, type Send, type Writer } from "./writer.ts";
import type { Samples } from "#/seed/samples.ts";
import { kindsOf, type Dialect } from "#/spelling/dialect.ts";
import { routesOf } from "#/spelling/routes.ts";

export interface DocumentationOptions {
  readonly dialect: Dialect;
  /** The service that answers the examples; they write in it. */
  readonly send: Send;
  readonly baseUrl: string;
  readonly writes: boolean;
  readonly now: () => number;
  readonly samples: Samples;
}

const namedRecords = 5;
/** Among so many there is one that shows everything. */
const exampledPractitioners = 120;

/** The service's documentation as a page of Markdown, with examples that were asked and answered as it was written. */
export async function documentationOf({
  dialect,
  send,
  baseUrl,
  writes,
  now,
  samples,
}: DocumentationOptions): Promise<string> {
  const schedules = firstCells(samples.rosterOf(exampledPractitioners));
  const insurances = firstCells(samples.plans);
  const writer: Writer = { dialect, baseUrl, writes, now, ask: createAsk(dialect, send) };
  const routes = routesOf(dialect).filter(({ dialled }) => writes || !dialled);
  const subjects = await chooseSubjects(writer, schedules);
  const schedule = subjects.schedule?.id ?? "";
  const [insurance = ""] = insurances;
  const parts = [...basics(writer)];
  for (const kind of kindsOf(dialect)) parts.push(...(await recordChapter(writer, kind, { routes, subjects })));
  if (!dialect.records.plan)
    parts.push(
      "## Insurances",
      `Insurances have ids and no endpoint; their list comes with your key. ${prefixWords(dialect)}`,
    );
  parts.push(
    ...(await bookingChapters(writer, { routes, schedule, insurance })),
    ...(await indexChapter(writer, routes)),
    ...(await errorsChapter(writer)),
    "## Records to try with",
    `The test key reads the same records as everybody. Schedules: ${codes([...new Set([schedule, ...schedules])].slice(0, namedRecords))}. Insurances: ${codes(insurances.slice(0, namedRecords))}.`,
  );
  return `${parts.join("\n\n")}\n`;
}

function prefixWords({ ids }: Dialect): string {
  return `Their ids begin with ${codes([ids.plan.prefix])}.`;
}

function firstCells(csv: string): string[] {
  return csv
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",")[0] ?? "");
}
