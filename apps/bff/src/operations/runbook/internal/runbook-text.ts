import type { Runbook } from "@dc/contract";
import { fieldLabel, type FieldWording, isJsonObject, type Reading, type RecordKey, valueWords } from "@dc/directory";

type Step = Runbook["steps"][number];

/** A page of the runbook as Markdown: the first page has the heading, the last one the closing part. */
export function runbookText(
  { indexId, indexName, steps, nextCursor, total }: Omit<Runbook, "text">,
  wordingOf: (record: RecordKey, field: string) => FieldWording | null,
): string {
  const isFirst = steps[0] === undefined || steps[0].number === 1;
  const head = isFirst
    ? [
        `# Runbook: ${escapeMarkdown(indexName)}`,
        "",
        indexId === null
          ? `${counted(total)} Make each change in the index version that it names only, in this order.`
          : `Index version \`${indexId}\`. ${counted(total)} Make each change in this index version only, in this order.`,
      ]
    : [];
  const body = steps.flatMap((step) => [
    "",
    `## ${step.number}. ${escapeMarkdown(step.title)}`,
    "",
    ...(indexId === null ? [`- Index version: \`${step.indexId}\` (${escapeMarkdown(step.indexName)})`] : []),
    `- Record: ${step.record.type} \`${step.record.id}\`${step.recordName === null ? "" : ` (${escapeMarkdown(step.recordName)})`}`,
    ...(step.field === null
      ? createdWith(step, wordingOf)
      : fieldLines(step, step.field, wordingOf(step.record, step.field))),
    ...(step.evidence === null
      ? []
      : [
          `- Why: ${escapeMarkdown(step.evidence.reason)}${step.evidence.source === null ? "" : ` (${escapeMarkdown(step.evidence.source)})`}`,
        ]),
    ...daysLine(step),
    "- To check (replace `<API_KEY>` with your key):",
    "",
    "  ```sh",
    `  ${step.check}`,
    "  ```",
  ]);
  const tail =
    total === 0 || nextCursor !== null
      ? []
      : [
          "",
          "Once the service returns the new values, refresh the record in the console. The changes are then settled automatically.",
        ];
  return `${[...head, ...body, ...tail].join("\n")}\n`;
}

function fieldLines({ from, to }: Step, field: string, wording: FieldWording | null): string[] {
  return [
    `- What: ${escapeMarkdown(wording?.label ?? fieldLabel(field))}`,
    `- From: ${worded(from, wording)}`,
    `- To: ${worded(to, wording)}`,
  ];
}

const day: FieldWording = { kind: "date", label: null, choices: null };

/** The days on which it holds, where any were named. */
function daysLine({ evidence, until }: Step): string[] {
  const from = evidence?.from ?? null;
  const days = [
    ...(from === null ? [] : [`from ${valueWords(from, day)}`]),
    ...(until === null ? [] : [`until ${valueWords(until, day)}`]),
  ];
  return days.length === 0 ? [] : [`- Holds: ${days.join(" ")}`];
}

/** The fields of a record to be created, one a line. */
function createdWith({ record, to }: Step, wordingOf: Parameters<typeof runbookText>[1]): string[] {
  const fields = to !== null && "value" in to && isJsonObject(to.value) ? Object.entries(to.value) : [];
  return fields.map(([field, value]) => {
    const wording = wordingOf(record, field);
    return `- With ${escapeMarkdown(wording?.label ?? fieldLabel(field))}: ${worded({ value: value ?? null }, wording)}`;
  });
}

/** A value in words, and as it is spelled. */
function worded(reading: Reading | null, wording: FieldWording | null): string {
  const words = reading === null || wording === null || "absent" in reading ? null : valueWords(reading.value, wording);
  return words === null ? quoted(reading) : `${escapeMarkdown(words)} (${quoted(reading)})`;
}

function counted(steps: number): string {
  if (steps === 0) return "No changes are held.";
  return steps === 1 ? "One step." : `${steps} steps.`;
}

function quoted(reading: Reading | null): string {
  if (reading === null) return "not read";
  return "absent" in reading ? "not present" : `\`${JSON.stringify(reading.value).replaceAll("`", "'")}\``;
}

/** Foreign text for Markdown: on one line, with markup characters escaped. */
function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|]/g, "\\$&");
}
