import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { repositoryFiles, repositoryText } from "#/verify/repository.ts";

const BINARY = /\.(?:png|zst)$/;

/** What of a text looks like a secret; the secret itself is masked. */
export async function secretsIn(path: string, content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: path, content, ext: "", contentType: "text" },
    options: {
      maskSecrets: true,
      config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }] },
    },
  });
  return messages.map(({ loc, message }) => `${path}:${loc.start.line} ${message}`);
}

/** Looks for secrets in every file of the repository. */
export async function checkSecrets(): Promise<string> {
  const paths = repositoryFiles().filter((path) => !BINARY.test(path));
  return (await Promise.all(paths.map((path) => secretsIn(path, repositoryText(path))))).flat().join("\n");
}
