import type { Runbook } from "@dc/contract";
import { type Json, type JsonObject, type Reading, fieldLabel } from "@dc/directory";

/** A page of the runbook as Markdown, in plain words: the first has the head, and the last the end. */
export function runbookText({ indexId, indexName, steps, nextCursor, total }: Omit<Runbook, "text">): string {
  const isFirst = steps[0] === undefined || steps[0].number === 1;
  const head = isFirst
    ? [
        `# Runbook: ${plain(indexName)}`,
        "",
        `Index version \`${indexId}\`. ${counted(total)} Make each change in this index version only, in this order.`,
      ]
    : [];
  const body = steps.flatMap((step) => [
    "",
    `## ${step.number}. ${plain(step.title)}`,
    "",
    `- Record: ${step.record.type} \`${step.record.id}\`${step.recordName === null ? "" : ` (${plain(step.recordName)})`}`,
    ...(step.field === null
      ? createdWith(step.to)
      : [`- What: ${fieldLabel(step.field)}`, `- From: ${said(step.from)}`, `- To: ${said(step.to)}`]),
    ...(step.evidence === null
      ? []
      : [
          `- Why: ${plain(step.evidence.reason)}${step.evidence.source === null ? "" : ` (${plain(step.evidence.source)})`}`,
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

/** What a record is created with, a field a line. */
function createdWith(to: Reading | null): string[] {
  const fields = to !== null && "value" in to && isObject(to.value) ? Object.entries(to.value) : [];
  return fields.map(([field, value]) => `- With ${fieldLabel(field)}: ${said({ value: value ?? null })}`);
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function counted(steps: number): string {
  if (steps === 0) return "No changes are held.";
  return steps === 1 ? "One step." : `${steps} steps.`;
}

function said(reading: Reading | null): string {
  if (reading === null) return "not read";
  return "absent" in reading ? "not present" : `\`${JSON.stringify(reading.value).replaceAll("`", "'")}\``;
}

/** Text of others in Markdown: on one line, and without marks that would be read as markup. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|]/g, "\\$&");
}
