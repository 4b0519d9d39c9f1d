import { repositoryFiles, repositoryText } from "#/verify/repository.ts";

const TEXT = /\.(?:[cm]?[jt]sx?|json|ya?ml|md|css|html|sh|csv|toml|npmrc)$|(?:^|\/)(?:\.[a-z]+rc|run|\.gitignore)$/;
const ADDRESS = /registry\s*[=:]\s*["']?https?:|_authToken|\bregistry\.(?:npmjs|yarnpkg)\.(?:org|com)/i;

/** The numbers of the lines that name a package registry or hold a token for one. */
export function registryLines(text: string): number[] {
  return text.split("\n").flatMap((line, index) => (ADDRESS.test(line) ? [index + 1] : []));
}

/** Lists every place in the repository that names a package registry, which is up to each machine. */
export async function checkRegistryAddresses(): Promise<string> {
  const self = /^packages\/tooling\/src\/verify\/registry-addresses\.ts$/;
  return repositoryFiles()
    .filter((path) => TEXT.test(path) && !self.test(path))
    .flatMap((path) => registryLines(repositoryText(path)).map((line) => `${path}:${line} names a package registry`))
    .join("\n");
}
