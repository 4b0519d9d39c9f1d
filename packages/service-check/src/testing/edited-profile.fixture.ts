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
export function lineAt(output: string, pointer: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const position = lines.findIndex((line) => line === pointer || line.startsWith(`${pointer}  `));
  return position < 0 ? output : `${lines[position] ?? ""} ${lines[position + 1] ?? ""}`;
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
  ): Promise<{ code: number; output: string }> {
    const file = join(directory, "profile.json");
    writeFileSync(file, text);
    let output = "";
    const keep = (words: string) => (output += words);
    const { transport } = service;
    const code = await profileCheckCommand([file, "--base-url", "http://service.test", "--api-key", key, ...more], {
      environment: {},
      out: keep,
      err: keep,
      transport,
      clock,
    });
    return { code, output };
  }
  return { service, schedules, right, check };
}
