import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryText } from "#/verify/repository.ts";
import { nodeFlags } from "./node-flags.ts";
import { serverBuild } from "./server-build.ts";
import { makeReadable } from "./server-files.ts";

const containerfile = repositoryText("apps/bff/deploy/Containerfile");
const unit = repositoryText("apps/bff/deploy/directory-console.service");
/** The stage that is run, after the one that builds. */
const container = containerfile.slice(containerfile.lastIndexOf("\nFROM "));

/** The names that the server reads from its environment. */
const settings = [...repositoryText("apps/bff/src/server/settings.ts").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
  ([, name = ""]) => name,
);

function values(name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

function instruction(name: string): string {
  const [, value] = new RegExp(`^${name} (.*)$`, "m").exec(container) ?? [];
  if (value === undefined) throw new Error(`The Containerfile's last stage has no ${name}.`);
  return value;
}

test("the Containerfile builds with the Node and the pnpm that the repository pins", () => {
  const [, node = ""] = /^ARG NODE_VERSION=(.*)$/m.exec(containerfile) ?? [];
  expect(repositoryText("package.json")).toContain(`"node": "${node}"`);
  const versions = new Set(containerfile.match(/pnpm@[\d.]+/g));
  expect([...versions]).toEqual([/"(pnpm@[\d.]+)"/.exec(repositoryText("packages/tooling/bootstrap.mjs"))?.[1]]);
  expect(containerfile).toContain("apps/bff/deploy/debian-packages.txt");
});

test("container and unit start the built server with the same Node flags as npm start", () => {
  const command = ["/opt/directory-console/bin/node", ...nodeFlags.bff, serverBuild.output];
  expect([instruction("ENTRYPOINT"), instruction("CMD")].flatMap((words) => JSON.parse(words) as string[])).toEqual(
    command,
  );
  expect(values("ExecStart")).toEqual([command.join(" ")]);
  expect(values("WorkingDirectory")).toEqual([instruction("WORKDIR")]);
});

test("the unit of replicas is that of one process, but for port and state directory, and neither gives up starting", () => {
  const lines = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const [one, replica] = [
    new Set(lines(unit)),
    new Set(lines(repositoryText("apps/bff/deploy/directory-console@.service"))),
  ];
  const own = "PORT=%i DATA_DIR=%S/directory-console-%i";
  expect([...replica.difference(one)]).toEqual([
    "Description=Directory Console on port %i",
    `ExecStart=/usr/bin/env ${own} ${values("ExecStart").join("")}`,
    "Environment=NODE_ENV=production HOST=127.0.0.1",
    "StateDirectory=directory-console-%i",
  ]);
  expect(one.difference(replica).size).toBe(4);
  expect([values("StartLimitIntervalSec"), values("Restart")]).toEqual([["0"], ["on-failure"]]);
});

test("files of a clone that was made under a narrow mask can be read by the server's own user", () => {
  const folder = mkdtempSync(join(tmpdir(), "deploy-files-"));
  mkdirSync(join(folder, "bin"), { mode: 0o700 });
  writeFileSync(join(folder, "bin/node"), "", { mode: 0o700 });
  writeFileSync(join(folder, "bin/main.js"), "", { mode: 0o600 });
  makeReadable(folder);
  const modes = ["", "bin", "bin/node", "bin/main.js"].map((path) => statSync(join(folder, path)).mode & 0o777);
  expect(modes).toEqual([0o755, 0o755, 0o755, 0o644]);
  rmSync(folder, { recursive: true });
});

test("container and unit name settings that exist", () => {
  const named = [instruction("ENV"), ...values("Environment")]
    .flatMap((line) => line.split(" "))
    .map((pair) => pair.split("=")[0] ?? "");
  expect(settings).toContain("DATA_DIR");
  expect(named.filter((name) => !["NODE_ENV", ...settings].includes(name))).toEqual([]);
});

test("the container runs as a user without rights, and keeps its data in one volume", () => {
  expect(instruction("USER")).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
  expect(instruction("VOLUME")).toBe("/data");
  expect(instruction("ENV")).toContain("DATA_DIR=/data");
  expect(instruction("HEALTHCHECK")).toContain('CMD ["/opt/directory-console/bin/node"');
});
