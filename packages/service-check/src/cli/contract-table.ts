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
  const name = nameOf(check);
  const lines = [`  ${signs[check.status]} ${name.padEnd(34)} ${check.detail}`];
  if (check.status !== "does-not-hold" && !isVerbose) return lines;
  return [...lines, `      ${check.sentence}`, ...check.exchanges.flatMap(exchangeLines)];
}

/** How many checks name each flag as what they need, most first. */
function neededFlags({ checks }: ContractReport): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status, detail } of checks)
    if (status === "not-testable")
      for (const [flag] of detail.matchAll(/--[a-z][a-z-]+/g)) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  return new Map([...counts].toSorted(([, a], [, b]) => b - a));
}

/** True when a flag would have let more be tested. */
export function lacksFlags(report: ContractReport): boolean {
  return neededFlags(report).size > 0;
}

/** The report for people; `✓` holds, `✗` does not hold, `–` not tested. */
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
    `${counts.holds} hold, ${counts["does-not-hold"]} do not hold, ${counts["not-testable"]} not tested   (✓ holds  ✗ does not hold  – not tested, which is no failure)`,
    ...failedLines(report),
    ...untestedLines(report),
    ...neededLines(report),
    ...(report.left.length === 0 ? [] : ["Left in the service:", ...report.left.map((leftover) => `  ${leftover}`)]),
    "",
  ].join("\n");
}

function nameOf({ id }: CheckResult): string {
  return id.replace(/^profile:/, "");
}

function failedLines({ checks }: ContractReport): readonly string[] {
  const failed = checks.filter(({ status }) => status === "does-not-hold");
  return failed.length === 0 ? [] : [`Does not hold: ${failed.map(nameOf).join(", ")}.`];
}

/** Why what was not tested was not, each reason once with the checks that share it. */
function untestedLines({ checks }: ContractReport): readonly string[] {
  const byReason = Map.groupBy(
    checks.filter(({ status }) => status === "not-testable"),
    ({ detail }) => detail,
  );
  return byReason.size === 0
    ? []
    : [
        "Not tested:",
        ...[...byReason].map(
          ([reason, all]) =>
            `  ${all.length > 3 ? `${String(all.length)} checks` : all.map(nameOf).join(", ")}: ${reason}`,
        ),
      ];
}

function neededLines(report: ContractReport): readonly string[] {
  const needed = [...neededFlags(report)].map(([flag, count]) => `${count} with ${flag}`);
  return needed.length === 0 ? [] : [`More can be tested: ${needed.join(", ")}.`];
}
