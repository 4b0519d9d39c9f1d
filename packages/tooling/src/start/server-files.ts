import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

const MODULES = "node_modules";
/** Of a package, what only those who build with it read. */
const UNUSED = /\.(?:map|d\.[cm]?ts|d\.ts)$/;

interface Manifest {
  name: string;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
}

/**
 * Writes what a machine needs to run the server, and nothing else, into a new folder: `bin/node`, and below `app` the
 * built server, the built console, and the packages that the build leaves apart. Both must have been built. Returns the
 * packages with their versions.
 */
export function writeServerFiles(root: string, folder: string, apart: readonly string[]): string[] {
  const app = join(folder, "app");
  for (const path of ["apps/bff/package.json", "apps/bff/dist", "apps/console/dist"])
    cpSync(join(root, path), join(app, path), { recursive: true });
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(realpathSync(process.execPath), join(folder, "bin/node"));
  const packages = copyPackages(root, app, apart);
  makeReadable(folder);
  return packages;
}

/** Makes files for everybody to read, and what its owner may run for everybody to run, whatever mask they were made under. */
export function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** Copies packages of the server with all that they need, in the layout of pnpm: each beside what it may import. */
function copyPackages(root: string, app: string, names: readonly string[]): string[] {
  const own = new Set(Object.keys(readManifest(join(root, "apps/bff")).dependencies ?? {}));
  const store = realpathSync(join(root, MODULES, ".pnpm"));
  const copied = new Map<string, string>();
  const targetOf = (real: string) => join(app, MODULES, ".pnpm", relative(store, real));
  const copy = (real: string): void => {
    if (copied.has(real)) return;
    if (!real.startsWith(`${store}${sep}`)) throw new Error(`${real} is not one of the installed packages.`);
    const manifest = readManifest(real);
    copied.set(real, `${manifest.name}@${manifest.version}`);
    cpSync(real, targetOf(real), {
      recursive: true,
      filter: (path) => path === real || (basename(path) !== MODULES && !UNUSED.test(path)),
    });
    const beside = real.slice(0, -manifest.name.length);
    for (const name of needs(manifest, own)) {
      const found = join(beside, name);
      if (!existsSync(found)) continue;
      const dependency = realpathSync(found);
      if (dependency !== found) link(targetOf(dependency), join(targetOf(beside), name));
      copy(dependency);
    }
  };
  for (const name of names) {
    const real = realpathSync(join(root, "apps/bff", MODULES, name));
    link(targetOf(real), join(app, "apps/bff", MODULES, name));
    copy(real);
  }
  return [...copied.values()].toSorted();
}

/** Of the peers that a package can do without, those that the server depends on too are taken, as when it was built. */
function needs(manifest: Manifest, own: ReadonlySet<string>): string[] {
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => own.has(name) || manifest.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
    ...peers,
  ].toSorted();
}

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

/** Packages are installed with a manifest of this form. */
function readManifest(folder: string): Manifest & { version: string } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest & { version: string };
}
