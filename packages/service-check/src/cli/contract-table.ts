import type { CheckResult, CheckStatus, ContractReport } from "#/contract-suite/report.ts";
import type { ShownExchange } from "#/service/probe.ts";

const signs: Readonly<Record<CheckStatus, string>> = { holds: "✓", "does-not-hold": "✗", "not-testable": "–" };

function exchangeLines(exchange: ShownExchange): readonly string[] {
  const index = exchange.index === null ? "" : `  [${exchange.index}]`;
  const variant = exchange.variant === null ? "" : `  (${exchange.variant})`;
  return [
    `      ${exchange.method} ${exchange.path}${index}${variant} → ${exchange.status === null ? "no answer" : String(exchange.status)}`,
    ...(exchange.requestBody === null ? [] : [`        sent     ${exchange.requestBody.slice(0, 300)}`]),
    ...(exchange.answer === null ? [] : [`        answered ${exchange.answer.slice(0, 300)}`]),
  ];
}

function checkLines(check: CheckResult, isVerbose: boolean): readonly string[] {
  const name = check.id.replace(/^profile:/, "");
  const lines = [`  ${signs[check.status]} ${name.padEnd(34)} ${check.detail}`];
  if (check.status !== "does-not-hold" && !isVerbose) return lines;
  return [...lines, `      ${check.sentence}`, ...check.exchanges.flatMap(exchangeLines)];
}

/** The report for people; `✓` holds, `✗` does not hold, `–` not testable here. */
export function contractTable(report: ContractReport, { isVerbose }: { readonly isVerbose: boolean }): string {
  const section = (source: CheckResult["source"]) =>
    report.checks.filter((check) => check.source === source).flatMap((check) => checkLines(check, isVerbose));
  const { counts, subjects } = report;
  return [
    `Contract of ${report.baseUrl}, API version ${report.apiVersion}, profile "${report.profile.name}"`,
    `Read: schedule ${subjects.schedule ?? "(none)"}, practitioner ${subjects.practitioner ?? "(none)"}; ${report.probedWrites ? "writes probed in the test index" : "reads only"}`,
    "",
    "The interface",
    ...section("interface"),
    "",
    "What the profile takes from documentation",
    ...section("documented"),
    "",
    "What the profile assumes",
    ...section("assumed"),
    "",
    `${counts.holds} hold, ${counts["does-not-hold"]} do not hold, ${counts["not-testable"]} not testable here   (✓ holds  ✗ does not hold  – not testable here)`,
    ...(report.left.length === 0 ? [] : ["Left in the service:", ...report.left.map((one) => `  ${one}`)]),
    "",
  ].join("\n");
}
