import type { Runbook } from "@dc/contract";
import { type Json, type JsonObject, type Reading, fieldLabel } from "@dc/directory";

/** A page of the runbook as Markdown: the first page has the heading, the last one the closing part. */
export function runbookText({ indexId, indexName, steps, nextCursor, total }: Omit<Runbook, "text">): string {
  const isFirst = steps[0] === undefined || steps[0].number === 1;
  const head = isFirst
    ? [
        `# Runbook: ${escapeMarkdown(indexName)}`,
        "",
        `Index version \`${indexId}\`. ${counted(total)} Make each change in this index version only, in this order.`,
      ]
    : [];
  const body = steps.flatMap((step) => [
    "",
    `## ${step.number}. ${escapeMarkdown(step.title)}`,
    "",
    `- Record: ${step.record.type} \`${step.record.id}\`${step.recordName === null ? "" : ` (${escapeMarkdown(step.recordName)})`}`,
    ...(step.field === null
      ? createdWith(step.to)
      : [`- What: ${fieldLabel(step.field)}`, `- From: ${quoted(step.from)}`, `- To: ${quoted(step.to)}`]),
    ...(step.evidence === null
      ? []
      : [
          `- Why: ${escapeMarkdown(step.evidence.reason)}${step.evidence.source === null ? "" : ` (${escapeMarkdown(step.evidence.source)})`}`,
        ]),
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

/** The fields of a record to be created, one a line. */
function createdWith(to: Reading | null): string[] {
  const fields = to !== null && "value" in to && isObject(to.value) ? Object.entries(to.value) : [];
  return fields.map(([field, value]) => `- With ${fieldLabel(field)}: ${quoted({ value: value ?? null })}`);
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
