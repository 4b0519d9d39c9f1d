import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "#/start/make-directory.ts";

/** What Debian's own slim image has already, of that which the server uses. */
const OF_EVERY_DEBIAN = ["base-files", "libc6", "libgcc-s1", "netbase"];
/** Of util-linux only the command that keeps a second process off a data directory. */
const LOCK = { name: "util-linux", file: "./usr/bin/flock" };
const DOCUMENTATION = ["./usr/share/man/*", "./usr/share/locale/*", "./usr/share/lintian/*", "./usr/share/info/*"];

/**
 * Unpacks packages of the Debian that this machine runs into a new folder: no shell, no package manager, nothing that
 * is set-user-ID. apt checks each of them against the signed list. Returns them with their versions.
 */
export function unpackDebian(folder: string, names: readonly string[]): string[] {
  makeDirectory(folder);
  for (const path of ["bin", "lib", "sbin", "lib64"]) {
    mkdirSync(join(folder, "usr", path), { recursive: true, mode: 0o755 });
    symlinkSync(`usr/${path}`, join(folder, path));
  }
  const downloads = join(folder, ".packages");
  mkdirSync(downloads);
  const wanted = [...new Set([...OF_EVERY_DEBIAN, LOCK.name, ...names])].toSorted();
  execFileSync("apt-get", ["download", "-q", "-o", "APT::Sandbox::User=root", ...wanted], {
    cwd: downloads,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const versions = readdirSync(downloads)
    .filter((file) => file.endsWith(".deb"))
    .toSorted()
    .map((file) => unpack(join(downloads, file), folder));
  rmSync(downloads, { recursive: true });
  writeCertificates(folder);
  writeFileSync(join(folder, "etc/passwd"), "root:x:0:0:root:/root:/usr/sbin/nologin\n");
  writeFileSync(join(folder, "etc/group"), "root:x:0:\n");
  return versions;
}

function unpack(file: string, folder: string): string {
  const [name = "", version = ""] = execFileSync(
    "dpkg-deb",
    ["--show", "--showformat", "${Package} ${Version}", file],
    {
      encoding: "utf8",
    },
  ).split(" ");
  const content = execFileSync("dpkg-deb", ["--fsys-tarfile", file], { maxBuffer: 1024 * 1024 * 1024 });
  const only = name === LOCK.name ? [LOCK.file] : DOCUMENTATION.map((path) => `--exclude=${path}`);
  execFileSync("tar", ["--extract", "--keep-directory-symlink", "--directory", folder, ...only], { input: content });
  // Where scanners look for the packages of an image that has no package manager.
  const status = join(folder, "var/lib/dpkg/status.d");
  mkdirSync(status, { recursive: true, mode: 0o755 });
  writeFileSync(join(status, name), execFileSync("dpkg-deb", ["--field", file]));
  return `${name} ${version}`;
}

/** The bundle that update-ca-certificates would write. */
function writeCertificates(folder: string): void {
  const authorities = globSync("usr/share/ca-certificates/**/*.crt", { cwd: folder }).toSorted();
  const texts = authorities.map((path) => readFileSync(join(folder, path), "utf8").trimEnd());
  writeFileSync(join(folder, "etc/ssl/certs/ca-certificates.crt"), `${texts.join("\n")}\n`);
}
