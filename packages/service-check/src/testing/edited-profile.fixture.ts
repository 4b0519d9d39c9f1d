import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutValueAt, withValueAt, type Json } from "@dc/api-client";
import { afterAll } from "vitest";
import { profileCheckCommand } from "#/cli/profile-check-command.ts";
import { clock, key, startSandboxService } from "./sandbox-service.fixture.ts";

/** The value with another one at a pointer; undefined removes what is there. */
export function edited(from: Json, pointer: string, value: Json | undefined): Json {
  const next = value === undefined ? withoutValueAt(from, pointer) : withValueAt(from, pointer, value);
  if (next === null && value !== null) throw new TypeError(`${pointer} cannot be written`);
  return next;
}

/** The line that begins with the pointer, with the one below it. */
export function lineAt(said: string, pointer: string): string {
  const lines = said.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line) => line === pointer || line.startsWith(`${pointer}  `));
  return at < 0 ? said : `${lines[at] ?? ""} ${lines[at + 1] ?? ""}`;
}

/** A service of one spelling with the profile that fits it, and `pnpm profile:check` of any text against it. */
export function startCheckedService(spelling: string) {
  const service = startSandboxService({ spelling });
  const schedules = service.sandbox.samples.rosterOf(12).trim().split("\n").slice(1, 25);
  const right: Json = service.sandbox.profile({ writes: true });
  const directory = mkdtempSync(join(tmpdir(), "profile-mistakes-"));

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  async function check(
    text: string,
    more: readonly string[] = ["--schedule", schedules.join(",")],
  ): Promise<{ code: number; said: string }> {
    const file = join(directory, "profile.json");
    writeFileSync(file, text);
    let said = "";
    const keep = (words: string) => (said += words);
    const { transport } = service;
    const code = await profileCheckCommand([file, "--base-url", "http://service.test", "--api-key", key, ...more], {
      environment: {},
      out: keep,
      err: keep,
      transport,
      clock,
    });
    return { code, said };
  }
  return { service, schedules, right, check };
}
