import type { MeaningResult, ProfileCheckReport } from "#/profile-check/profile-check-report.ts";

const signs: Readonly<Record<MeaningResult["status"], string>> = {
  found: "✓",
  absent: "✗",
  misfit: "✗",
  "not-read": "–",
};

function short(value: unknown, longest: number): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function meaningLines(result: MeaningResult): readonly string[] {
  const place = result.owner === result.type ? result.pointer : `${result.pointer} of ${result.owner}`;
  const isFull = (value: unknown) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
  const sample = result.samples.find(({ decoded }) => isFull(decoded)) ?? result.samples[0];
  const head = `  ${signs[result.status]} ${`${result.type} ${result.meaning}`.padEnd(32)} ${place}`;
  if (result.status !== "found" || sample === undefined)
    return [`${head}  ${result.status === "misfit" ? "see below" : result.detail}`];
  return [
    `${head}  (${result.detail})`,
    `      raw    ${short(sample.raw, 110)}`,
    `      read   ${short(sample.decoded, 110)}`,
  ];
}

/** The last line of a check without problems; it says how many meanings were not read. */
function nothingToChange({ meanings }: ProfileCheckReport): string {
  const unread = meanings.filter(({ status }) => status === "not-read");
  const absent = meanings.filter(({ status }) => status === "absent").map(({ type, meaning }) => `${type} ${meaning}`);
  if (unread.length === 0)
    return absent.length === 0
      ? "Nothing to change."
      : `Nothing to change in what was found; no record that was read has ${absent.join(", ")}: see above.`;
  const isWithoutSchedule = unread.some(({ type }) => type === "schedule");
  const how = isWithoutSchedule ? "give --schedule ID,ID,ID" : "what they need is listed above";
  return `Nothing to change in what was checked; ${String(unread.length)} of ${String(meanings.length)} meanings were not read: ${how}.`;
}

/** What a check of a profile found, for people. */
export function profileCheckTable(run: ProfileCheckReport): string {
  const lines = [
    `Profile "${run.profile.name}" against ${run.baseUrl}${run.index === null ? "" : ` in ${run.index}`}, reads only`,
    "",
    "What each meaning found (✓ found  ✗ not found or another shape  – not read)",
    ...run.meanings.flatMap(meaningLines),
  ];
  if (run.unnamed.length > 0)
    lines.push(
      "",
      "Not named by the profile (kept and shown raw; name them, or list times of change under /records/…/ignored)",
    );
  for (const { type, pointer, sample } of run.unnamed) lines.push(`  ${`${type} ${pointer}`.padEnd(32)} ${sample}`);
  if (run.notTried.length > 0) lines.push("", "Not checked", ...run.notTried.map((reason) => `  ${reason}`));
  lines.push("", "Calls");
  for (const { method, path, status } of run.calls) lines.push(`  ${method} ${path} → ${status ?? "no answer"}`);
  lines.push("", run.problems.length === 0 ? nothingToChange(run) : "Change in the profile");
  for (const { pointer, message } of run.problems) lines.push(`  ${pointer || "(the whole file)"}`, `      ${message}`);
  return `${lines.join("\n")}\n`;
}
