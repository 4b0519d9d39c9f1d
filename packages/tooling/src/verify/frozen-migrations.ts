import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot, repositoryText } from "#/verify/repository.ts";

const FOLDER = "apps/bff/src/store/migrations";
const LISTED = /"(\d{4}-[^"]+)": \{ up: \w+, frozen: "([0-9a-f]+)" \}/g;

/** The faults of the migrations, given the text of `migrate.ts`, which lists them with their hashes, and of each file by name. */
export function frozenFaults(list: string, files: ReadonlyMap<string, string>): readonly string[] {
  const frozen = new Map([...list.matchAll(LISTED)].map(([, name = "", hash = ""]) => [name, hash]));
  const landed = [...frozen].flatMap(([name, hash]) => {
    const text = files.get(name);
    if (text === undefined) return [`${name} is gone: what has landed is never renamed or removed`];
    if (hashOf(text) === hash) return [];
    return [`${name} was edited: what has landed stays as it is, a change is a migration of its own`];
  });
  const unlisted = [...files]
    .filter(([name]) => !frozen.has(name))
    .map(([name, text]) => `${name} is not in migrate.ts with frozen: "${hashOf(text)}"`);
  return [...landed, ...unlisted];
}

/** Checks the migrations of the store against their list; one fault per line. */
export async function checkFrozenMigrations(): Promise<string> {
  const text = (name: string) => repositoryText(`${FOLDER}/${name}.ts`);
  const names = readdirSync(join(repositoryRoot, FOLDER)).flatMap((name) => /^(\d{4}-.*)\.ts$/.exec(name)?.[1] ?? []);
  const files = names.map((name): [string, string] => {
    const own = text(name);
    // The tables of a library that is gone, which two migrations share.
    return [name, own.includes('"./sign-in-tables.ts"') ? own + text("sign-in-tables") : own];
  });
  return frozenFaults(text("migrate"), new Map(files)).join("\n");
}

/** Line endings are ignored, since they depend on the checkout. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex").slice(0, 16);
}
