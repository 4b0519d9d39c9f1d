import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeApplicationFiles } from "#/image/application-files.ts";
import { readContainerfile } from "#/image/containerfile.ts";
import { unpackDebian } from "#/image/debian-root.ts";
import { writeOciLayout } from "#/image/oci-image.ts";
import { tryImage } from "#/image/try-image.ts";
import { buildConsole } from "#/start/console-build.ts";
import { buildServer, packagesApart } from "#/start/server-build.ts";
import { repositoryRoot, repositoryText } from "#/verify/repository.ts";

const help = `pnpm image [--out FILE]
pnpm image --files FOLDER

Makes a container image without a daemon: an OCI archive of packages of this machine's Debian, the pinned Node, server and
console. Then unpacks it and runs it apart from this machine until it is ready. Needs Debian, root and iproute2.

  --out FILE       the archive; dist/directory-console.oci.tar without it
  --files FOLDER   writes only Node, server and console into a new folder, for a machine without containers
  --help           prints this
`;

const { values } = readArguments();
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const work = mkdtempSync(join(tmpdir(), "directory-console-image-"));
// The folders that are made here are for everybody to read, whatever the shell's mask is.
process.umask(0o022);
try {
  await Promise.all([buildConsole(repositoryRoot), buildServer(repositoryRoot)]);
  if (values.files !== undefined) writeFiles(resolve(values.files));
  else await writeImage(resolve(values.out ?? join(repositoryRoot, "dist/directory-console.oci.tar")));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

function readArguments() {
  try {
    return parseArgs({
      args: process.argv.slice(2).filter((arg) => arg !== "--"),
      options: {
        out: { type: "string" },
        files: { type: "string" },
        help: { type: "boolean", default: false, short: "h" },
      },
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

function writeFiles(folder: string): void {
  if (existsSync(folder)) throw new Error(`${folder} exists. Name a new folder.`);
  const packages = writeApplicationFiles(repositoryRoot, folder, packagesApart);
  console.log(
    `Node ${process.versions.node}, server, console and ${packages.length} packages were written to ${folder}.`,
  );
}

async function writeImage(out: string): Promise<void> {
  const { config } = readContainerfile(repositoryText("apps/bff/deploy/Containerfile"));
  const debian = join(work, "debian");
  const names = repositoryText("apps/bff/deploy/debian-packages.txt").trim().split("\n");
  const packages = unpackDebian(debian, names);
  for (const folder of ["proc", "sys", "dev", "tmp"]) mkdirSync(join(debian, folder), { recursive: true });
  chmodSync(join(debian, "tmp"), 0o1777);
  const application = join(work, "application");
  const modules = writeApplicationFiles(repositoryRoot, join(application, "opt/directory-console"), packagesApart);
  const data = join(work, "data");
  mkdirSync(join(data, "data"), { recursive: true });
  const layout = join(work, "layout");
  const image = await writeOciLayout(layout, {
    config,
    created: committedAt(),
    tag: "directory-console:latest",
    layers: [
      { made: "packages of Debian", folder: debian, owner: 0 },
      { made: "Node, server and console", folder: application, owner: 0 },
      { made: "the data directory", folder: data, owner: Number(config.User.split(":")[0]) },
    ],
  });
  console.log(`${packages.join(", ")}\nNode ${process.versions.node}, ${modules.length} packages of npm\n`);
  const { seen, wrong } = await tryImage(layout, work);
  if (wrong.length > 0) throw new Error(`The image is not right:\n  ${wrong.join("\n  ")}`);
  mkdirSync(dirname(out), { recursive: true });
  const order = ["--sort=name", "--mtime=@0", "--numeric-owner", "--owner=0", "--group=0", "--format=gnu"];
  execFileSync("tar", ["--create", ...order, "--file", out, "--directory", layout, "."]);
  console.log(`${out}
  size      ${megabytes(image.size)} MB to download, ${megabytes(statSync(out).size)} MB as an archive
  digest    ${image.digest}
  tried     readyz ${seen.ready}, console ${seen.page}, sign-in ${seen.signedIn}, health check ${seen.health}, SIGTERM ${seen.exit}; user ${seen.user}, writable ${seen.writable.length === 1 ? "/data alone" : "more than /data"}, ${seen.processes} processes and ${seen.mounts.length} mounts visible`);
}

function committedAt(): Date {
  const seconds =
    process.env["SOURCE_DATE_EPOCH"] ??
    execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: repositoryRoot, encoding: "utf8" });
  return new Date(Number(seconds) * 1000);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
