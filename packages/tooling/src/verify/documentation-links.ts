import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryFiles, repositoryRoot, repositoryText } from "#/verify/repository.ts";

const LINK = /(?:\]\(|\b(?:src|href|srcset)=")<?([^)\s">]+)/g;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i;

/** The targets of the relative links of a Markdown text, without fragments; code is ignored. */
export function relativeLinks(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(LINK)].flatMap(([, target = ""]) => {
    const path = target.replace(/[#?].*$/, "");
    return ELSEWHERE.test(target) || path === "" ? [] : [decodeURIComponent(path)];
  });
}

/** Lists every link in the documentation to a file that does not exist. */
export async function checkDocumentationLinks(): Promise<string> {
  return repositoryFiles()
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      relativeLinks(repositoryText(path))
        .filter((link) => !existsSync(join(repositoryRoot, dirname(path), link)))
        .map((link) => `${path} links to ${link}, which does not exist`),
    )
    .join("\n");
}
