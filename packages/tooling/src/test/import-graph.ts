import { dirname, join } from "node:path/posix";

/** The parts of a package.json that say which file a specifier names. */
export interface PackageNames {
  /** Where the package is, relative to the repository. */
  folder: string;
  name: string;
  imports: Readonly<Record<string, string>>;
  exports: Readonly<Record<string, string>>;
}

/** For each file, the files that import it. Every path is relative to the repository. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\s*\()\s*"([^"\n]+)"/g;

/** Reads from the files' texts which file imports which; installed packages are left out. */
export function readImporters(
  files: readonly string[],
  textOf: (file: string) => string,
  packages: readonly PackageNames[],
): Importers {
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    const own = packages.find(({ folder }) => file.startsWith(`${folder}/`));
    for (const [, specifier = ""] of textOf(file).matchAll(SPECIFIER)) {
      const target = resolve(specifier, file, own, packages);
      if (target === undefined) continue;
      const those = importers.get(target) ?? new Set();
      importers.set(target, those.add(file));
    }
  }
  return importers;
}

function resolve(
  specifier: string,
  from: string,
  own: PackageNames | undefined,
  packages: readonly PackageNames[],
): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  if (specifier.startsWith("#")) {
    for (const [pattern, path] of Object.entries(own?.imports ?? {})) {
      const start = pattern.replace("*", "");
      if (own !== undefined && specifier.startsWith(start))
        return join(own.folder, path.replace("*", specifier.slice(start.length)));
    }
    return undefined;
  }
  const other = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  const path = other?.exports[specifier === other.name ? "." : `.${specifier.slice(other.name.length)}`];
  return other === undefined || path === undefined ? undefined : join(other.folder, path);
}
