import { everyLine, type DraftReport } from "#/draft/draft-report.ts";

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 70 ? `${text.slice(0, 70)}…` : text;
}

/** A draft for people: each line with its reason, and the questions that are open. */
export function profileDraftTable(report: DraftReport, file: string | null): string {
  const lines = everyLine(report);
  const asked = lines.filter(({ question }) => question !== null);
  const byQuestion = Map.groupBy(asked, ({ question }) => question ?? "");
  return [
    `A draft of a profile: ${String(lines.length)} lines, ${String(asked.length)} of them open  (✓ certain  ? open)`,
    "",
    ...lines.flatMap(({ pointer, value, reason, question }) => [
      `  ${question === null ? "✓" : "?"} ${pointer}  ${short(value)}`,
      `      ${reason}`,
    ]),
    "",
    "Questions",
    ...[...byQuestion].map(
      ([question, all]) =>
        `  ${all.length === 1 ? (all[0]?.pointer ?? "") : `${all[0]?.pointer ?? ""} and ${String(all.length - 1)} more`}: ${question}`,
    ),
    ...report.questions.map((question) => `  ${question}`),
    "",
    ...(report.problems.length === 0
      ? []
      : [
          "Not written: it is no valid profile before this is told",
          ...report.problems.map(({ pointer, message }) => `  ${pointer || "(the whole file)"}  ${message}`),
          "",
        ]),
    ...(report.problems.length > 0
      ? []
      : [
          `The draft proposes, the check decides: pnpm profile:check ${file ?? "FILE"} --base-url … --api-key … --schedule ID,ID,ID`,
        ]),
    "",
  ].join("\n");
}
