import { expect, test } from "vitest";
import { lockFileFaults } from "#/verify/lock-file.ts";

function lockFile(platforms: string[], extra = ""): string {
  const entries = platforms.map((platform) => {
    const [system, processor] = platform.split("-");
    return `  '@x/binding-${platform}@1.0.0':\n    resolution: {integrity: sha512-x}\n    cpu: [${processor}]\n    os: [${system}]\n`;
  });
  return `lockfileVersion: '9.0'\n\npackages:\n\n${entries.join("\n")}${extra}\nsnapshots:\n`;
}

const all = ["linux", "darwin", "win32"].flatMap((system) => [`${system}-x64`, `${system}-arm64`]);

test("a lock file with every platform and no host has no fault", () => {
  expect(lockFileFaults(lockFile(all))).toEqual([]);
});

test("a platform that was forgotten is named", () => {
  const some = all.filter((platform) => platform !== "darwin-arm64" && platform !== "win32-x64");
  expect(lockFileFaults(lockFile(some))).toEqual(["@x/binding@1.0.0 has no package for darwin-arm64, win32-x64"]);
});

test("a host is named with its line, and a package without a hash", () => {
  const text = lockFile([], "  a@1.0.0:\n    resolution: {tarball: https://packages.example/a.tgz}\n");
  expect(lockFileFaults(text)).toEqual([
    "line 6 names a host: resolution: {tarball: https://packages.example/a.tgz}",
    "resolution: {tarball: https://packages.example/a.tgz} has no hash",
  ]);
});
