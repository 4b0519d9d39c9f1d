import { repositoryFiles, repositoryText } from "#/verify/repository.ts";

const FIELDS = ["dependencies", "devDependencies", "optionalDependencies"];
const EXACT = /^(?:workspace:\*|\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;

/** The dependencies of a package.json that are not pinned to one exact version. */
export function loosePins(packageJson: string): string[] {
  const manifest: unknown = JSON.parse(packageJson);
  return FIELDS.flatMap((field) =>
    entries(member(manifest, field))
      .filter(([, version]) => typeof version !== "string" || !EXACT.test(version))
      .map(([name, version]) => `${field}.${name} is ${JSON.stringify(version)}`),
  );
}

/** Lists every dependency in the repository that is not pinned to an exact version. */
export async function checkPinnedVersions(): Promise<string> {
  return repositoryFiles()
    .filter((path) => /(?:^|\/)package\.json$/.test(path))
    .flatMap((path) => loosePins(repositoryText(path)).map((fault) => `${path}: ${fault}`))
    .join("\n");
}

function member(value: unknown, key: string): unknown {
  return entries(value).find(([name]) => name === key)?.[1];
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
